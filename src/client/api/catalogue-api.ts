import type { Organization, Promotion, Tariff } from '@contract/catalogue'
import { api, type NoArgument } from './api'
import { listTag } from './tags'

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
