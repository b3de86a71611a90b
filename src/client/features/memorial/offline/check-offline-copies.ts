import { API_BASE_PATH } from '@contract/paths'
import {
  evictIfRevoked,
  SAVED_AT_HEADER,
  type OfflineCopy,
  listOfflineCopies,
  noteChecked,
} from '@client/lib/offline-copies'
import { selectAccountToken, selectPinToken, type StateWithSession } from '@client/session/selectors'

/** Pages that were only visited may be many. */
const VISITED_CHECKED_EVERY_MS = 3_600_000

/**
 * Asks the server for kept memorials, and deletes from this device what is there no more or was closed: those that somebody
 * saved each time, those that were only visited once an hour. A closed page that was opened with a PIN is
 * asked for without it where the PIN is forgotten: then it goes only if it is there no more.
 */
export async function checkOfflineCopies(state: StateWithSession): Promise<void> {
  for (const copy of (await listOfflineCopies()).filter(isDue)) {
    const { id, keptUntil, isOfAccount } = copy
    const token = isOfAccount ? selectAccountToken(state) : keptUntil ? selectPinToken(state, id) : undefined
    const authorization = token && `Bearer ${token}`
    const url = `${API_BASE_PATH}/memorial/${id}`
    const answer = await fetch(url, { ...(authorization && { headers: { authorization } }), cache: 'no-cache' })
    // The server was not reached.
    if (answer.headers.has(SAVED_AT_HEADER)) return
    if (answer.ok && !copy.isSaved) await noteChecked(copy)
    await evictIfRevoked(url, answer.status, authorization)
  }
}

function isDue({ isSaved, keptAt, checkedAt = keptAt }: OfflineCopy): boolean {
  return isSaved || Date.now() - Date.parse(checkedAt) > VISITED_CHECKED_EVERY_MS
}
