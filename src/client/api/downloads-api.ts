import type { CalendarUrl } from '@contract/calendar'
import { LONG_TIMEOUT_MS } from '@contract/limits'
import { ALL_PLATES_PATH, bookPath, calendarPath } from '@contract/paths'
import { api, type NoArgument } from './api'

export const bookApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The book of a memorial, as a `blob:` URL that the state can hold. The caller must revoke the object URL. */
    makeBook: build.mutation<string, number>({
      query: (memorialId) => ({
        url: bookPath(memorialId),
        memorialId,
        ignoreUnauthorized: true,
        timeout: LONG_TIMEOUT_MS,
        responseHandler: async (response): Promise<unknown> =>
          response.ok ? URL.createObjectURL(await response.blob()) : response.json(),
      }),
    }),

    /** The plates of all pages of the account, likewise; for very many pages those of one part, from 1. */
    makeAllPlates: build.mutation<string, { part: number }>({
      query: ({ part }) => ({
        url: ALL_PLATES_PATH,
        ...(part > 1 && { params: { part } }),
        timeout: LONG_TIMEOUT_MS,
        responseHandler: async (response): Promise<unknown> =>
          response.ok ? URL.createObjectURL(await response.blob()) : response.json(),
      }),
    }),
  }),
})

export const { useMakeBookMutation, useMakeAllPlatesMutation } = bookApi

export const calendarApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The days of a memorial, as a `blob:` URL that the state can hold. The caller must revoke the object URL. */
    makeCalendar: build.mutation<string, number>({
      query: (memorialId) => ({
        url: calendarPath(memorialId),
        memorialId,
        ignoreUnauthorized: true,
        responseHandler: async (response): Promise<unknown> =>
          response.ok ? URL.createObjectURL(await response.blob()) : response.json(),
      }),
    }),

    /** The secret URL of the account's calendar. The request creates it, so it is sent only on a click. */
    showCalendarUrl: build.mutation<string, NoArgument>({
      query: () => ({ url: 'users/me/calendar' }),
      transformResponse: ({ address }: CalendarUrl) => address,
    }),

    endCalendarUrl: build.mutation<unknown, NoArgument>({
      query: () => ({ url: 'users/me/calendar', method: 'DELETE' }),
    }),
  }),
})

export const { useMakeCalendarMutation, useShowCalendarUrlMutation, useEndCalendarUrlMutation } = calendarApi
