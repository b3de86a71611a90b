import { LONG_TIMEOUT_MS } from '@contract/limits'
import type { PendingQuery } from '@contract/memory'
import type { ProposalDecision, ProposalDraft, Proposals, Proposed, WrittenProposal } from '@contract/proposals'
import { pacedProgress } from '@client/lib/resumable-upload'
import { api, listTag } from './api'
import { formDataOf } from './form-data'
import { restoredTags, textTags } from './history-api'

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

/** What readers propose for a page, and what its keepers decide. */
export const proposalApi = api.injectEndpoints({
  endpoints: (build) => ({
    getProposals: build.query<Proposals, number>({
      query: (memorialId) => ({ url: `memorial/${memorialId}/proposals` }),
      providesTags: (_proposals, _error, memorialId) => textTags(memorialId),
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
      invalidatesTags: (_decided, _error, { memorialId }) => [...restoredTags(memorialId), listTag('Memory')],
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
  }),
})

export const {
  useGetProposalsQuery,
  useGetPendingProposalsQuery,
  useDecideOnProposalMutation,
  useProposeMutation,
  useGetOwnProposalQuery,
  useDeleteOwnProposalMutation,
} = proposalApi
