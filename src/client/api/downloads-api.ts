import { LONG_TIMEOUT_MS } from '@contract/limits'
import { bookPath, calendarPath } from '@contract/paths'
import { api } from './api'

const bookApi = api.injectEndpoints({
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
  }),
})

export const { useMakeBookMutation } = bookApi

const calendarApi = api.injectEndpoints({
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
  }),
})

export const { useMakeCalendarMutation } = calendarApi
