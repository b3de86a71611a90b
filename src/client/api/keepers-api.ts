import type {
  Acceptance,
  Accepted,
  HandOver,
  Heir,
  HeirChoice,
  Invitation,
  Keepers,
  WaitingInvitations,
} from '@contract/keepers'
import { api, idTag, invalidateOnSuccess, listTag, type NoArgument } from './api'
import { okOrNotFound } from './errors'

interface PartOf {
  memorialId: number
  id: number
}

/** The keepers of a page, and the invited ones. */
export const keepersApi = api.injectEndpoints({
  endpoints: (build) => ({
    getKeepers: build.query<Keepers, number>({
      query: (memorialId) => ({ url: `memorial/${memorialId}/keepers` }),
      providesTags: (_keepers, _error, memorialId) => [listTag('Keeper', memorialId)],
    }),

    inviteKeeper: build.mutation<Invitation, { memorialId: number; email: string }>({
      query: ({ memorialId, email }) => ({
        url: `memorial/${memorialId}/keepers`,
        method: 'POST',
        body: { email },
      }),
      invalidatesTags: (_invitation, _error, { memorialId }) => [listTag('Keeper', memorialId)],
    }),

    withdrawInvitation: build.mutation<null, PartOf>({
      query: ({ memorialId, id }) => ({ url: `memorial/${memorialId}/invitations/${id}`, method: 'DELETE' }),
      invalidatesTags: invalidateOnSuccess(({ memorialId }) => [listTag('Keeper', memorialId)], okOrNotFound),
    }),

    /** `id` is that of the account. */
    removeKeeper: build.mutation<null, PartOf>({
      query: ({ memorialId, id }) => ({ url: `memorial/${memorialId}/keepers/${id}`, method: 'DELETE' }),
      invalidatesTags: invalidateOnSuccess(
        ({ memorialId }) => [listTag('Keeper', memorialId), idTag('Memorial', memorialId), listTag('Memorial')],
        okOrNotFound,
      ),
    }),

    handOver: build.mutation<null, HandOver & { memorialId: number }>({
      query: ({ memorialId, ...body }) => ({ url: `memorial/${memorialId}/hand-over`, method: 'POST', body }),
      invalidatesTags: invalidateOnSuccess(({ memorialId }) => [listTag('Keeper', memorialId)]),
    }),

    getHeir: build.query<Heir, NoArgument>({
      query: () => ({ url: 'users/me/heir' }),
      providesTags: [listTag('Heir')],
    }),

    /** Null removes the heir. */
    nameHeir: build.mutation<null, HeirChoice>({
      query: (body) => ({ url: 'users/me/heir', method: 'PUT', body }),
      invalidatesTags: invalidateOnSuccess([listTag('Heir')]),
    }),

    acceptInvitation: build.mutation<Accepted, Acceptance>({
      query: (body) => ({ url: 'keepers/accept', method: 'POST', body }),
      invalidatesTags: tagsOfReply,
    }),

    /** The invitations that the account may answer. */
    getWaitingInvitations: build.query<WaitingInvitations, NoArgument>({
      query: () => ({ url: 'keepers/invitations' }),
      providesTags: [listTag('Invitation')],
    }),

    acceptWaitingInvitation: build.mutation<Accepted, number>({
      query: (id) => ({ url: `keepers/invitations/${id}/accept`, method: 'POST' }),
      invalidatesTags: tagsOfReply,
    }),

    declineInvitation: build.mutation<null, number>({
      query: (id) => ({ url: `keepers/invitations/${id}`, method: 'DELETE' }),
      invalidatesTags: () => tagsOfReply(undefined),
    }),
  }),
})

/** The tags that a reply to an invitation invalidates, even a refused one: the invitation may have ended. */
function tagsOfReply(accepted: Accepted | undefined) {
  const tags = accepted ? [listTag('Memorial'), listTag('Memory'), idTag('Memorial', accepted.memorial_id)] : []
  return [listTag('Invitation'), ...tags]
}

export const {
  useGetKeepersQuery,
  useInviteKeeperMutation,
  useWithdrawInvitationMutation,
  useRemoveKeeperMutation,
  useHandOverMutation,
  useGetHeirQuery,
  useNameHeirMutation,
  useAcceptInvitationMutation,
  useGetWaitingInvitationsQuery,
  useAcceptWaitingInvitationMutation,
  useDeclineInvitationMutation,
} = keepersApi
