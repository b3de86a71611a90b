import { memoryListQuerySchema, memoryPageSchema } from '@contract/memory'
import { memorialToRead } from '../../access/memorial'
import type { Db } from '../../db/schema'
import type { Routes } from '../../plugins/contract'
import type { MemoryService } from './service'

const tags = ['memories']

export function memoryRoutes({ db, memories }: { db: Db; memories: MemoryService }): Routes {
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
        return memories.list(await memorialToRead(db, request.account, memorialId), page)
      },
    )
  }
}
