import type { Organization, Promotion, Tariff } from '@contract/catalogue'
import { type LegalDocument, legalDocumentPath } from '@contract/legal'
import { api, listTag, type NoArgument } from './api'

interface ListOf<T> {
  result: T[]
}

/** What the operator offers. It changes only with a restart of the server, so no mutation makes it stale. */
export const catalogueApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTariffs: build.query<Tariff[], NoArgument>({
      query: () => ({ url: 'tariffs/' }),
      transformResponse: ({ result }: ListOf<Tariff>) => result,
      providesTags: [listTag('Tariff')],
    }),
    getOrganizations: build.query<Organization[], NoArgument>({
      query: () => ({ url: 'organizations/' }),
      transformResponse: ({ result }: ListOf<Organization>) => result,
      providesTags: [listTag('Organization')],
    }),
    getPromotions: build.query<Promotion[], NoArgument>({
      query: () => ({ url: 'promo/active' }),
      transformResponse: ({ result }: ListOf<Promotion>) => result,
      providesTags: [listTag('Promotion')],
    }),
  }),
})

export const { useGetTariffsQuery, useGetOrganizationsQuery, useGetPromotionsQuery } = catalogueApi

/** Going back to a document within this time needs no request, so the browser can restore the scroll position. */
const CACHE_SECONDS = 3600

/** The legal pages, by file. They change only with a restart of the server. */
export const legalApi = api.injectEndpoints({
  endpoints: (build) => ({
    getLegalDocument: build.query<LegalDocument, string>({
      query: (file) => ({ url: legalDocumentPath(file), anonymous: true }),
      keepUnusedDataFor: CACHE_SECONDS,
    }),
  }),
})

export const { useGetLegalDocumentQuery } = legalApi
