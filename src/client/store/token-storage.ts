/**
 * Where tokens are stored between page loads: the account's in localStorage, so that tabs share it, and each memorial's
 * memorial token in sessionStorage under its own key, so that it ends with the tab.
 */
export const ACCOUNT_TOKEN_KEY = 'pomnim.account-token'
/** Beside it the number of the account, so that what is written while the server is away is kept for its writer. */
export const ACCOUNT_ID_KEY = 'pomnim.account-id'
export const MEMORIAL_TOKEN_KEY_PREFIX = 'pomnim.pin-token.'

export interface StoredTokens {
  accountToken?: string
  accountId?: number
  memorialTokens: Record<number, string>
}

/**
 * A storage engine for redux-persist with `serialize: false`. It rejects, harmlessly, where the browser forbids
 * storages.
 */
export const tokenStorage = {
  getItem: () => attempt(readTokens),
  setItem: (_key: string, tokens: Partial<StoredTokens>) => attempt(() => writeTokens(tokens)),
  removeItem: () => attempt(() => writeTokens({})),
}

/** Whether this browser has an account token. False where it forbids storages. */
export function holdsAccountToken(): boolean {
  try {
    return localStorage.getItem(ACCOUNT_TOKEN_KEY) !== null
  } catch {
    return false
  }
}

/** Holds something for no longer than other tabs need to hear of it. */
export const ACCOUNT_LEFT_KEY = 'pomnim.account-left'

/** Tells the other tabs that the account was left by choice: the end of its token alone does not say so. */
export function announceLeaving(): void {
  try {
    localStorage.setItem(ACCOUNT_LEFT_KEY, 'left')
    localStorage.removeItem(ACCOUNT_LEFT_KEY)
  } catch {
    // Forbidden storages share nothing between tabs.
  }
}

function readTokens(): StoredTokens {
  const stored = storedMemorialTokenKeys().map((key) => [memorialIdOf(key), sessionStorage.getItem(key)])
  return {
    accountToken: localStorage.getItem(ACCOUNT_TOKEN_KEY) ?? undefined,
    accountId: Number(localStorage.getItem(ACCOUNT_ID_KEY)) || undefined,
    memorialTokens: Object.fromEntries(stored) as Record<number, string>,
  }
}

function writeTokens({ accountToken, accountId, memorialTokens = {} }: Partial<StoredTokens>): void {
  write(ACCOUNT_TOKEN_KEY, accountToken)
  write(ACCOUNT_ID_KEY, accountId)
  for (const key of storedMemorialTokenKeys())
    if (!(memorialIdOf(key) in memorialTokens)) sessionStorage.removeItem(key)
  for (const [id, token] of Object.entries(memorialTokens))
    sessionStorage.setItem(MEMORIAL_TOKEN_KEY_PREFIX + id, token)
}

function write(key: string, value: string | number | undefined): void {
  if (value === undefined) localStorage.removeItem(key)
  else localStorage.setItem(key, String(value))
}

function storedMemorialTokenKeys(): string[] {
  return Object.keys(sessionStorage).filter((key) => key.startsWith(MEMORIAL_TOKEN_KEY_PREFIX))
}

function memorialIdOf(key: string): number {
  return Number(key.slice(MEMORIAL_TOKEN_KEY_PREFIX.length))
}

async function attempt<T>(work: () => T): Promise<T> {
  return Promise.resolve().then(work)
}
