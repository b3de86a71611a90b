import type { CalendarAddress } from '@contract/calendar'
import { calendarPath } from '@contract/paths'
import { api, type NoArgument } from './api'

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
    showCalendarAddress: build.mutation<string, NoArgument>({
      query: () => ({ url: 'users/me/calendar' }),
      transformResponse: ({ address }: CalendarAddress) => address,
    }),

    endCalendarAddress: build.mutation<unknown, NoArgument>({
      query: () => ({ url: 'users/me/calendar', method: 'DELETE' }),
    }),
  }),
})

export const { useMakeCalendarMutation, useShowCalendarAddressMutation, useEndCalendarAddressMutation } = calendarApi
