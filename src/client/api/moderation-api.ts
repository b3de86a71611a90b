import type { Decided, Decision, PendingMemories, PendingQuery } from '@contract/memory'
import { api } from './api'
import { listTag } from './tags'

export interface ModerateArg {
  memoryId: number
  memorialId: number
  decision: Decision
  /** Where the author is written to; redacted for DevTools. */
  author_email: string | null
  /** Of whoever decided: they may have signed out since. */
  token: string | undefined
}

type PendingArg = Partial<PendingQuery>
type StateWithApi = Parameters<ReturnType<typeof moderationApi.endpoints.getPendingMemories.select>>[0]

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
      query: ({ memoryId, decision, author_email, token }) => ({
        url: `memories/moderate/${memoryId}`,
        method: 'POST',
        body: { decision, author_email },
        token,
        keepalive: true,
      }),
      invalidatesTags: (_decided, error, { memorialId }) =>
        error ? [] : [listTag('Memory'), listTag('Memory', memorialId)],
    }),
  }),
})

export const { useGetPendingMemoriesQuery } = moderationApi

/** The e-mail of a pending memory's author, as the lists that were asked for know it. */
export function selectAuthorEmail(state: StateWithApi, memoryId: number): string | null {
  const lists = moderationApi.util
    .selectCachedArgsForQuery(state, 'getPendingMemories')
    .map((arg) => moderationApi.endpoints.getPendingMemories.select(arg)(state).data?.result ?? [])
  return lists.flat().find(({ id }) => id === memoryId)?.author_email ?? null
}
