import type { CalendarUrl } from '@contract/calendar'
import { LONG_TIMEOUT_MS } from '@contract/limits'
import { ALL_PLATES_PATH } from '@contract/paths'
import { api, type NoArgument } from './api'

/** What an account downloads of all its pages. Apart from the downloads of one page, which its readers load. */
const ownDownloadsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The plates of all pages of the account, as a `blob:` URL; for very many pages those of one part, from 1. */
    makeAllPlates: build.mutation<string, { part: number }>({
      query: ({ part }) => ({
        url: ALL_PLATES_PATH,
        ...(part > 1 && { params: { part } }),
        timeout: LONG_TIMEOUT_MS,
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

export const { useMakeAllPlatesMutation, useShowCalendarUrlMutation, useEndCalendarUrlMutation } = ownDownloadsApi
