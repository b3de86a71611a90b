import type {
  BlockedAuthor,
  Decided,
  Decision,
  DecisionOutcomes,
  ExpectedOfReply,
  PendingMemories,
  PendingQuery,
  WordsLetters,
  WordsLettersChoice,
  WrittenMemory,
} from '@contract/memory'
import type { ClosingReports, PendingReports, ReportDecided, ReportDecision, ReportDraft } from '@contract/reports'
import { api, cardTag, idTag, invalidateOnSuccess, listTag, type NoArgument } from './api'
import { errorStatus, okOrNotFound } from './errors'
import { listsAfterChange, type MemoryOfMemorial } from './memory-api'

/** Something that people sent in to a page: words unless `of` says otherwise. */
export interface SentToPage extends MemoryOfMemorial {
  of?: 'stories' | 'proposals'
}

interface DecisionArg {
  /** The id of the memory. */
  id: number
  memorialId: number
  decision: Decision
}

interface SenderArg {
  /** The decider's token: they may have signed out since. */
  token: string | undefined
}

type ModerateArg = DecisionArg & SenderArg
type ModerateManyArg = { decisions: readonly DecisionArg[] } & SenderArg

type PendingArg = Partial<PendingQuery>

export const moderationApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPendingMemories: build.query<PendingMemories, PendingArg>({
      query: ({ suspicious, ...params }) => ({
        url: 'memories/pending',
        params: { ...params, suspicious: suspicious || undefined },
      }),
      // Someone else may have decided since the last read.
      keepUnusedDataFor: 0,
      providesTags: [listTag('Memory')],
    }),

    /** Completes even if the page is left. */
    moderateMemory: build.mutation<Decided, ModerateArg>({
      query: ({ id, decision, token }) => ({
        url: `memories/moderate/${id}`,
        method: 'POST',
        body: { decision },
        token,
        keepalive: true,
      }),
      invalidatesTags: invalidateOnSuccess(({ memorialId }) => [listTag('Memory'), listTag('Memory', memorialId)]),
    }),

    /**
     * All pending decisions when the moderator leaves, in one request: a slow phone allows half a second before it closes
     * the page, too little for many.
     */
    moderateMemories: build.mutation<DecisionOutcomes, ModerateManyArg>({
      query: ({ decisions, token }) => ({
        url: 'memories/moderate',
        method: 'POST',
        body: { decisions: decisions.map(({ id, decision }) => ({ id, decision })) },
        token,
        keepalive: true,
      }),
      invalidatesTags: invalidateOnSuccess(({ decisions }) => [
        listTag('Memory'),
        ...decisions.map(({ memorialId }) => listTag('Memory', memorialId)),
      ]),
    }),
  }),
})

export const { useGetPendingMemoriesQuery } = moderationApi

interface OneReport {
  id: number
  /** The reported page. */
  memorialId: number
}

interface DecideArg extends OneReport {
  decision: ReportDecision
  text: string
  /** The decider's token: they may have signed out since. */
  token: string | undefined
}

/** Reports about pages, and the decisions of moderators. */
export const reportApi = api.injectEndpoints({
  endpoints: (build) => ({
    reportPage: build.mutation<null, ReportDraft & { memorialId: number }>({
      query: ({ memorialId, ...body }) => ({ url: `memorial/${memorialId}/report`, method: 'POST', body }),
    }),

    getPendingReports: build.query<PendingReports, NoArgument>({
      query: () => ({ url: 'reports/pending' }),
      providesTags: [listTag('Report')],
    }),

    getClosingReports: build.query<ClosingReports, NoArgument>({
      query: () => ({ url: 'reports/closed' }),
      providesTags: [listTag('Report')],
    }),

    /** Completes even if the page is left. */
    decideOnReport: build.mutation<ReportDecided, DecideArg>({
      query: ({ id, decision, text, token }) => ({
        url: `reports/${id}/decide`,
        method: 'POST',
        body: { decision, text },
        token,
        keepalive: true,
      }),
      invalidatesTags: invalidateOnSuccess(
        ({ memorialId, decision }) => [listTag('Report'), ...(decision === 'close' ? tagsOfPage(memorialId) : [])],
        listIsOld,
      ),
    }),

    reopenPage: build.mutation<ReportDecided, OneReport>({
      query: ({ id }) => ({ url: `reports/${id}/reopen`, method: 'POST' }),
      invalidatesTags: invalidateOnSuccess(
        ({ memorialId }) => [listTag('Report'), ...tagsOfPage(memorialId)],
        listIsOld,
      ),
    }),
  }),
})

/** Stale after a decision, and after one that came too late. */
function listIsOld(error: unknown): boolean {
  return !error || [404, 409].includes(errorStatus(error) ?? 0)
}

function tagsOfPage(memorialId: number) {
  return [idTag('Memorial', memorialId), cardTag(memorialId), listTag('Memorial')]
}

export const { useReportPageMutation, useGetPendingReportsQuery, useGetClosingReportsQuery, useReopenPageMutation } =
  reportApi

/** What keepers do with memories besides deciding on them. */
const replyApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** An empty text removes the reply. */
    replyToMemory: build.mutation<WrittenMemory, MemoryOfMemorial & { text: string; expected: ExpectedOfReply }>({
      query: ({ id, text, expected }) => ({
        url: `memories/${id}/reply`,
        method: 'POST',
        body: { text, expected: JSON.stringify(expected) },
      }),
      invalidatesTags: (_memory, error, { memorialId }) => listsAfterChange(memorialId, error),
    }),

    /** Of words, a story or a proposal. What of theirs waits leaves the queue. */
    blockAuthor: build.mutation<null, SentToPage>({
      query: ({ id, of }) => ({ url: `${of ?? 'memories'}/${id}/block-author`, method: 'POST' }),
      invalidatesTags: invalidateOnSuccess(({ memorialId }) => [
        listTag('BlockedAuthor', memorialId),
        listTag('Memory'),
      ]),
    }),

    /** The argument is the memorial's id. */
    getBlockedAuthors: build.query<BlockedAuthor[], number>({
      query: (memorialId) => ({ url: `memorial/${memorialId}/blocked-authors` }),
      transformResponse: ({ result }: { result: BlockedAuthor[] }) => result,
      providesTags: (_authors, _error, memorialId) => [listTag('BlockedAuthor', memorialId)],
    }),

    /** `id` is that of the list entry. */
    unblockAuthor: build.mutation<null, MemoryOfMemorial>({
      query: ({ id }) => ({ url: `blocked-authors/${id}`, method: 'DELETE' }),
      invalidatesTags: invalidateOnSuccess(
        ({ memorialId }) => [listTag('BlockedAuthor', memorialId), listTag('Memory')],
        okOrNotFound,
      ),
    }),

    getWordsLetters: build.query<WordsLetters, NoArgument>({
      query: () => ({ url: 'users/me/words-letters' }),
      transformResponse: ({ how_often }: WordsLettersChoice) => how_often,
      providesTags: ['WordsLetters'],
    }),

    chooseWordsLetters: build.mutation<null, WordsLetters>({
      query: (how_often) => ({ url: 'users/me/words-letters', method: 'PUT', body: { how_often } }),
      invalidatesTags: ['WordsLetters'],
    }),
  }),
})

export const {
  useReplyToMemoryMutation,
  useBlockAuthorMutation,
  useGetBlockedAuthorsQuery,
  useUnblockAuthorMutation,
  useGetWordsLettersQuery,
  useChooseWordsLettersMutation,
} = replyApi
