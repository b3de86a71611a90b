import type { Decided, Decision, DecisionOutcomes, PendingMemories, PendingQuery } from '@contract/memory'
import { api } from './api'
import { listTag } from './tags'

interface DecisionArg {
  /** Of the memory. */
  id: number
  memorialId: number
  decision: Decision
}

interface SenderArg {
  /** Of whoever decided: they may have signed out since. */
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
      // What was read a while ago may have been decided on by somebody else.
      keepUnusedDataFor: 0,
      providesTags: [listTag('Memory')],
    }),

    /** Outlives the page that it is sent from. */
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
     * All that waits when the moderator leaves, in one request: a slow phone has half a second until it takes the page
     * away, too little for many.
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
