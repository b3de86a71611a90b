import { endOfMemorialToken } from '@contract/memorial-terms'
import { PIN_TOKEN_HOURS } from '@contract/retention'

/**
 * What may lie on a device of a memorial, for whom, and until when. `copies.ts` and the service worker ask here; the table
 * in `__tests__/client/offline/policy.test.ts` shows every case. Drafts have rules of their own: `lib/draft.ts`.
 */

/** Copies of merely visited pages are deleted after this time, or when this many others were visited since. */
const VISITED_COPY_DAYS = 30
export const VISITED_MAX = 20
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** There may be many pages that were only visited. */
const VISITED_CHECKED_EVERY_MS = HOUR_MS

/** The access rules of an offline copy. */
export interface CopyAccess {
  /** When a closed page's copy expires; null for a public page. ISO 8601, UTC. */
  keptUntil: string | null
  /**
   * The digest of the token with which a closed page was read, the only one that opens the copy; null for a public
   * page.
   */
  openedBy: string | null
  /** Saved on request, so it stays until the user removes it; otherwise it was only visited. */
  isSaved: boolean
  /** It was read with an account's token, so it is deleted when that account signs out. */
  isOfAccount: boolean
  keptAt: string
  /** When the server last confirmed that the memorial exists, if later than `keptAt`. */
  checkedAt?: string
}

/** The tokens with which this browser reads a memorial. */
export interface Reader {
  accountToken?: string
  memorialToken?: string
}

/** A public page may be stored when it is visited, a closed one only on request. */
export function mayBeStored({ keptUntil, isSaved }: Pick<CopyAccess, 'keptUntil' | 'isSaved'>): boolean {
  return keptUntil === null || isSaved
}

/** Whose copy it is, and until when. A memorial token takes precedence over the account's, as in each request. */
export async function accessOf({ memorialToken, accountToken }: Reader, isPublic: boolean) {
  const token = memorialToken ?? accountToken
  return {
    keptUntil: isPublic ? null : endOfClosed(memorialToken),
    openedBy: isPublic || token === undefined ? null : await tokenDigest(token),
    isOfAccount: !isPublic && memorialToken === undefined,
  }
}

/** A closed page expires with its memorial token; one that an account reads, after the same number of hours. */
function endOfClosed(memorialToken: string | undefined): string {
  const latest = Date.now() + PIN_TOKEN_HOURS * HOUR_MS
  const ownEnd = memorialToken ? endOfMemorialToken(memorialToken)?.getTime() : undefined
  return new Date(Math.min(ownEnd ?? latest, latest)).toISOString()
}

/** Whether this token opens a copy. */
export async function opensCopy(
  { keptUntil, openedBy }: Pick<CopyAccess, 'keptUntil' | 'openedBy'>,
  token: string | undefined,
): Promise<boolean> {
  if (keptUntil === null) return true
  return token !== undefined && openedBy === (await tokenDigest(token))
}

/** Earlier versions stored closed pages without a request, and opened them for everyone. */
export function isExpired({ keptUntil, openedBy, keptAt, isSaved }: Omit<CopyAccess, 'isOfAccount'>): boolean {
  if (keptUntil !== null && (!isSaved || !openedBy || Date.parse(keptUntil) <= Date.now())) return true
  return !isSaved && Date.now() - Date.parse(keptAt) > VISITED_COPY_DAYS * DAY_MS
}

/** Whether it stays when the account ends: that revokes every token of this browser. */
export function survivesSignOut({ keptUntil }: Pick<CopyAccess, 'keptUntil'>): boolean {
  return keptUntil === null
}

/**
 * Whether a response about the memorial revokes its copy. A deleted page goes; a closed one only when the kind of token
 * with which it was stored is refused: its PIN has changed.
 */
export function isRevokedBy(
  status: number,
  authorization: string | null | undefined,
  copy: Pick<CopyAccess, 'keptUntil' | 'isOfAccount'>,
): boolean {
  if (status === 404) return true
  if (![401, 403].includes(status)) return false
  if (copy.keptUntil === null) return true
  return Boolean(authorization) && authorization?.startsWith('Bearer pin.') !== copy.isOfAccount
}

/** Whether the server should be asked again for the page: saved copies each time, visited ones once an hour. */
export function isCheckDue({
  isSaved,
  keptAt,
  checkedAt = keptAt,
}: Omit<CopyAccess, 'openedBy' | 'keptUntil'>): boolean {
  return isSaved || Date.now() - Date.parse(checkedAt) > VISITED_CHECKED_EVERY_MS
}

/** SHA-256 in hexadecimal: stored with a copy in place of the token itself. */
export async function tokenDigest(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
