import type { Confirmation, EmailOnly, LoginForm, PasswordReset, Registration } from '@contract/auth'
import type { LetterToken } from '@contract/leaving'
import type { SignIn } from '@contract/factors'
import type { User } from '@contract/user'
import { signedIn } from '@client/session/session-slice'
import { api, idTag, invalidateOnSuccess } from './api'
import { confirmationRequest } from './base-query'

export const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    register: build.mutation<User, Registration>({
      query: (registration) => ({ url: 'auth/register', method: 'POST', body: registration, anonymous: true }),
    }),

    /**
     * Signs in: the session has the token before the promise resolves. An account with a second factor gets a ticket
     * instead. A token that this browser still has is sent along, to end its session: later no one could end it here.
     */
    login: build.mutation<SignIn, LoginForm>({
      query: (form) => ({ url: 'auth/login', method: 'POST', body: passwordGrant(form), ignoreUnauthorized: true }),
      async onQueryStarted(_form, { dispatch, queryFulfilled }) {
        const result = await queryFulfilled.catch(() => undefined)
        if (result?.data.access_token) dispatch(signedIn({ token: result.data.access_token }))
      },
    }),

    /** Confirms the account holder: the base query asks for it, and `app/StepUpDialog.tsx` sends it. */
    /** Confirms the account holder: see app/StepUpDialog.tsx. */
    confirmAccount: build.mutation<null, Confirmation>({ query: confirmationRequest }),

    /**
     * Revokes a token on the server, even if the page is closing. Components use `useSignOut`, which forgets it here as
     * well.
     */
    logout: build.mutation<null, { token: string }>({
      query: ({ token }) => ({ url: 'auth/logout', method: 'POST', token, ignoreUnauthorized: true, keepalive: true }),
    }),

    requestVerifyToken: build.mutation<null, EmailOnly>({
      query: (body) => ({ url: 'auth/request-verify-token', method: 'POST', body }),
    }),

    forgotPassword: build.mutation<null, EmailOnly>({
      query: (body) => ({ url: 'auth/forgot-password', method: 'POST', body }),
    }),

    resetPassword: build.mutation<null, PasswordReset>({
      query: (body) => ({ url: 'auth/reset-password', method: 'POST', body }),
      // Ends every session of the account: refetching it shows whether this one was among them.
      invalidatesTags: invalidateOnSuccess([idTag('User', 'me')]),
    }),

    /** The «это не я» link of letters. */
    notMe: build.mutation<null, LetterToken>({
      query: (body) => ({ url: 'auth/not-me', method: 'POST', body, anonymous: true }),
      // Ends every session of the account: refetching it shows whether this one was among them.
      invalidatesTags: invalidateOnSuccess([idTag('User', 'me')]),
    }),
  }),
})

export const {
  useRegisterMutation,
  useLoginMutation,
  useConfirmAccountMutation,
  useRequestVerifyTokenMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
  useNotMeMutation,
} = authApi

/** The form-encoded body of an OAuth2 password grant. */
function passwordGrant({ email, password }: LoginForm): URLSearchParams {
  return new URLSearchParams({
    grant_type: 'password',
    username: email,
    password,
    scope: '',
    client_id: '',
    client_secret: '',
  })
}
