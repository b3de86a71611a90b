import { LONG_TIMEOUT_MS } from '@contract/limits'
import type { Memorial, MemorialForm, MemorialListQuery, MemorialPage } from '@contract/memorial'
import { api, type NoArgument } from './api'
import { isTransient } from './errors'
import { formDataOf } from './form-data'
import { idTag, listTag } from './tags'

const MEMORIAL_RETRIES = 2
const FIRST_RETRY_AFTER_MS = 300

export const memorialApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPublicMemorials: build.query<MemorialPage, Partial<MemorialListQuery>>({
      query: (params) => ({ url: 'memorial/public_memorials', params }),
      providesTags: [listTag('Memorial')],
    }),

    getHeroes: build.query<MemorialPage, Partial<MemorialListQuery>>({
      query: (params) => ({ url: 'memorial/swo_memorials', params }),
      providesTags: [listTag('Memorial')],
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
  useGetMyMemorialsQuery,
  useGetMemorialQuery,
  useCreateMemorialMutation,
} = memorialApi
