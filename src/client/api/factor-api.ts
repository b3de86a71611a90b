import type { AccessToken } from '@contract/auth'
import type {
  Factor,
  FactorList,
  FactorName,
  FactorProof,
  NewCodeFactor,
  NewPasskey,
  PasskeyOptions,
  RecoveryCodes,
  ShownPasskey,
} from '@contract/factors'
import { signedIn } from '@client/session/session-slice'
import { api, idTag, invalidateOnSuccess, listTag, type NoArgument } from './api'
import { okOrNotFound } from './errors'

/** The second factors of the account. A change may activate a moderator's rights, which the profile shows. */
const CHANGED = [listTag('Factor'), idTag('User', 'me')]

export const factorApi = api.injectEndpoints({
  endpoints: (build) => ({
    getFactors: build.query<FactorList, NoArgument>({
      query: () => ({ url: 'users/me/factors' }),
      providesTags: [listTag('Factor')],
    }),

    addCode: build.mutation<NewCodeFactor, FactorName>({
      query: (body) => ({ url: 'users/me/factors/code', method: 'POST', body }),
    }),

    confirmCode: build.mutation<RecoveryCodes, { id: number; code: string }>({
      query: ({ id, code }) => ({ url: `users/me/factors/code/${id}/confirm`, method: 'POST', body: { code } }),
      invalidatesTags: invalidateOnSuccess(CHANGED),
    }),

    beginPasskey: build.mutation<PasskeyOptions, NoArgument>({
      query: () => ({ url: 'users/me/factors/passkey/begin', method: 'POST' }),
    }),

    addPasskey: build.mutation<Factor, NewPasskey>({
      query: (body) => ({ url: 'users/me/factors/passkey/finish', method: 'POST', body }),
      invalidatesTags: invalidateOnSuccess(CHANGED),
    }),

    removeFactor: build.mutation<null, number>({
      query: (id) => ({ url: `users/me/factors/${id}`, method: 'DELETE' }),
      invalidatesTags: invalidateOnSuccess(CHANGED, okOrNotFound),
    }),

    makeRecoveryCodes: build.mutation<RecoveryCodes, NoArgument>({
      query: () => ({ url: 'users/me/factors/recovery-codes', method: 'POST' }),
      invalidatesTags: invalidateOnSuccess([listTag('Factor')]),
    }),

    /**
     * The second step of a sign-in: the session has the token before the promise resolves. An earlier token is sent along,
     * as in `login`.
     */
    loginByFactor: build.mutation<AccessToken, { ticket: string } & Partial<FactorProof>>({
      query: (body) => ({ url: 'auth/login/factor', method: 'POST', body, ignoreUnauthorized: true }),
      onQueryStarted: (_proof, { dispatch, queryFulfilled }) => signIn(dispatch, queryFulfilled),
    }),

    beginPasskeyLogin: build.mutation<PasskeyOptions, NoArgument>({
      query: () => ({ url: 'auth/login/passkey/begin', method: 'POST', anonymous: true }),
    }),

    /** Signs in with a passkey alone. An earlier token is sent along, as in `login`. */
    loginByPasskey: build.mutation<AccessToken, ShownPasskey>({
      query: (body) => ({ url: 'auth/login/passkey/finish', method: 'POST', body, ignoreUnauthorized: true }),
      onQueryStarted: (_passkey, { dispatch, queryFulfilled }) => signIn(dispatch, queryFulfilled),
    }),

    /** For an account that has lost all factors: a letter is sent at once, and another with a link after three days. */
    askFactorRecovery: build.mutation<null, { ticket: string }>({
      query: (body) => ({ url: 'auth/factor-recovery', method: 'POST', body, anonymous: true }),
    }),

    finishFactorRecovery: build.mutation<null, { token: string }>({
      query: (body) => ({ url: 'auth/factor-recovery/finish', method: 'POST', body, anonymous: true }),
    }),
  }),
})

export const {
  useGetFactorsQuery,
  useAddCodeMutation,
  useConfirmCodeMutation,
  useBeginPasskeyMutation,
  useAddPasskeyMutation,
  useRemoveFactorMutation,
  useMakeRecoveryCodesMutation,
  useLoginByFactorMutation,
  useBeginPasskeyLoginMutation,
  useLoginByPasskeyMutation,
  useAskFactorRecoveryMutation,
  useFinishFactorRecoveryMutation,
} = factorApi

async function signIn(
  dispatch: (action: ReturnType<typeof signedIn>) => unknown,
  outcome: Promise<{ data: AccessToken }>,
): Promise<void> {
  const result = await outcome.catch(() => undefined)
  if (result) dispatch(signedIn({ token: result.data.access_token }))
}
