import { API_BASE_PATH } from '@contract/paths'
import {
  evictIfRevoked,
  SAVED_AT_HEADER,
  type OfflineCopy,
  listOfflineCopies,
  noteChecked,
} from '@client/lib/offline-copies'
import { selectAccountToken, selectPinToken, type StateWithSession } from '@client/session/selectors'

/** There may be many pages that were only visited. */
const VISITED_CHECKED_EVERY_MS = 3_600_000

/**
 * Asks the server for the memorials that have offline copies, and deletes copies of those that were deleted or closed:
 * explicitly saved ones are checked each time, visited ones once an hour. A closed page that was opened with a PIN is requested
 * without a token once the PIN is forgotten: then its copy is deleted only if the page no longer exists.
 */
export async function checkOfflineCopies(state: StateWithSession): Promise<void> {
  for (const copy of (await listOfflineCopies()).filter(isDue)) {
    const { id, keptUntil, isOfAccount } = copy
    const token = isOfAccount ? selectAccountToken(state) : keptUntil ? selectPinToken(state, id) : undefined
    const authorization = token && `Bearer ${token}`
    const url = `${API_BASE_PATH}/memorial/${id}`
    const answer = await fetch(url, { ...(authorization && { headers: { authorization } }), cache: 'no-cache' })
    // The server is unreachable.
    if (answer.headers.has(SAVED_AT_HEADER)) return
    if (answer.ok && !copy.isSaved) await noteChecked(copy)
    await evictIfRevoked(url, answer.status, authorization)
  }
}

function isDue({ isSaved, keptAt, checkedAt = keptAt }: OfflineCopy): boolean {
  return isSaved || Date.now() - Date.parse(checkedAt) > VISITED_CHECKED_EVERY_MS
}
