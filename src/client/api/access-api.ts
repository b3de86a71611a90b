import type { Dispatch } from '@reduxjs/toolkit'
import type { AccessDecided, AccessRequestDraft, AccessRequests, PendingAccessRequests } from '@contract/access'
import type { AccessToken } from '@contract/auth'
import type { Decision } from '@contract/memory'
import { memorialTokenReceived } from '@client/session/session-slice'
import { api, invalidateOnSuccess, listTag, type NoArgument } from './api'
import { isConflict, okOrNotFound } from './errors'

interface PartOf {
  memorialId: number
  id: number
}

/** How visitors open a closed page: by its PIN, or by a link to them alone. */
export const accessApi = api.injectEndpoints({
  endpoints: (build) => ({
    verifyPin: build.mutation<AccessToken, { memorialId: number; pin: string }>({
      query: ({ memorialId, pin }) => ({
        url: `memorial/${memorialId}/verify-pin`,
        method: 'POST',
        body: { pin_code: pin },
        memorialId,
        ignoreUnauthorized: true,
      }),
      onQueryStarted: storeToken,
    }),

    askToBeLetIn: build.mutation<null, AccessRequestDraft & { memorialId: number }>({
      query: ({ memorialId, ...body }) => ({ url: `memorial/${memorialId}/access-requests`, method: 'POST', body }),
    }),

    getAccessRequests: build.query<AccessRequests, number>({
      query: (memorialId) => ({ url: `memorial/${memorialId}/access-requests` }),
      providesTags: (_requests, _error, memorialId) => [listTag('AccessRequest', memorialId)],
    }),

    getPendingAccessRequests: build.query<PendingAccessRequests, NoArgument>({
      query: () => ({ url: 'access-requests/pending' }),
      providesTags: [listTag('AccessRequest')],
    }),

    decideOnAccess: build.mutation<AccessDecided, PartOf & { decision: Decision }>({
      query: ({ id, decision }) => ({ url: `access-requests/${id}/decide`, method: 'POST', body: { decision } }),
      invalidatesTags: (_decided, error, { memorialId }) =>
        okOrNotFound(error) || isConflict(error) ? listsWith(memorialId) : [],
    }),

    endAccess: build.mutation<null, PartOf>({
      query: ({ id }) => ({ url: `access-requests/${id}`, method: 'DELETE' }),
      invalidatesTags: invalidateOnSuccess(({ memorialId }) => listsWith(memorialId), okOrNotFound),
    }),

    /** Opens a memorial by the key of a personal link. DevTools redact it like every `token`. */
    openByLink: build.mutation<AccessToken, { memorialId: number; token: string }>({
      query: ({ memorialId, token }) => ({
        url: `memorial/${memorialId}/open`,
        method: 'POST',
        body: { key: token },
        memorialId,
        ignoreUnauthorized: true,
      }),
      onQueryStarted: storeToken,
    }),
  }),
})

/** The session has the token before the promise of the request resolves. */
async function storeToken(
  { memorialId }: { memorialId: number },
  { dispatch, queryFulfilled }: { dispatch: Dispatch; queryFulfilled: Promise<{ data: AccessToken }> },
): Promise<void> {
  const result = await queryFulfilled.catch(() => undefined)
  if (result) dispatch(memorialTokenReceived({ memorialId, token: result.data.access_token }))
}

/** The list of one page, and that of all pages of a keeper. */
function listsWith(memorialId: number) {
  return [listTag('AccessRequest', memorialId), listTag('AccessRequest')]
}

export const {
  useVerifyPinMutation,
  useAskToBeLetInMutation,
  useGetAccessRequestsQuery,
  useGetPendingAccessRequestsQuery,
  useDecideOnAccessMutation,
  useEndAccessMutation,
  useOpenByLinkMutation,
} = accessApi
