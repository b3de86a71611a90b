import type { Acceptance, Accepted, WaitingInvitations } from '@contract/keepers'
import { api, idTag, listTag, type NoArgument } from './api'

/** The account's side of invitations. Apart from the keepers' side, which no reader needs: signing in follows these. */
export const invitationsApi = api.injectEndpoints({
  endpoints: (build) => ({
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
  useAcceptInvitationMutation,
  useGetWaitingInvitationsQuery,
  useAcceptWaitingInvitationMutation,
  useDeclineInvitationMutation,
} = invitationsApi
