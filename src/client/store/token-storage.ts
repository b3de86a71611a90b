/**
 * Where tokens are kept between page loads: the account's in localStorage, so that tabs share it, and each memorial's PIN
 * token in sessionStorage under a key of its own, so that it ends with the tab.
 */
export const ACCOUNT_TOKEN_KEY = 'pomnim.account-token'
export const PIN_TOKEN_KEY_PREFIX = 'pomnim.pin-token.'

export interface StoredTokens {
  accountToken?: string
  pinTokens: Record<number, string>
}

/** A storage engine for redux-persist with `serialize: false`. A browser that forbids its storages rejects, harmlessly. */
export const tokenStorage = {
  getItem: () => attempt(readTokens),
  setItem: (_key: string, tokens: Partial<StoredTokens>) => attempt(() => writeTokens(tokens)),
  removeItem: () => attempt(() => writeTokens({})),
}

/** Whether this browser holds the token of an account. One that forbids its storages holds none. */
export function holdsAccountToken(): boolean {
  try {
    return localStorage.getItem(ACCOUNT_TOKEN_KEY) !== null
  } catch {
    return false
  }
}

function readTokens(): StoredTokens {
  const stored = storedPinTokenKeys().map((key) => [memorialIdOf(key), sessionStorage.getItem(key)])
  return {
    accountToken: localStorage.getItem(ACCOUNT_TOKEN_KEY) ?? undefined,
    pinTokens: Object.fromEntries(stored) as Record<number, string>,
  }
}

function writeTokens({ accountToken, pinTokens = {} }: Partial<StoredTokens>): void {
  writeAccountToken(accountToken)
  for (const key of storedPinTokenKeys()) if (!(memorialIdOf(key) in pinTokens)) sessionStorage.removeItem(key)
  for (const [id, token] of Object.entries(pinTokens)) sessionStorage.setItem(PIN_TOKEN_KEY_PREFIX + id, token)
}

function writeAccountToken(token: string | undefined): void {
  if (token === undefined) localStorage.removeItem(ACCOUNT_TOKEN_KEY)
  else localStorage.setItem(ACCOUNT_TOKEN_KEY, token)
}

function storedPinTokenKeys(): string[] {
  return Object.keys(sessionStorage).filter((key) => key.startsWith(PIN_TOKEN_KEY_PREFIX))
}

function memorialIdOf(key: string): number {
  return Number(key.slice(PIN_TOKEN_KEY_PREFIX.length))
}

async function attempt<T>(work: () => T): Promise<T> {
  return Promise.resolve().then(work)
}
