import type { Schema } from 'yup'
import { nothingSchema } from '@contract/auth'
import { type Account, verifiedOnly } from '../../access/account'
import type { MemorialAccess } from '../../access/memorial'
import { type Api, byId } from '../../lib/routes'
import type { PageTrash } from './service'

interface TrashCalls {
  tags: string[]
  paths: { trash: string; restore: string }
  summaries: { list: string; restore: string; destroy: string }
  listed: Schema
  restored: Schema
}

/** Things deleted from a page, for its keepers. */
export function addTrashRoutes(
  api: Api,
  { access, trash }: { access: MemorialAccess; trash: PageTrash<unknown, unknown> },
  { tags, paths, summaries, listed, restored }: TrashCalls,
): void {
  const own = { onRequest: verifiedOnly }

  /** 404 unless it is in the trash; 403 for everyone but the keepers of its page. */
  const pageOf = async (request: { params: { id: number }; requireVerified(): Account }) =>
    access.toEdit(request.requireVerified(), await trash.pageOf(request.params.id))

  api.get(
    `${paths.trash}/:id`,
    { ...own, schema: { tags, summary: summaries.list, params: byId, response: { 200: listed } } },
    async (request) => ({
      result: await trash.list(await access.toEdit(request.requireVerified(), request.params.id)),
    }),
  )

  api.post(
    `${paths.restore}/:id`,
    { ...own, schema: { tags, summary: summaries.restore, params: byId, response: { 200: restored } } },
    async (request) => trash.restore(await pageOf(request), request.params.id),
  )

  api.delete(
    `${paths.trash}/:id`,
    { ...own, schema: { tags, summary: summaries.destroy, params: byId, response: { 204: nothingSchema } } },
    async (request, reply) => {
      await trash.destroy(await pageOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}
