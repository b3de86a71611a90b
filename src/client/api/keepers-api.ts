import type { HandOver, Heir, HeirChoice, Invitation, Keepers } from '@contract/keepers'
import { api, idTag, invalidateOnSuccess, listTag, type NoArgument } from './api'
import { okOrNotFound } from './errors'

interface PartOf {
  memorialId: number
  id: number
}

/** The keepers of a page, its owner among them, and the heir of an account. */
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
  }),
})

export const {
  useGetKeepersQuery,
  useInviteKeeperMutation,
  useWithdrawInvitationMutation,
  useRemoveKeeperMutation,
  useHandOverMutation,
  useGetHeirQuery,
  useNameHeirMutation,
} = keepersApi
