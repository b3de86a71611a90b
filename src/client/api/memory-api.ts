import type { MemoryPage } from '@contract/memory'
import { api } from './api'
import { listTag } from './tags'

export interface MemoryListArg {
  memorialId: number
  offset?: number
  limit?: number
}

export const memoryApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMemories: build.query<MemoryPage, MemoryListArg>({
      query: ({ memorialId, ...page }) => ({
        url: 'memories/all',
        params: { memorial_id: memorialId, ...page },
        memorialId,
        keepsSession: true,
      }),
      providesTags: (_page, _error, { memorialId }) => [listTag('Memory', memorialId)],
    }),
  }),
})

export const { useGetMemoriesQuery } = memoryApi
