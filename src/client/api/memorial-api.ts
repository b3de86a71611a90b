import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react'
import { LONG_TIMEOUT_MS, PAGE_SIZE_MAX } from '@contract/limits'
import type { Memorial, MemorialCard, MemorialForm, MemorialListQuery, MemorialPage } from '@contract/memorial'
import { drawDistinct, randomWindowStart } from '@client/lib/random-draw'
import { api, type NoArgument } from './api'
import { isTransient } from './errors'
import { formDataOf } from './form-data'
import { idTag, listTag } from './tags'

const MEMORIAL_RETRIES = 2
const FIRST_RETRY_AFTER_MS = 300
/** Longer than one reads a page that a list led to: Back finds the list as it was left. */
const LIST_KEPT_SECONDS = 30 * 60

/** So many of all public memorials stand on the landing page. */
export const RANDOM_MEMORIALS_COUNT = 4

type Answer<T> = { data: T; error?: undefined } | { data?: undefined; error: FetchBaseQueryError }

export const memorialApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPublicMemorials: build.query<MemorialPage, Partial<MemorialListQuery>>({
      query: (params) => ({ url: 'memorial/public_memorials', params }),
      providesTags: [listTag('Memorial')],
      keepUnusedDataFor: LIST_KEPT_SECONDS,
    }),

    getHeroes: build.query<MemorialPage, Partial<MemorialListQuery>>({
      query: (params) => ({ url: 'memorial/swo_memorials', params }),
      providesTags: [listTag('Memorial')],
      keepUnusedDataFor: LIST_KEPT_SECONDS,
    }),

    /**
     * A few public memorials by lot, drawn from one page at a random place of the list. Drawn once in a visit: whoever
     * goes and comes back finds the same, unless one of them has changed.
     */
    getRandomMemorials: build.query<MemorialCard[], NoArgument>({
      async queryFn(_nothing, _queryApi, _extraOptions, ask) {
        const askForPage = (params: Partial<MemorialListQuery>) =>
          ask({ url: 'memorial/public_memorials', params }) as Promise<Answer<MemorialPage>>

        const { data: counted, error: countFailed } = await askForPage({ limit: 1 })
        if (countFailed) return { error: countFailed }
        if (counted.total <= counted.result.length) return { data: counted.result }

        const offset = randomWindowStart(counted.total, PAGE_SIZE_MAX, Math.random)
        const { data: page, error } = await askForPage({ offset, limit: PAGE_SIZE_MAX })
        return error ? { error } : { data: drawDistinct(page.result, RANDOM_MEMORIALS_COUNT, Math.random) }
      },
      keepUnusedDataFor: Infinity,
      providesTags: (memorials = []) => memorials.map(({ id }) => idTag('Memorial', id)),
    }),

    getMyMemorials: build.query<Memorial[], NoArgument>({
      query: () => ({ url: 'memorial/my_memorials' }),
      transformResponse: ({ result }: { result: Memorial[] }) => result,
      providesTags: [listTag('Memorial')],
    }),

    /** A refusal counts as an answer too: it provides its tag, so an accepted PIN asks again. */
    getMemorial: build.query<Memorial, number>({
      query: (id) => ({ url: `memorial/${id}`, memorialId: id, keepsSession: true }),
      providesTags: (_memorial, _error, id) => [idTag('Memorial', id)],
      extraOptions: {
        retryCondition: (error, _request, { attempt }) => attempt <= MEMORIAL_RETRIES && isTransient(error),
        backoff: (attempt) => new Promise((resolve) => setTimeout(resolve, FIRST_RETRY_AFTER_MS * attempt)),
      },
    }),

    createMemorial: build.mutation<Memorial, MemorialForm>({
      query: (form) => ({
        url: 'memorial/create',
        method: 'POST',
        body: formDataOf(form),
        timeout: LONG_TIMEOUT_MS,
      }),
      // An advanced memorial spends a credit of the account.
      invalidatesTags: (_memorial, error) => (error ? [] : [listTag('Memorial'), idTag('User', 'me')]),
    }),
  }),
})

export const {
  useGetPublicMemorialsQuery,
  useGetHeroesQuery,
  useGetRandomMemorialsQuery,
  useGetMyMemorialsQuery,
  useGetMemorialQuery,
  useCreateMemorialMutation,
} = memorialApi
