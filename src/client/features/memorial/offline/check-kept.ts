import { API_BASE_PATH } from '@contract/paths'
import { heedAnswer, type KeptMemorial, listKept, noteChecked } from '@client/lib/kept-memorials'
import { selectAccountToken, selectPinToken, type StateWithSession } from '@client/session/selectors'

/** Pages that were only visited may be many. */
const VISITED_CHECKED_EVERY_MS = 3_600_000

/**
 * Asks the server for kept memorials, and deletes from this device what is there no more or was closed: those that somebody
 * saved each time, those that were only visited once an hour. A closed page is left alone without its PIN: it ends by itself.
 */
export async function checkKept(state: StateWithSession): Promise<void> {
  for (const kept of (await listKept()).filter(isDue)) {
    const { id, keptUntil } = kept
    const token = keptUntil ? (selectPinToken(state, id) ?? selectAccountToken(state)) : undefined
    if (keptUntil && !token) continue
    const url = `${API_BASE_PATH}/memorial/${id}`
    const headers = token ? { authorization: `Bearer ${token}` } : undefined
    const { ok, status } = await fetch(url, { headers, cache: 'no-cache' })
    if (ok && !kept.isSaved) await noteChecked(kept)
    await heedAnswer(url, status, token !== undefined)
  }
}

function isDue({ isSaved, keptAt, checkedAt = keptAt }: KeptMemorial): boolean {
  return isSaved || Date.now() - Date.parse(checkedAt) > VISITED_CHECKED_EVERY_MS
}
