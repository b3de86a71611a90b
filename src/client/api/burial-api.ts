import type { Burial, BurialForm, ExpectedOfBurial, RoadChange } from '@contract/burial'

import { LONG_TIMEOUT_MS, NORMAL_TIMEOUT_MS } from '@contract/limits'
import { api, listTag } from './api'
import { isConflict, isNotFound } from './errors'
import { formDataOf } from './form-data'

const NOT_FOUND_STATUS = 404

interface NewBurial {
  memorialId: number
  form: BurialForm
}

interface KnownBurial {
  id: number
  memorialId: number
}

interface BurialChange extends KnownBurial, NewBurial {
  /** The fields before the change: 409 if someone has changed them since. */
  expected: ExpectedOfBurial
}

export const burialApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** By memorial id; null when no burial place is set. */
    getBurial: build.query<Burial | null, number>({
      query: (memorialId) => ({
        url: `burial/${memorialId}`,
        memorialId,
        ignoreUnauthorized: true,
        validateStatus: ({ ok, status }) => ok || status === NOT_FOUND_STATUS,
      }),
      transformResponse: (burial: Burial, meta) => (meta?.response?.status === NOT_FOUND_STATUS ? null : burial),
      providesTags: (_burial, _error, memorialId) => [listTag('Burial', memorialId)],
    }),

    createBurial: build.mutation<Burial, NewBurial>({
      // The memorial's id goes first: the server checks access before it reads the photo.
      query: ({ memorialId, form }) => ({
        url: 'burial/create',
        method: 'POST',
        body: formDataOf({ memorial_id: memorialId, ...form }),
        memorialId,
        timeout: timeoutFor(form),
      }),
      invalidatesTags: (_burial, error, { memorialId }) => burialTags(error, memorialId),
    }),

    updateBurial: build.mutation<Burial, BurialChange>({
      query: ({ id, form, expected }) => ({
        url: `burial/update/${id}`,
        method: 'PATCH',
        body: formDataOf({ ...form, expected: JSON.stringify(expected) }),
        timeout: timeoutFor(form),
      }),
      invalidatesTags: (_burial, error, { memorialId }) => burialTags(error, memorialId),
    }),

    /** Replaces the steps of the road. The one without an id has the photo. */
    updateRoad: build.mutation<Burial, KnownBurial & { road: RoadChange; photo?: File | undefined }>({
      query: ({ id, road, photo }) => ({
        url: `burial/update/${id}`,
        method: 'PATCH',
        body: formDataOf({ road: JSON.stringify(road), road_photo_file: photo }),
        timeout: photo ? LONG_TIMEOUT_MS : NORMAL_TIMEOUT_MS,
      }),
      invalidatesTags: (_burial, error, { memorialId }) => burialTags(error, memorialId),
    }),

    deleteBurial: build.mutation<undefined, KnownBurial>({
      query: ({ id }) => ({ url: `burial/delete/${id}`, method: 'DELETE' }),
      invalidatesTags: (_nothing, error, { memorialId }) => burialTags(error, memorialId),
    }),
  }),
})

export const {
  useGetBurialQuery,
  useLazyGetBurialQuery,
  useCreateBurialMutation,
  useUpdateBurialMutation,
  useUpdateRoadMutation,
  useDeleteBurialMutation,
} = burialApi

/** A refusal because of someone else's change or deletion refetches too. */
function burialTags(error: unknown, memorialId: number) {
  const isKnownStale = isNotFound(error) || isConflict(error)
  return !error || isKnownStale ? [listTag('Burial', memorialId)] : []
}

function timeoutFor({ burial_photo_file: photo }: BurialForm): number {
  return photo ? LONG_TIMEOUT_MS : NORMAL_TIMEOUT_MS
}
