import type { HandOver, Heir, HeirChoice, Invitation, Keepers } from '@contract/keepers'
import type {
  DayRestored,
  History,
  RestoredDay,
  ProposalDecision,
  ProposalDraft,
  Proposals,
  Proposed,
  WrittenProposal,
} from '@contract/history'
import { LONG_TIMEOUT_MS } from '@contract/limits'
import type { PendingQuery } from '@contract/memory'
import { pacedProgress } from '@client/lib/upload'
import { api, cardTag, idTag, invalidateOnSuccess, listTag, type NoArgument } from './api'
import { isConflict, okOrNotFound } from './errors'
import { formDataOf } from './form-data'

interface PartOf {
  memorialId: number
  id: number
}

interface SentProposal extends Partial<ProposalDraft> {
  memorialId: number
  file: File | null
  /** Called with the number of bytes sent, at most a few times a second. */
  onProgress: (sentBytes: number) => void
}

interface DecideArg extends ProposalDecision {
  memorialId: number
  id: number
  /** Of the account that decided. */
  token?: string | undefined
}

const HISTORY_PAGE = 30

/** Everything that has a history. */
function textsOf(memorialId: number) {
  return [
    idTag('Memorial', memorialId),
    listTag('Burial', memorialId),
    listTag('ArchiveItem', memorialId),
    listTag('Memory', memorialId),
  ]
}

function restored(memorialId: number) {
  return [...textsOf(memorialId), cardTag(memorialId), listTag('Memorial'), 'Relation' as const]
}

/** The keepers of a page, and what they change. */
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

    /** Each page begins where the one before it ended. */
    getHistory: build.infiniteQuery<History, number, number>({
      infiniteQueryOptions: {
        initialPageParam: 0,
        getNextPageParam: ({ result, total }, _pages, offset) => {
          const next = offset + result.length
          return result.length > 0 && next < total ? next : undefined
        },
      },
      query: ({ queryArg: memorialId, pageParam: offset }) => ({
        url: `memorial/${memorialId}/history`,
        params: { offset, limit: HISTORY_PAGE },
      }),
      // Every change of the page adds to it.
      providesTags: (_history, _error, memorialId) => textsOf(memorialId),
    }),

    restoreRevision: build.mutation<unknown, { memorialId: number; id: number }>({
      query: ({ memorialId, id }) => ({ url: `memorial/${memorialId}/history/${id}/restore`, method: 'POST' }),
      invalidatesTags: (_restored, error, { memorialId }) => (error && !isConflict(error) ? [] : restored(memorialId)),
    }),

    restoreDay: build.mutation<DayRestored, RestoredDay & { memorialId: number }>({
      query: ({ memorialId, ...body }) => ({ url: `memorial/${memorialId}/history/restore-day`, method: 'POST', body }),
      invalidatesTags: invalidateOnSuccess(({ memorialId }) => restored(memorialId)),
    }),

    getProposals: build.query<Proposals, number>({
      query: (memorialId) => ({ url: `memorial/${memorialId}/proposals` }),
      providesTags: (_proposals, _error, memorialId) => textsOf(memorialId),
    }),

    /** At all pages of the account. */
    getPendingProposals: build.query<Proposals, Partial<PendingQuery>>({
      query: (params) => ({ url: 'proposals/pending', params }),
      keepUnusedDataFor: 0,
      providesTags: [listTag('Memory')],
    }),

    /** A refusal may say that the text has changed since. Completes even if the page is left. */
    decideOnProposal: build.mutation<unknown, DecideArg>({
      query: ({ memorialId: _page, id, token, ...body }) => ({
        url: `proposals/${id}/decide`,
        method: 'POST',
        body,
        ...(token !== undefined && { token }),
        keepalive: true,
      }),
      invalidatesTags: (_decided, _error, { memorialId }) => [...restored(memorialId), listTag('Memory')],
    }),

    /** What a reader knows better. The server checks who may read the page before it reads the file. */
    propose: build.mutation<Proposed, SentProposal>({
      query: ({ memorialId, file, onProgress, ...draft }) => ({
        url: `memorial/${memorialId}/proposals`,
        method: 'POST',
        memorialId,
        body: formDataOf({ ...draft, file }),
        ...(file && { timeout: LONG_TIMEOUT_MS, onProgress: pacedProgress(file.size, onProgress) }),
      }),
    }),

    /** A POST, since the token of a link must not appear in an API URL. */
    getOwnProposal: build.query<WrittenProposal, string>({
      query: (own_token) => ({ url: 'proposals/own', method: 'POST', body: { own_token }, anonymous: true }),
      keepUnusedDataFor: 0,
    }),

    deleteOwnProposal: build.mutation<null, string>({
      query: (own_token) => ({ url: 'proposals/own', method: 'DELETE', body: { own_token }, anonymous: true }),
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
  useGetHistoryInfiniteQuery,
  useGetProposalsQuery,
  useGetPendingProposalsQuery,
  useDecideOnProposalMutation,
  useProposeMutation,
  useGetOwnProposalQuery,
  useDeleteOwnProposalMutation,
  useRestoreRevisionMutation,
  useRestoreDayMutation,
  useGetHeirQuery,
  useNameHeirMutation,
} = keepersApi
