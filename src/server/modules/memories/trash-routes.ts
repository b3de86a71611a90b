import { nothingSchema } from '@contract/auth'
import { writtenMemorySchema } from '@contract/memory'
import { trashedMemoriesSchema } from '@contract/trash'
import { type Account, verifiedOnly } from '../../access/account'
import type { MemorialAccess } from '../../access/memorial'
import { byId, type Routes } from '../../lib/routes'
import type { MemoryTrash } from './trash'

const tags = ['memories']

/** Deleted memories, for the keepers of their page. */
export function memoryTrashRoutes({ access, trash }: { access: MemorialAccess; trash: MemoryTrash }): Routes {
  return (api) => {
    const own = { onRequest: verifiedOnly }

    /** 404 unless the memory is in the trash; 403 for everyone but the keepers of its page. */
    const pageOf = async (request: { params: { id: number }; requireVerified(): Account }) =>
      access.toEdit(request.requireVerified(), await trash.pageOf(request.params.id))

    api.get(
      '/memories/trash/:id',
      {
        ...own,
        schema: {
          tags,
          summary: 'Deleted words of a memorial',
          params: byId,
          response: { 200: trashedMemoriesSchema },
        },
      },
      async (request) => ({
        result: await trash.list(await access.toEdit(request.requireVerified(), request.params.id)),
      }),
    )

    api.post(
      '/memories/restore/:id',
      {
        ...own,
        schema: { tags, summary: 'Bring deleted words back', params: byId, response: { 200: writtenMemorySchema } },
      },
      async (request) => trash.restore(await pageOf(request), request.params.id),
    )

    api.delete(
      '/memories/trash/:id',
      { ...own, schema: { tags, summary: 'Destroy deleted words', params: byId, response: { 204: nothingSchema } } },
      async (request, reply) => {
        await trash.destroy(await pageOf(request), request.params.id)
        return reply.code(204).send(null)
      },
    )
  }
}
