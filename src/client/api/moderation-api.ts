import type { Decided, Decision, DecisionOutcomes, PendingMemories, PendingQuery } from '@contract/memory'
import { api } from './api'
import { listTag } from './tags'

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

export type ModerateArg = DecisionArg & SenderArg
export type ModerateManyArg = { decisions: readonly DecisionArg[] } & SenderArg

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
      invalidatesTags: (_decided, error, { memorialId }) =>
        error ? [] : [listTag('Memory'), listTag('Memory', memorialId)],
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
      invalidatesTags: (_outcomes, error, { decisions }) =>
        error ? [] : [listTag('Memory'), ...decisions.map(({ memorialId }) => listTag('Memory', memorialId))],
    }),
  }),
})

export const { useGetPendingMemoriesQuery } = moderationApi
