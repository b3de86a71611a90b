import type { DayRestored, History, RestoredDay } from '@contract/history'
import { api, cardTag, idTag, invalidateOnSuccess, listTag } from './api'
import { isConflict } from './errors'

const HISTORY_PAGE = 30

/** Everything that has a history. */
export function textTags(memorialId: number) {
  return [
    idTag('Memorial', memorialId),
    listTag('Burial', memorialId),
    listTag('ArchiveItem', memorialId),
    listTag('Memory', memorialId),
  ]
}

/** All that restoring an earlier state may change. */
export function restoredTags(memorialId: number) {
  return [...textTags(memorialId), cardTag(memorialId), listTag('Memorial'), 'Relation' as const]
}

/** What was changed at a page, and how it is undone. */
export const historyApi = api.injectEndpoints({
  endpoints: (build) => ({
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
      providesTags: (_history, _error, memorialId) => textTags(memorialId),
    }),

    restoreRevision: build.mutation<unknown, { memorialId: number; id: number }>({
      query: ({ memorialId, id }) => ({ url: `memorial/${memorialId}/history/${id}/restore`, method: 'POST' }),
      invalidatesTags: (_restored, error, { memorialId }) =>
        error && !isConflict(error) ? [] : restoredTags(memorialId),
    }),

    restoreDay: build.mutation<DayRestored, RestoredDay & { memorialId: number }>({
      query: ({ memorialId, ...body }) => ({ url: `memorial/${memorialId}/history/restore-day`, method: 'POST', body }),
      invalidatesTags: invalidateOnSuccess(({ memorialId }) => restoredTags(memorialId)),
    }),
  }),
})

export const { useGetHistoryInfiniteQuery, useRestoreRevisionMutation, useRestoreDayMutation } = historyApi
