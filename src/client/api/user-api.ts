import type { AccountDeletion, DeletedAccount, EmailChange, LetterToken } from '@contract/leaving'
import type { PasswordChange, PinChange, PinChoice, PinReset, User, UserForm } from '@contract/user'
import { api, idTag, invalidateOnSuccess, listTag, type NoArgument } from './api'
import { isConflict } from './errors'

export const userApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Components use `useAccount` instead, which also knows guests. */
    getMe: build.query<User, NoArgument>({
      query: () => ({ url: 'users/me' }),
      providesTags: [idTag('User', 'me')],
    }),

    changeName: build.mutation<User, UserForm>({
      query: (body) => ({ url: 'users/me', method: 'PATCH', body }),
      invalidatesTags: invalidateOnSuccess([idTag('User', 'me'), 'Keeper']),
    }),

    /** Ends the other sessions of the account, and open invitations. */
    changePassword: build.mutation<null, PasswordChange>({
      query: (body) => ({ url: 'users/me/change-password', method: 'POST', body }),
      invalidatesTags: invalidateOnSuccess([listTag('Session'), 'Keeper']),
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
      invalidatesTags: invalidateOnSuccess([idTag('User', 'me')]),
    }),

    /** Sends a letter to the new e-mail: the account gets it once it is confirmed. */
    changeEmail: build.mutation<null, EmailChange>({
      query: (body) => ({ url: 'users/me/change-email', method: 'POST', body }),
    }),

    confirmEmail: build.mutation<null, LetterToken>({
      query: (body) => ({ url: 'users/confirm-email', method: 'POST', body, anonymous: true }),
      invalidatesTags: invalidateOnSuccess([idTag('User', 'me')]),
    }),

    /** Ends all sessions, this one too: forget the account afterwards by `accountDeleted`. */
    deleteAccount: build.mutation<DeletedAccount, AccountDeletion>({
      query: (body) => ({ url: 'users/me/delete', method: 'POST', body }),
    }),

    returnToAccount: build.mutation<null, LetterToken>({
      query: (body) => ({ url: 'users/return', method: 'POST', body, anonymous: true }),
    }),
  }),
})

export const {
  useGetMeQuery,
  useChangeNameMutation,
  useChangePasswordMutation,
  useSetPinMutation,
  useChangePinMutation,
  useResetPinWithPasswordMutation,
  useChangeEmailMutation,
  useConfirmEmailMutation,
  useDeleteAccountMutation,
  useReturnToAccountMutation,
} = userApi
