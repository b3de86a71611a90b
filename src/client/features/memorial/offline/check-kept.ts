import { API_BASE_PATH } from '@contract/paths'
import { heedAnswer, listKept } from '@client/lib/kept-memorials'
import { selectAccountToken, selectPinToken, type StateWithSession } from '@client/session/selectors'

/**
 * Asks the server for each kept memorial, and deletes from this device what is there no more or was closed. A closed page is
 * left alone without its PIN: it ends by itself.
 */
export async function checkKept(state: StateWithSession): Promise<void> {
  for (const { id, keptUntil } of await listKept()) {
    const token = keptUntil ? (selectPinToken(state, id) ?? selectAccountToken(state)) : undefined
    if (keptUntil && !token) continue
    const url = `${API_BASE_PATH}/memorial/${id}`
    const headers = token ? { authorization: `Bearer ${token}` } : undefined
    const { status } = await fetch(url, { headers, cache: 'no-cache' })
    await heedAnswer(url, status, token !== undefined)
  }
}
