import type { GivenConsent, WithdrawnAlone } from '@contract/consents'
import { api, type NoArgument } from './api'
import { okOrNotFound } from './errors'
import { listTag } from './tags'

/** The consents of the account holder. */
export const consentApi = api.injectEndpoints({
  endpoints: (build) => ({
    getConsents: build.query<GivenConsent[], NoArgument>({
      query: () => ({ url: 'users/me/consents' }),
      transformResponse: ({ result }: { result: GivenConsent[] }) => result,
      providesTags: [listTag('Consent')],
    }),

    /** Ends what depends on the consent too. */
    withdrawConsent: build.mutation<null, { occasion: WithdrawnAlone; id: number }>({
      query: ({ occasion, id }) => ({ url: `users/me/consents/${occasion}/${id}`, method: 'DELETE' }),
      invalidatesTags: (_nothing, error) => (okOrNotFound(error) ? [listTag('Consent'), 'Memory'] : []),
    }),
  }),
})

export const { useGetConsentsQuery, useWithdrawConsentMutation } = consentApi
