import { api } from '@client/api/api'
import { API_BASE_PATH } from '@contract/paths'
import { SAVED_AT_HEADER } from '@client/lib/connection'
import { isCheckDue } from '@client/offline/policy'
import { evictIfRevoked, listOfflineCopies, markChecked } from '@client/offline/copies'
import { selectAccountToken, selectMemorialToken } from '@client/session/session-slice'
import type { AppStore } from '@client/store/create-app-store'

const { checkMemorial } = api.injectEndpoints({
  endpoints: (build) => ({
    /** Reads a memorial with this token or none, past the HTTP cache, and changes nothing that is shown. */
    checkMemorial: build.mutation<{ status: number; isFromDevice: boolean }, { id: number; token: string | undefined }>(
      {
        queryFn: async ({ id, token }, _queryApi, _options, send) => {
          const { meta, error } = await send({ url: `memorial/${id}`, token, anonymous: true, cache: 'no-cache' })
          const response = meta?.response
          if (!response) return { error: error ?? { status: 'FETCH_ERROR', error: 'No response' } }
          return { data: { status: response.status, isFromDevice: response.headers.has(SAVED_AT_HEADER) } }
        },
      },
    ),
  }),
}).endpoints

/**
 * Asks the server for the memorials that have offline copies, and deletes copies of those that were deleted or closed. A
 * closed page that was opened with a PIN is requested without a token once the PIN is forgotten: then its copy is deleted
 * only if the page no longer exists.
 */
export async function checkOfflineCopies(store: AppStore): Promise<void> {
  for (const copy of (await listOfflineCopies()).filter(isCheckDue)) {
    const { id, keptUntil, isOfAccount } = copy
    const state = store.getState()
    const token = isOfAccount ? selectAccountToken(state) : keptUntil ? selectMemorialToken(state, id) : undefined
    const { data: result } = await store.dispatch(checkMemorial.initiate({ id, token }, { track: false }))
    // The server is unreachable.
    if (!result || result.isFromDevice) return
    if (result.status < 300 && !copy.isSaved) await markChecked(copy)
    await evictIfRevoked(`${API_BASE_PATH}/memorial/${id}`, result.status, token && `Bearer ${token}`)
  }
}
