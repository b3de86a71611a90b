import { LONG_TIMEOUT_MS } from '@contract/limits'
import { ALL_PLATES_PATH, bookPath } from '@contract/paths'
import { api, type NoArgument } from './api'

export const bookApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The book of a memorial, as a `blob:` address that a state can hold. Whoever asks for it lets it go. */
    makeBook: build.mutation<string, number>({
      query: (memorialId) => ({
        url: bookPath(memorialId),
        memorialId,
        keepsSession: true,
        timeout: LONG_TIMEOUT_MS,
        responseHandler: async (response): Promise<unknown> =>
          response.ok ? URL.createObjectURL(await response.blob()) : response.json(),
      }),
    }),

    /** The plates of all pages of the account, in the same way. */
    makeAllPlates: build.mutation<string, NoArgument>({
      query: () => ({
        url: ALL_PLATES_PATH,
        timeout: LONG_TIMEOUT_MS,
        responseHandler: async (response): Promise<unknown> =>
          response.ok ? URL.createObjectURL(await response.blob()) : response.json(),
      }),
    }),
  }),
})

export const { useMakeBookMutation, useMakeAllPlatesMutation } = bookApi
