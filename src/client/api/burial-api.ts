import type { Burial } from '@contract/burial'
import { api } from './api'
import { listTag } from './tags'

const NOT_FOUND_STATUS = 404

export const burialApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** By memorial id; null when no burial place has been told. */
    getBurial: build.query<Burial | null, number>({
      query: (memorialId) => ({
        url: `burial/${memorialId}`,
        memorialId,
        keepsSession: true,
        validateStatus: ({ ok, status }) => ok || status === NOT_FOUND_STATUS,
      }),
      transformResponse: (answer: Burial, meta) => (meta?.response?.status === NOT_FOUND_STATUS ? null : answer),
      providesTags: (_burial, _error, memorialId) => [listTag('Burial', memorialId)],
    }),
  }),
})

export const { useGetBurialQuery } = burialApi
