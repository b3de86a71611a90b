import type { Acceptance, Accepted, HandOver, Heir, HeirChoice, Invitation, Keepers } from '@contract/keepers'
import { api, type NoArgument } from './api'
import { isGone } from './errors'
import { idTag, listTag } from './tags'

interface PartOf {
  memorialId: number
  id: number
}

/** Those who keep a page together, and those who are asked to. */
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
      invalidatesTags: (_nothing, error, { memorialId }) => (isGone(error) ? [listTag('Keeper', memorialId)] : []),
    }),

    /** `id` is that of the account. */
    removeKeeper: build.mutation<null, PartOf>({
      query: ({ memorialId, id }) => ({ url: `memorial/${memorialId}/keepers/${id}`, method: 'DELETE' }),
      invalidatesTags: (_nothing, error, { memorialId }) =>
        isGone(error) ? [listTag('Keeper', memorialId), idTag('Memorial', memorialId), listTag('Memorial')] : [],
    }),

    handOver: build.mutation<null, HandOver & { memorialId: number }>({
      query: ({ memorialId, ...body }) => ({ url: `memorial/${memorialId}/hand-over`, method: 'POST', body }),
      invalidatesTags: (_nothing, error, { memorialId }) => (error ? [] : [listTag('Keeper', memorialId)]),
    }),

    getHeir: build.query<Heir, NoArgument>({
      query: () => ({ url: 'users/me/heir' }),
      providesTags: [listTag('Heir')],
    }),

    /** Null takes the heir back. */
    nameHeir: build.mutation<null, HeirChoice>({
      query: (body) => ({ url: 'users/me/heir', method: 'PUT', body }),
      invalidatesTags: (_nothing, error) => (error ? [] : [listTag('Heir')]),
    }),

    acceptInvitation: build.mutation<Accepted, Acceptance>({
      query: (body) => ({ url: 'keepers/accept', method: 'POST', body }),
      invalidatesTags: (accepted) =>
        accepted ? [listTag('Memorial'), listTag('Memory'), idTag('Memorial', accepted.memorial_id)] : [],
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
  useAcceptInvitationMutation,
} = keepersApi
