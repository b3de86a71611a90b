import { nothingSchema } from '@contract/auth'
import { letterTokenSchema } from '@contract/leaving'
import { memorialSchema } from '@contract/memorial'
import { returnedMemorialSchema, trashedMemorialsSchema } from '@contract/trash'
import { accountOnly, verifiedOnly } from '../../access/account'
import { byId, type Routes } from '../../lib/routes'
import type { MemorialTrash } from './trash'

const tags = ['memorial']

/** Deleted pages, for their owners. */
export function memorialTrashRoutes(trash: MemorialTrash): Routes {
  return (api) => {
    api.get(
      '/memorial/trash',
      {
        onRequest: accountOnly,
        schema: { tags, summary: 'Deleted memorials of the account', response: { 200: trashedMemorialsSchema } },
      },
      async (request) => ({ result: await trash.list(request.requireAccount()) }),
    )

    api.post(
      '/memorial/restore/:id',
      {
        onRequest: verifiedOnly,
        schema: { tags, summary: 'Bring a deleted memorial back', params: byId, response: { 200: memorialSchema } },
      },
      (request) => trash.restore(request.requireVerified(), request.params.id),
    )

    api.post(
      '/memorial/return',
      {
        schema: {
          tags,
          summary: 'Bring a destroyed memorial back by the link of the letter',
          body: letterTokenSchema,
          response: { 200: returnedMemorialSchema },
        },
      },
      (request) => trash.comeBack(request.body.token),
    )

    api.delete(
      '/memorial/trash/:id',
      {
        onRequest: verifiedOnly,
        schema: { tags, summary: 'Destroy a deleted memorial', params: byId, response: { 204: nothingSchema } },
      },
      async (request, reply) => {
        await trash.destroy(request.requireVerified(), request.params.id)
        return reply.code(204).send(null)
      },
    )
  }
}
