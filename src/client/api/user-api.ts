import type { PasswordChange, PinChange, PinChoice, PinReset, User } from '@contract/user'
import { api, type NoArgument } from './api'
import { isConflict } from './errors'
import { idTag, listTag } from './tags'

export const userApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Screens ask `useAccount` instead, which also knows guests. */
    getMe: build.query<User, NoArgument>({
      query: () => ({ url: 'users/me' }),
      providesTags: [idTag('User', 'me')],
    }),

    /** Ends the other sessions of the account. */
    changePassword: build.mutation<null, PasswordChange>({
      query: (body) => ({ url: 'users/me/change-password', method: 'POST', body }),
      invalidatesTags: (_nothing, error) => (error ? [] : [listTag('Session')]),
    }),

    setPin: build.mutation<null, PinChoice>({
      query: (body) => ({ url: 'users/me/set-pin', method: 'POST', body }),
      // A refusal because there is a PIN already is news about the account too.
      invalidatesTags: (_nothing, error) => (error && !isConflict(error) ? [] : [idTag('User', 'me')]),
    }),

    changePin: build.mutation<null, PinChange>({
      query: (body) => ({ url: 'users/me/change-pin', method: 'POST', body }),
    }),

    resetPinWithPassword: build.mutation<null, PinReset>({
      query: (body) => ({ url: 'users/me/reset-pin-with-password', method: 'POST', body }),
      invalidatesTags: (_nothing, error) => (error ? [] : [idTag('User', 'me')]),
    }),
  }),
})

export const {
  useGetMeQuery,
  useChangePasswordMutation,
  useSetPinMutation,
  useChangePinMutation,
  useResetPinWithPasswordMutation,
} = userApi
