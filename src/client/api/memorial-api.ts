import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react'
import type { AccessToken } from '@contract/auth'
import { LONG_TIMEOUT_MS, PAGE_SIZE_MAX } from '@contract/limits'
import type {
  Memorial,
  MemorialCard,
  MemorialChange,
  MemorialForm,
  MemorialListQuery,
  MemorialPage,
} from '@contract/memorial'
import { dataUrlOf } from '@client/lib/data-url'
import { drawDistinct, randomWindowStart } from '@client/lib/random-draw'
import { pinAccepted } from '@client/session/session-slice'
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

/** What an owner changes. An absent field stays, an empty text is cleared. */
export interface MemorialUpdate extends Partial<MemorialChange> {
  id: number
  photo?: File
}

/** Who may see a memorial, and whether it stands among the heroes. */
export type StatusChange = { id: number } & Partial<Pick<Memorial, 'public_status' | 'swo_status'>>

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

    /** The page shows what the server answered before the promise resolves. */
    updateMemorial: build.mutation<Memorial, MemorialUpdate>({
      query: ({ id, ...change }) => updateRequest(id, change),
      async onQueryStarted({ id }, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined)
        if (answer) dispatch(memorialApi.util.updateQueryData('getMemorial', id, () => answer.data))
      },
      invalidatesTags: (_memorial, error, { id }) => (error ? [] : [listTag('Memorial'), idTag('Memorial', id)]),
    }),

    /** Shown at once, and taken back when the server refuses. */
    changeStatus: build.mutation<Memorial, StatusChange>({
      query: ({ id, ...change }) => updateRequest(id, change),
      async onQueryStarted({ id, ...change }, { dispatch, queryFulfilled }) {
        const patch = dispatch(
          memorialApi.util.updateQueryData('getMemorial', id, (memorial) => {
            Object.assign(memorial, change)
            // Only a public page stands among the heroes.
            if (!memorial.public_status) memorial.swo_status = false
          }),
        )
        await queryFulfilled.catch(() => patch.undo())
      },
      // After a failure too: what the server has is not known for sure when its answer was lost.
      // And a page that was closed has closed every address of its files.
      invalidatesTags: (_memorial, _error, { id }) => [
        listTag('Memorial'),
        idTag('Memorial', id),
        listTag('Burial', id),
        listTag('ArchiveItem', id),
      ],
    }),

    /** The memorial's own tag stays valid: the page that shows it is being left. */
    deleteMemorial: build.mutation<null, number>({
      query: (id) => ({ url: `memorial/delete/${id}/`, method: 'DELETE', memorialId: id }),
      async onQueryStarted(id, { dispatch, queryFulfilled }) {
        const isDeleted = await queryFulfilled.then(
          () => true,
          () => false,
        )
        // They are kept for the visit and would go on showing it.
        if (isDeleted) dispatch(memorialApi.util.updateQueryData('getRandomMemorials', undefined, without(id)))
      },
      invalidatesTags: (_nothing, error) => (error ? [] : [listTag('Memorial')]),
    }),

    /** A right PIN opens the memorial: the session has the token before the promise resolves. */
    verifyPin: build.mutation<AccessToken, { memorialId: number; pin: string }>({
      query: ({ memorialId, pin }) => ({
        url: `memorial/${memorialId}/verify-pin`,
        method: 'POST',
        body: { pin_code: pin },
        memorialId,
        keepsSession: true,
      }),
      async onQueryStarted({ memorialId }, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined)
        if (answer) dispatch(pinAccepted({ memorialId, token: answer.data.access_token }))
      },
    }),

    /** The picture as a data: address, since an <img> could not send the token of a closed page. */
    getQrCode: build.query<string, number>({
      query: (id) => ({
        url: `memorial/${id}/qrcode`,
        memorialId: id,
        keepsSession: true,
        responseHandler: async (response): Promise<unknown> =>
          response.ok ? dataUrlOf(await response.arrayBuffer(), 'image/png') : response.json(),
      }),
    }),

    /** Makes a basic memorial an advanced one, for one of the account's credits. */
    upgradeMemorial: build.mutation<Memorial, number>({
      query: (id) => ({ url: `memorial/upgrade/${id}`, method: 'PATCH', memorialId: id, timeout: LONG_TIMEOUT_MS }),
      invalidatesTags: (_memorial, error, id) => (error ? [] : boughtFor(id)),
    }),

    /** Adds the extra gigabyte to an advanced memorial, for one of the account's. */
    addStorage: build.mutation<Memorial, number>({
      query: (id) => ({ url: `memorial/add-storage/${id}`, method: 'PATCH', memorialId: id, timeout: LONG_TIMEOUT_MS }),
      invalidatesTags: (_memorial, error, id) => (error ? [] : boughtFor(id)),
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
  useUpdateMemorialMutation,
  useChangeStatusMutation,
  useDeleteMemorialMutation,
  useVerifyPinMutation,
  useGetQrCodeQuery,
  useUpgradeMemorialMutation,
  useAddStorageMutation,
} = memorialApi

function without(id: number) {
  return (cards: MemorialCard[]) => cards.filter((card) => card.id !== id)
}

function updateRequest(id: number, change: Omit<MemorialUpdate, 'id'>) {
  return {
    url: `memorial/update/${id}/`,
    method: 'PATCH',
    body: formDataOf(change),
    memorialId: id,
    timeout: LONG_TIMEOUT_MS,
  }
}

/** A credit of the account was spent on a memorial. */
function boughtFor(id: number) {
  return [idTag('Memorial', id), listTag('Memorial'), idTag('User', 'me'), listTag('ArchiveItem', id)]
}
