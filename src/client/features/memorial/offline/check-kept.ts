import { API_BASE_PATH } from '@contract/paths'
import { heedAnswer, KEPT_AT_HEADER, type KeptMemorial, listKept, noteChecked } from '@client/lib/kept-memorials'
import { selectAccountToken, selectPinToken, type StateWithSession } from '@client/session/selectors'

/** Pages that were only visited may be many. */
const VISITED_CHECKED_EVERY_MS = 3_600_000

/**
 * Asks the server for kept memorials, and deletes from this device what is there no more or was closed: those that somebody
 * saved each time, those that were only visited once an hour. A closed page that was opened with a PIN is
 * asked for without it where the PIN is forgotten: then it goes only if it is there no more.
 */
export async function checkKept(state: StateWithSession): Promise<void> {
  for (const kept of (await listKept()).filter(isDue)) {
    const { id, keptUntil, isOfAccount } = kept
    const token = isOfAccount ? selectAccountToken(state) : keptUntil ? selectPinToken(state, id) : undefined
    const authorization = token && `Bearer ${token}`
    const url = `${API_BASE_PATH}/memorial/${id}`
    const answer = await fetch(url, { ...(authorization && { headers: { authorization } }), cache: 'no-cache' })
    // The server was not reached.
    if (answer.headers.has(KEPT_AT_HEADER)) return
    if (answer.ok && !kept.isSaved) await noteChecked(kept)
    await heedAnswer(url, answer.status, authorization)
  }
}

function isDue({ isSaved, keptAt, checkedAt = keptAt }: KeptMemorial): boolean {
  return isSaved || Date.now() - Date.parse(checkedAt) > VISITED_CHECKED_EVERY_MS
}
