import type { User } from '@contract/user'
import { api, type NoArgument } from './api'
import { idTag } from './tags'

export const userApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Screens ask `useAccount` instead, which also knows guests. */
    getMe: build.query<User, NoArgument>({
      query: () => ({ url: 'users/me' }),
      providesTags: [idTag('User', 'me')],
    }),
  }),
})

export const { useGetMeQuery } = userApi
