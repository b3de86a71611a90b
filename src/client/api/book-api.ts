import { LONG_TIMEOUT_MS } from '@contract/limits'
import { ALL_PLATES_PATH, bookPath } from '@contract/paths'
import { api } from './api'

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
