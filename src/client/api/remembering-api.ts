import type { CandleCounts, Reminder } from '@contract/remembering'
import { api, idTag } from './api'
import { memorialApi } from './memorial-api'
import { showAtOnce } from './show-at-once'

/** Candles on a page, and letters before its days. */
export const rememberingApi = api.injectEndpoints({
  endpoints: (build) => ({
    lightCandle: build.mutation<CandleCounts, number>({
      query: (memorialId) => ({
        url: `memorial/${memorialId}/candle`,
        method: 'POST',
        memorialId,
        ignoreUnauthorized: true,
      }),
      async onQueryStarted(memorialId, { dispatch, queryFulfilled }) {
        const result = await queryFulfilled.catch(() => undefined)
        if (!result) return
        void dispatch(rememberingApi.util.upsertQueryData('getCandles', memorialId, result.data))
        dispatch(
          memorialApi.util.updateQueryData('getMemorial', memorialId, (memorial) => {
            memorial.candles = result.data.lit_in_all
          }),
        )
      },
    }),

    /** The page's own count may be a minute old: a candle does not make it stale. */
    getCandles: build.query<CandleCounts, number>({
      query: (memorialId) => ({ url: `memorial/${memorialId}/candles`, memorialId }),
    }),

    getReminder: build.query<Reminder, number>({
      query: (memorialId) => ({ url: `memorial/${memorialId}/reminder` }),
      providesTags: (_reminder, _error, memorialId) => [idTag('Reminder', memorialId)],
    }),

    setReminder: build.mutation<null, Reminder & { memorialId: number }>({
      query: ({ memorialId, is_on }) => ({ url: `memorial/${memorialId}/reminder`, method: 'PUT', body: { is_on } }),
      async onQueryStarted({ memorialId, is_on }, mutation) {
        await showAtOnce(mutation, {
          read: rememberingApi.endpoints.getReminder.select(memorialId),
          change: () =>
            rememberingApi.util.updateQueryData('getReminder', memorialId, (reminder) => {
              reminder.is_on = is_on
            }),
        })
      },
    }),
  }),
})

export const { useLightCandleMutation, useGetCandlesQuery, useGetReminderQuery, useSetReminderMutation } =
  rememberingApi
