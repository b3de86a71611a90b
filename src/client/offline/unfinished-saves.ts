import type { Memorial } from '@contract/memorial'
import { selectAccountToken, selectMemorialToken, type StateWithSession } from '@client/session/session-slice'
import { canSaveOffline } from './copies'
import type { Reader } from './policy'

/** A save that the reader asked for. It is there while the save runs, and stays when its page is left before the end. */
interface UnfinishedSave extends Pick<Memorial, 'id' | 'public_status'> {
  /** Which token reads the page, if it is closed. */
  opensBy: 'account' | 'pin' | null
  /** ISO 8601, UTC. */
  begunAt: string
}

/** A cache for each, with one entry. */
const CACHE_NAME = /^unfinished-save-\d+$/
/** Only the key of the entry, not a URL of the site. */
const KEY = '/kept/unfinished'

export async function recordSaveBegun(
  { id, public_status }: Pick<Memorial, 'id' | 'public_status'>,
  { memorialToken }: Reader,
): Promise<void> {
  const opensBy = public_status ? null : memorialToken === undefined ? 'account' : 'pin'
  const save: UnfinishedSave = { id, public_status, opensBy, begunAt: new Date().toISOString() }
  const cache = await caches.open(cacheOf(id))
  await cache.put(KEY, Response.json(save))
}

export async function recordSaveEnded(id: number): Promise<void> {
  await caches.delete(cacheOf(id))
}

export async function listUnfinishedSaves(): Promise<UnfinishedSave[]> {
  const names = (await caches.keys()).filter((name) => CACHE_NAME.test(name))
  const stored = await Promise.all(names.map((cacheName) => caches.match(KEY, { cacheName })))
  return Promise.all(stored.flatMap((response) => (response ? [response.json() as Promise<UnfinishedSave>] : [])))
}

/** Forgets those of closed pages: the next account of this browser has not asked for them, though it may have access. */
export async function dropClosedSaves(): Promise<void> {
  if (!canSaveOffline()) return
  const closed = (await listUnfinishedSaves()).filter(({ public_status }) => !public_status)
  await Promise.all(closed.map(({ id }) => recordSaveEnded(id)))
}

/** A reader who did not come back for so long has forgotten it. */
const RESUMED_WITHIN_MS = 24 * 3_600_000

/**
 * Finishes the saves whose page was left while they ran. One that fails is tried at the next visit; that of a closed page waits
 * for its token.
 */
export async function resumeSaves(state: StateWithSession): Promise<void> {
  if (!canSaveOffline()) return
  const unfinished = await listUnfinishedSaves()
  if (unfinished.length === 0) return
  // There is rarely one, so what saves a page is loaded only then.
  const { saveMemorial } = await import('./save-memorial')
  for (const save of unfinished) {
    const { id, begunAt } = save
    const isForgotten = Date.now() - Date.parse(begunAt) > RESUMED_WITHIN_MS
    const reader = readerOf(save, state)
    if (!isForgotten && (!reader || (await isRunningInTab(id)))) continue
    const outcome = isForgotten || !reader ? undefined : await saveMemorial(save, reader, { isSaved: true })
    if (outcome !== 'failed') await recordSaveEnded(id)
  }
}

/** Undefined where this tab has no such token as the page was read with: a refusal would delete an earlier copy. */
function readerOf({ id, opensBy }: UnfinishedSave, state: StateWithSession): Reader | undefined {
  if (opensBy === null) return {}
  const accountToken = selectAccountToken(state)
  const memorialToken = selectMemorialToken(state, id)
  if (opensBy === 'account') return accountToken === undefined ? undefined : { accountToken }
  return memorialToken === undefined ? undefined : { memorialToken }
}

async function isRunningInTab(id: number): Promise<boolean> {
  if (!('locks' in navigator)) return false
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === `keep-memorial-${id}`)
}

function cacheOf(id: number): string {
  return `unfinished-save-${id}`
}
