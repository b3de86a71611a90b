import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react'
import { PAGE_SIZE_MAX } from '@contract/limits'
import type {
  Memorial,
  MemorialCard,
  MemorialListQuery,
  MemorialPage,
  MyMemorialsPage,
  MyMemorialsQuery,
} from '@contract/memorial'
import { NO_PIN, PIN_HEADER } from '@contract/memorial-terms'
import { dataUrlOf } from '@client/lib/save-file'
import { api, cardTag, idTag, listTag, type NoArgument } from './api'
import { isTransient, type WithoutPin } from './errors'

const MEMORIAL_RETRIES = 2
const FIRST_RETRY_AFTER_MS = 300
/** Longer than reading a page that a list led to: Back finds the list as it was left. */
const LIST_CACHE_SECONDS = 30 * 60

/** The number of public memorials on the landing page. */
export const RANDOM_MEMORIALS_COUNT = 4

type QueryResult<T> = { data: T; error?: undefined } | { data?: undefined; error: FetchBaseQueryError }

export const memorialApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPublicMemorials: build.query<MemorialPage, Partial<MemorialListQuery>>({
      query: (params) => ({ url: 'memorial/public_memorials', params }),
      providesTags: [listTag('Memorial')],
      keepUnusedDataFor: LIST_CACHE_SECONDS,
    }),

    getHeroes: build.query<MemorialPage, Partial<MemorialListQuery>>({
      query: (params) => ({ url: 'memorial/swo_memorials', params }),
      providesTags: [listTag('Memorial')],
      keepUnusedDataFor: LIST_CACHE_SECONDS,
    }),

    /**
     * A few random public memorials, taken from one page at a random place of the list. Drawn once per visit: a returning
     * reader finds the same, unless one of them has changed.
     */
    getRandomMemorials: build.query<MemorialCard[], NoArgument>({
      async queryFn(_nothing, _queryApi, _extraOptions, ask) {
        const askForPage = (params: Partial<MemorialListQuery>) =>
          ask({ url: 'memorial/public_memorials', params }) as Promise<QueryResult<MemorialPage>>

        const { data: counted, error: countFailed } = await askForPage({ limit: 1 })
        if (countFailed) return { error: countFailed }
        if (counted.total <= counted.result.length) return { data: counted.result }

        const offset = randomWindowStart(counted.total, PAGE_SIZE_MAX, Math.random)
        const { data: page, error } = await askForPage({ offset, limit: PAGE_SIZE_MAX })
        return error ? { error } : { data: drawDistinct(page.result, RANDOM_MEMORIALS_COUNT, Math.random) }
      },
      keepUnusedDataFor: Infinity,
      providesTags: (memorials = []) => memorials.map(({ id }) => cardTag(id)),
    }),

    /** All of them, up to a thousand. */
    getMyMemorials: build.query<Memorial[], NoArgument>({
      query: () => ({ url: 'memorial/my_memorials' }),
      transformResponse: ({ result }: { result: Memorial[] }) => result,
      providesTags: [listTag('Memorial')],
    }),

    /** A page of them, filtered by a search, and the total. */
    getMyMemorialsPage: build.query<MyMemorialsPage, MyMemorialsQuery>({
      query: (params) => ({ url: 'memorial/my_memorials', params }),
      providesTags: [listTag('Memorial')],
    }),

    /** A refusal provides its tag too, so an accepted PIN refetches. */
    getMemorial: build.query<Memorial, number>({
      query: (id) => ({ url: `memorial/${id}`, memorialId: id, ignoreUnauthorized: true }),
      transformErrorResponse: (error, meta) =>
        meta?.response?.headers.get(PIN_HEADER) === NO_PIN
          ? { ...error, ...({ isWithoutPin: true } satisfies WithoutPin) }
          : error,
      providesTags: (_memorial, _error, id) => [idTag('Memorial', id)],
      extraOptions: {
        retryCondition: (error, _request, { attempt }) => attempt <= MEMORIAL_RETRIES && isTransient(error),
        backoff: (attempt) => new Promise((resolve) => setTimeout(resolve, FIRST_RETRY_AFTER_MS * attempt)),
      },
    }),

    /** The picture as a data: URL, since an <img> cannot send the token of a closed page. */
    getQrCode: build.query<string, number>({
      query: (id) => ({
        url: `memorial/${id}/qrcode`,
        memorialId: id,
        ignoreUnauthorized: true,
        responseHandler: async (response): Promise<unknown> =>
          response.ok ? dataUrlOf(await response.arrayBuffer(), 'image/png') : response.json(),
      }),
    }),
  }),
})

export const {
  useGetPublicMemorialsQuery,
  useGetHeroesQuery,
  useGetRandomMemorialsQuery,
  useGetMyMemorialsQuery,
  useGetMyMemorialsPageQuery,
  useGetMemorialQuery,
  useLazyGetMemorialQuery,
  useGetQrCodeQuery,
} = memorialApi

/**
 * The pages that the landing may show as an example, those with a portrait if there are any: the first one with a memory, or
 * else the first.
 */
export function candidatesAmong(memorials: MemorialCard[]): MemorialCard[] {
  const withPortrait = memorials.filter(({ photo_path }) => photo_path)
  return withPortrait.length > 0 ? withPortrait : memorials
}

/** Returns a number from 0 up to but not including 1: `Math.random`, or a stub in tests. */
export type Random = () => number

/** As many different items as requested, in the order of drawing; all of them when there are no more. */
export function drawDistinct<Item>(items: readonly Item[], count: number, random: Random): Item[] {
  const left = [...items]
  const drawn: Item[] = []
  while (drawn.length < count && left.length > 0) drawn.push(...left.splice(randomIndex(left.length, random), 1))
  return drawn
}

/** The start of a window of `size` in a list of `total`, so that the window is full if possible. */
export function randomWindowStart(total: number, size: number, random: Random): number {
  return randomIndex(Math.max(total - size, 0) + 1, random)
}

function randomIndex(count: number, random: Random): number {
  return Math.floor(random() * count)
}
