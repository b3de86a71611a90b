import type { Memorial } from '@contract/memorial'
import { canSaveOffline } from './copies'
import type { Reader } from './policy'

/** A save that the reader asked for. It is there while the save runs, and stays when its page is left before the end. */
export interface UnfinishedSave extends Pick<Memorial, 'id' | 'public_status'> {
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
  { pinToken }: Reader,
): Promise<void> {
  const opensBy = public_status ? null : pinToken === undefined ? 'account' : 'pin'
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

function cacheOf(id: number): string {
  return `unfinished-save-${id}`
}
