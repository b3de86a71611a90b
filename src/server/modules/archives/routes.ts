import {
  ARCHIVE_KINDS,
  archiveChangeSchema,
  archiveDescriptionSchema,
  archiveItemSchema,
  type ArchiveKind,
  archiveListSchema,
  archiveOrderSchema,
  archivePaths,
  newArchiveItemSchema,
} from '@contract/archive'
import { nothingSchema } from '@contract/auth'
import { ofMemorialSchema } from '@contract/memorial'
import { keepQuerySchema } from '@contract/trash'
import { verifiedOnly } from '../../access/account'
import { keptOfMemorial } from '../../access/kept'
import type { MemorialAccess } from '../../access/memorial'
import { type Api, byId, type Routes } from '../../lib/routes'
import { validate } from '../../lib/validate'
import { fileField, type FileLimit } from '../../media/received-form'
import { senderOf } from '../../media/sender'
import type { ArchiveService } from './service'
import type { ArchiveTrash } from './trash'
import { addTrashRoutes } from './trash-routes'

const creation = ofMemorialSchema.concat(archiveDescriptionSchema).shape({ file: fileField() })

export interface ArchiveParts {
  access: MemorialAccess
  archives: ArchiveService
  trash: ArchiveTrash
}

/** The same calls for each of the three archives. */
export function archiveRoutes(parts: ArchiveParts): Routes {
  return (api) =>
    ARCHIVE_KINDS.forEach((kind) => {
      addRoutes(api, kind, parts)
      addTrashRoutes(api, kind, parts)
    })
}

function addRoutes(api: Api, kind: ArchiveKind, { access, archives, trash }: ArchiveParts): void {
  const tags = [`${kind} archive`]
  const paths = archivePaths(kind)
  const own = { onRequest: verifiedOnly }

  /** Checks the owner and the free space before the file is read. */
  const roomLeft: FileLimit = async (request, fields) => {
    const account = request.requireVerified()
    if (fields.memorial_id === undefined) return archives.fileLimitOf(kind, account)
    const { memorial_id: memorialId } = validate(ofMemorialSchema, fields, 'body')
    return archives.fileLimit(kind, await access.toEdit(account, memorialId))
  }

  api.get(
    `${paths.list}/:id`,
    {
      config: keptOfMemorial('id'),
      schema: { tags, summary: 'What the archive holds', params: byId, response: { 200: archiveListSchema } },
    },
    async (request) => ({ result: await archives.list(await access.toRead(request, request.params.id), kind) }),
  )

  api.post(
    paths.create,
    {
      ...own,
      preValidation: api.receiveForm({
        file: 'file',
        maxBytes: roomLeft,
        isPicture: kind === 'photo',
        isRecording: kind !== 'photo',
      }),
      schema: {
        tags,
        summary: 'Add a file; the field memorial_id had best come before it',
        consumes: ['multipart/form-data'],
        body: creation,
        response: { 201: newArchiveItemSchema },
      },
    },
    async (request, reply) => {
      const { file, memorial_id: memorialId, ...words } = request.body
      const memorial = await access.toEdit(request.requireVerified(), memorialId)
      return reply.code(201).send(await archives.create(kind, memorial, file, words))
    },
  )

  api.patch(
    `${paths.update}/:id`,
    {
      ...own,
      preValidation: api.receiveForm(),
      schema: {
        tags,
        summary: 'Describe an item anew, or turn a photo',
        consumes: ['multipart/form-data'],
        params: byId,
        body: archiveChangeSchema,
        response: { 200: archiveItemSchema },
      },
    },
    async (request) => {
      const item = await archives.find(kind, request.params.id)
      const memorial = await access.toEdit(request.requireVerified(), item.memorial_id)
      return archives.update(memorial, item, request.body, senderOf(request))
    },
  )

  api.post(
    paths.reorder,
    {
      ...own,
      schema: {
        tags,
        summary: 'Put the items in another order',
        body: archiveOrderSchema,
        response: { 204: nothingSchema },
      },
    },
    async (request, reply) => {
      const { memorial_id: memorialId, ids } = request.body
      await archives.reorder(kind, await access.toEdit(request.requireVerified(), memorialId), ids)
      return reply.code(204).send(null)
    },
  )

  api.delete(
    `${paths.delete}/:id`,
    {
      ...own,
      schema: {
        tags,
        summary: 'Delete an item, at once or by way of the trash',
        params: byId,
        querystring: keepQuerySchema,
        response: { 204: nothingSchema },
      },
    },
    async (request, reply) => {
      const item = await archives.find(kind, request.params.id)
      const memorial = await access.toEdit(request.requireVerified(), item.memorial_id)
      await (request.query.keep ? trash.keep(memorial, item) : archives.remove(memorial, item))
      return reply.code(204).send(null)
    },
  )
}
