import type { Decided, Decision, PendingMemories, PendingQuery } from '@contract/memory'
import { api } from './api'
import { listTag } from './tags'

export interface ModerateArg {
  memoryId: number
  memorialId: number
  decision: Decision
  /** Of whoever decided: they may have signed out since. */
  token: string | undefined
}

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
      query: ({ memoryId, decision, token }) => ({
        url: `memories/moderate/${memoryId}`,
        method: 'POST',
        body: { decision },
        token,
        keepalive: true,
      }),
      invalidatesTags: (_decided, error, { memorialId }) =>
        error ? [] : [listTag('Memory'), listTag('Memory', memorialId)],
    }),
  }),
})

export const { useGetPendingMemoriesQuery } = moderationApi
