import { archiveItemSchema, type ArchiveKind, archivePaths } from '@contract/archive'
import { nothingSchema } from '@contract/auth'
import { trashedItemsSchema } from '@contract/trash'
import { type Account, verifiedOnly } from '../../access/account'
import type { MemorialAccess } from '../../access/memorial'
import { type Api, byId } from '../../lib/routes'
import type { ArchiveTrash } from './trash'

/** Deleted items of one archive, for the keepers of their page. */
export function addTrashRoutes(
  api: Api,
  kind: ArchiveKind,
  { access, trash }: { access: MemorialAccess; trash: ArchiveTrash },
): void {
  const tags = [`${kind} archive`]
  const paths = archivePaths(kind)
  const own = { onRequest: verifiedOnly }

  /** 404 unless the item is in the trash; 403 for everyone but the keepers of its page. */
  const pageOf = async (request: { params: { id: number }; requireVerified(): Account }) =>
    access.toEdit(request.requireVerified(), await trash.pageOf(kind, request.params.id))

  api.get(
    `${paths.trash}/:id`,
    {
      ...own,
      schema: { tags, summary: 'Deleted items of a memorial', params: byId, response: { 200: trashedItemsSchema } },
    },
    async (request) => ({
      result: await trash.list(await access.toEdit(request.requireVerified(), request.params.id), kind),
    }),
  )

  api.post(
    `${paths.restore}/:id`,
    {
      ...own,
      schema: { tags, summary: 'Bring a deleted item back', params: byId, response: { 200: archiveItemSchema } },
    },
    async (request) => trash.restore(await pageOf(request), kind, request.params.id),
  )

  api.delete(
    `${paths.trash}/:id`,
    { ...own, schema: { tags, summary: 'Destroy a deleted item', params: byId, response: { 204: nothingSchema } } },
    async (request, reply) => {
      await trash.destroy(await pageOf(request), kind, request.params.id)
      return reply.code(204).send(null)
    },
  )
}
