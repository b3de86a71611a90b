import { nothingSchema } from '@contract/auth'
import { PICTURE_MAX_BYTES } from '@contract/limits'
import { memorialChangeSchema, memorialSchema } from '@contract/memorial'
import { keepQuerySchema } from '@contract/trash'
import { requireFresh, verifiedOnly } from '../../access/account'
import type { MemorialAccess } from '../../access/memorial'
import { isNotFound } from '../../lib/api-error'
import { byId, type Routes } from '../../lib/routes'
import { validate } from '../../lib/validate'
import { fileField, type FileLimit } from '../../media/received-form'
import { senderOf } from '../../media/sender'
import type { MemorialChangeService } from './change-service'
import type { MemorialTrash } from './trash'

const tags = ['memorial']
const change = memorialChangeSchema.shape({ photo: fileField() })

/** Changes of a memorial by its keepers. Refuses guests before reading a body. */
export function memorialOwnerRoutes(parts: {
  access: MemorialAccess
  changes: MemorialChangeService
  trash: MemorialTrash
}): Routes {
  const { access, changes, trash } = parts

  return (api) => {
    const own = { onRequest: verifiedOnly }

    /** Refuses a stranger's photo before it is read. */
    const ownersPhoto: FileLimit = async (request) => {
      await access.toEdit(request.requireVerified(), validate(byId, request.params, 'path').id)
      return PICTURE_MAX_BYTES
    }

    api.patch(
      '/memorial/update/:id',
      {
        ...own,
        preValidation: api.receiveForm({ file: 'photo', maxBytes: ownersPhoto, isPicture: true }),
        schema: {
          tags,
          summary: 'Change a memorial; what is absent stays',
          consumes: ['multipart/form-data'],
          params: byId,
          body: change,
          response: { 200: memorialSchema },
        },
      },
      async (request) => {
        const memorial = await access.toEdit(request.requireVerified(), request.params.id)
        const { photo, ...changed } = request.body
        return changes.update(memorial, changed, { file: photo, sender: senderOf(request) })
      },
    )

    api.patch(
      '/memorial/upgrade/:id',
      { ...own, schema: { tags, summary: 'Make it advanced', params: byId, response: { 200: memorialSchema } } },
      async (request) => changes.upgrade(await access.toOwn(request.requireVerified(), request.params.id)),
    )

    api.patch(
      '/memorial/add-storage/:id',
      { ...own, schema: { tags, summary: 'Add one gigabyte', params: byId, response: { 200: memorialSchema } } },
      async (request) => changes.addStorage(await access.toOwn(request.requireVerified(), request.params.id)),
    )

    api.delete(
      '/memorial/delete/:id',
      {
        ...own,
        schema: {
          tags,
          summary: 'Delete it with all it has, at once or by way of the trash',
          params: byId,
          querystring: keepQuerySchema,
          response: { 204: nothingSchema },
        },
      },
      async (request, reply) => {
        const account = request.requireVerified()
        const { id } = request.params
        const { keep } = request.query
        try {
          const memorial = await access.toOwn(account, id)
          if (!keep) requireFresh(account)
          await (keep ? trash.moveToTrash(memorial) : trash.destroyOwned(memorial, account))
        } catch (error) {
          if (!isNotFound(error)) throw error
          // Success for the account that deleted it, whose first response may have been lost. 404 for all others.
          const isInOwnTrash = await trash.isInOwnTrash(account, id)
          if (isInOwnTrash ? !keep : !(await changes.wasRemovedBy(account, id))) throw error
        }
        return reply.code(204).send(null)
      },
    )
  }
}
