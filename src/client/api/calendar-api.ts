import type { CalendarAddress } from '@contract/calendar'
import { calendarPath } from '@contract/paths'
import { api, type NoArgument } from './api'

export const calendarApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The days of a memorial, as a `blob:` address that a state can hold. Whoever asks for it lets it go. */
    makeCalendar: build.mutation<string, number>({
      query: (memorialId) => ({
        url: calendarPath(memorialId),
        memorialId,
        ignoreUnauthorized: true,
        responseHandler: async (response): Promise<unknown> =>
          response.ok ? URL.createObjectURL(await response.blob()) : response.json(),
      }),
    }),

    /** The secret address of all own days. Asking makes it, so it is asked for by a press alone. */
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
