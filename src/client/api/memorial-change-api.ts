import { LONG_TIMEOUT_MS } from '@contract/limits'
import type { ExpectedOfMemorial, Memorial, MemorialCard, MemorialChange, MemorialForm } from '@contract/memorial'
import { isWholePortrait, type PortraitView } from '@contract/portrait-view'
import { api, cardTag, idTag, invalidateOnSuccess, listTag } from './api'
import { formDataOf } from './form-data'
import { memorialApi } from './memorial-api'
import { showAtOnce } from './show-at-once'

/** A completed form; `view` applies to its photo. */
export type NewMemorial = Omit<MemorialForm, 'view'> & { view?: PortraitView }

/** A keeper's change. An absent field stays, an empty text is cleared. */
export interface MemorialUpdate extends Partial<Omit<MemorialChange, 'expected'>> {
  id: number
  photo?: File
  /** The fields before the change: 409 if someone has changed them since. */
  expected?: ExpectedOfMemorial
}

/** Who may see and find a memorial, and whether it is listed among the heroes. */
export type StatusChange = { id: number } & Partial<
  Pick<Memorial, 'public_status' | 'swo_status' | 'indexable' | 'keepers_decide'>
>

/** The changes that owners make to memorials. */
export const memorialChangeApi = api.injectEndpoints({
  endpoints: (build) => ({
    createMemorial: build.mutation<Memorial, NewMemorial>({
      query: ({ view, ...form }) => ({
        url: 'memorial/create',
        method: 'POST',
        body: formDataOf({ ...form, ...(form.file && view && !isWholePortrait(view) && viewAsSent(view)) }),
        timeout: LONG_TIMEOUT_MS,
      }),
      // An advanced memorial spends a credit of the account.
      invalidatesTags: invalidateOnSuccess([listTag('Memorial'), idTag('User', 'me')]),
    }),

    /** The page shows the response before the promise resolves. */
    updateMemorial: build.mutation<Memorial, MemorialUpdate>({
      query: ({ id, ...change }) => updateRequest(id, change),
      async onQueryStarted({ id }, { dispatch, queryFulfilled }) {
        const result = await queryFulfilled.catch(() => undefined)
        if (result) dispatch(memorialApi.util.updateQueryData('getMemorial', id, () => result.data))
      },
      invalidatesTags: invalidateOnSuccess(updatedBy),
    }),

    /** Optimistic, undone when the server refuses. */
    changeStatus: build.mutation<Memorial, StatusChange>({
      query: ({ id, ...change }) => updateRequest(id, change),
      async onQueryStarted({ id, ...change }, mutation) {
        await showAtOnce(mutation, {
          read: memorialApi.endpoints.getMemorial.select(id),
          change: () =>
            memorialApi.util.updateQueryData('getMemorial', id, (memorial) => {
              Object.assign(memorial, change)
              // Only a public page is listed among the heroes.
              if (!memorial.public_status) memorial.swo_status = false
            }),
        })
      },
      // After a failure too: when the response was lost, the state on the server is unknown. And closing a page has revoked
      // all URLs of its files.
      invalidatesTags: (_memorial, _error, { id }) => [
        listTag('Memorial'),
        idTag('Memorial', id),
        cardTag(id),
        listTag('Burial', id),
        listTag('ArchiveItem', id),
      ],
    }),

    /** Moves it to the trash. The memorial's own tag stays valid: the page that shows it is being left. */
    deleteMemorial: build.mutation<null, number>({
      query: (id) => ({ url: `memorial/delete/${id}/`, params: { keep: true }, method: 'DELETE', memorialId: id }),
      async onQueryStarted(id, { dispatch, queryFulfilled }) {
        const isDeleted = await queryFulfilled.then(
          () => true,
          () => false,
        )
        // They are cached for the visit and would go on showing it.
        if (isDeleted) dispatch(memorialApi.util.updateQueryData('getRandomMemorials', undefined, without(id)))
      },
      invalidatesTags: invalidateOnSuccess([listTag('Memorial'), listTag('Trash'), 'Relation']),
    }),

    /** Upgrades a basic memorial to an advanced one, for one of the account's credits. */
    upgradeMemorial: build.mutation<Memorial, number>({
      query: (id) => ({ url: `memorial/upgrade/${id}`, method: 'PATCH', memorialId: id, timeout: LONG_TIMEOUT_MS }),
      invalidatesTags: invalidateOnSuccess(boughtFor),
    }),

    /** Adds the extra gigabyte to an advanced memorial, for one of the account's credits. */
    addStorage: build.mutation<Memorial, number>({
      query: (id) => ({ url: `memorial/add-storage/${id}`, method: 'PATCH', memorialId: id, timeout: LONG_TIMEOUT_MS }),
      invalidatesTags: invalidateOnSuccess(boughtFor),
    }),
  }),
})

export const {
  useCreateMemorialMutation,
  useUpdateMemorialMutation,
  useChangeStatusMutation,
  useDeleteMemorialMutation,
  useUpgradeMemorialMutation,
  useAddStorageMutation,
} = memorialChangeApi

function without(id: number) {
  return (cards: MemorialCard[]) => cards.filter((card) => card.id !== id)
}

function updateRequest(id: number, { crop, expected, ...change }: Omit<MemorialUpdate, 'id'>) {
  return {
    url: `memorial/update/${id}/`,
    method: 'PATCH',
    body: formDataOf({
      ...change,
      ...(crop !== undefined && viewAsSent({ crop })),
      ...(expected && { expected: JSON.stringify(expected) }),
    }),
    memorialId: id,
    timeout: LONG_TIMEOUT_MS,
  }
}

/** A form holds the crop as text, and no crop as an empty one. */
function viewAsSent<View extends Pick<PortraitView, 'crop'>>({ crop, ...view }: View) {
  return { ...view, crop: crop ? JSON.stringify(crop) : '' }
}

/** Lists and relatives show all fields of a memorial except its biography. */
function updatedBy({ id, biography: _biography, expected: _expected, ...shownInLists }: MemorialUpdate) {
  if (Object.keys(shownInLists).length === 0) return [idTag('Memorial', id)]
  return [idTag('Memorial', id), cardTag(id), listTag('Memorial'), 'Relation' as const]
}

/** The tags to invalidate when a memorial has used one of the account's credits. */
function boughtFor(id: number) {
  return [idTag('Memorial', id), listTag('Memorial'), idTag('User', 'me'), listTag('ArchiveItem', id)]
}
