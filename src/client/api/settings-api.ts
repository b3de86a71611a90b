import type { GivenConsent, WithdrawnAlone } from '@contract/consent'
import type { AppliedPromoCode, PromoCodeEntry } from '@contract/promo-code'
import type { AccountSession } from '@contract/session'
import { api, idTag, invalidateOnSuccess, listTag, type NoArgument } from './api'
import { okOrNotFound } from './errors'

/** The active sessions of the account, on this device and on others. Ending one also ends its invitations. */
export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSessions: build.query<AccountSession[], NoArgument>({
      query: () => ({ url: 'users/me/sessions' }),
      transformResponse: ({ result }: { result: AccountSession[] }) => result,
      providesTags: [listTag('Session')],
    }),

    endSession: build.mutation<null, number>({
      query: (id) => ({ url: `users/me/sessions/${id}`, method: 'DELETE' }),
      invalidatesTags: invalidateOnSuccess([listTag('Session'), 'Keeper'], okOrNotFound),
    }),

    /** Ends all but the current one. */
    endOtherSessions: build.mutation<null, NoArgument>({
      query: () => ({ url: 'users/me/sessions', method: 'DELETE' }),
      invalidatesTags: invalidateOnSuccess([listTag('Session'), 'Keeper']),
    }),
  }),
})

export const { useGetSessionsQuery, useEndSessionMutation, useEndOtherSessionsMutation } = sessionApi

/** The consents of the account holder. */
const consentApi = api.injectEndpoints({
  endpoints: (build) => ({
    getConsents: build.query<GivenConsent[], NoArgument>({
      query: () => ({ url: 'users/me/consents' }),
      transformResponse: ({ result }: { result: GivenConsent[] }) => result,
      providesTags: [listTag('Consent')],
    }),

    /** Ends what depends on the consent too. */
    withdrawConsent: build.mutation<null, { occasion: WithdrawnAlone; id: number }>({
      query: ({ occasion, id }) => ({ url: `users/me/consents/${occasion}/${id}`, method: 'DELETE' }),
      invalidatesTags: invalidateOnSuccess([listTag('Consent'), 'Memory'], okOrNotFound),
    }),
  }),
})

export const { useGetConsentsQuery, useWithdrawConsentMutation } = consentApi

const promoCodeApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Adds the credits of the code's tariff to the account. */
    applyPromoCode: build.mutation<AppliedPromoCode, PromoCodeEntry>({
      query: (entry) => ({ url: 'promo-codes/apply', method: 'POST', body: entry }),
      invalidatesTags: invalidateOnSuccess([idTag('User', 'me')]),
    }),
  }),
})

export const { useApplyPromoCodeMutation } = promoCodeApi
