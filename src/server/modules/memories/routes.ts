import { memoryListQuerySchema, memoryPageSchema } from '@contract/memory'
import type { MemorialAccess } from '../../access/memorial'
import type { Routes } from '../../plugins/contract'
import type { MemoryService } from './service'

const tags = ['memories']

export function memoryRoutes({ access, memories }: { access: MemorialAccess; memories: MemoryService }): Routes {
  return (api) => {
    api.get(
      '/memories/all',
      {
        schema: {
          tags,
          summary: 'Approved words of memory, newest first',
          querystring: memoryListQuerySchema,
          response: { 200: memoryPageSchema },
        },
      },
      async (request) => {
        const { memorial_id: memorialId, ...page } = request.query
        return memories.list(await access.toRead(request, memorialId), page)
      },
    )
  }
}
