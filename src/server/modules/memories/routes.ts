import { nothingSchema } from '@contract/auth'
import {
  decidedSchema,
  decisionSchema,
  memoryChangeSchema,
  memoryDraftSchema,
  memoryListQuerySchema,
  memoryPageSchema,
  pendingMemoriesSchema,
  pendingQuerySchema,
  writtenMemorySchema,
} from '@contract/memory'
import { accountOnly, verifiedOnly } from '../../access/account'
import type { MemorialAccess } from '../../access/memorial'
import { byId, type Routes } from '../../plugins/contract'
import type { MemoryService } from './service'

const tags = ['memories']

export function memoryRoutes({ access, memories }: { access: MemorialAccess; memories: MemoryService }): Routes {
  return (api) => {
    const moderation = { onRequest: verifiedOnly }

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

    api.get(
      '/memories/pending',
      {
        onRequest: accountOnly,
        schema: {
          tags,
          summary: 'Words that wait for a decision of the account, by place, text and kind',
          querystring: pendingQuerySchema,
          response: { 200: pendingMemoriesSchema },
        },
      },
      (request) => memories.listPending(request.requireAccount(), request.query),
    )

    api.post(
      '/memories/create',
      {
        schema: {
          tags,
          summary: 'Leave words of memory',
          body: memoryDraftSchema,
          response: { 201: writtenMemorySchema },
        },
      },
      async (request, reply) => {
        const account = request.account && request.requireVerified()
        const memorial = await access.toRead(request, request.body.memorials_id)
        return reply.code(201).send(await memories.create(memorial, request.body, { account, address: request.ip }))
      },
    )

    api.patch(
      '/memories/update/:id',
      {
        ...moderation,
        schema: {
          tags,
          summary: 'Mend words of memory; what is absent stays',
          params: byId,
          body: memoryChangeSchema,
          response: { 200: writtenMemorySchema },
        },
      },
      async (request) => {
        const memory = await memories.find(request.params.id)
        const memorial = await access.toModerate(request.requireVerified(), memory.memorials_id)
        return memories.update(memorial, memory, request.body)
      },
    )

    api.delete(
      '/memories/delete/:id',
      {
        ...moderation,
        schema: { tags, summary: 'Delete words of memory', params: byId, response: { 204: nothingSchema } },
      },
      async (request, reply) => {
        const memory = await memories.find(request.params.id)
        await memories.remove(await access.toModerate(request.requireVerified(), memory.memorials_id), memory)
        return reply.code(204).send(null)
      },
    )

    api.post(
      '/memories/moderate/:id',
      {
        ...moderation,
        schema: {
          tags,
          summary: 'Approve or reject words of memory',
          params: byId,
          body: decisionSchema,
          response: { 200: decidedSchema },
        },
      },
      async (request) => {
        const memory = await memories.find(request.params.id)
        const memorial = await access.toModerate(request.requireVerified(), memory.memorials_id)
        return memories.decide(memorial, memory, request.body.decision)
      },
    )
  }
}
