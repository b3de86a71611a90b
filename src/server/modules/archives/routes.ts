import { Metadata } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  ARCHIVE_KINDS,
  archiveChangeSchema,
  type ArchiveDescription,
  archiveDescriptionSchema,
  archiveItemSchema,
  type ArchiveKind,
  archiveListQuerySchema,
  archiveListSchema,
  archiveOrderSchema,
  archivePaths,
  type NewArchiveItem,
  newArchiveItemSchema,
} from '@contract/archive'
import { nothingSchema } from '@contract/auth'
import { ofMemorialSchema } from '@contract/memorial'
import { keepQuerySchema } from '@contract/trash'
import { newUploadSchema, TUS_EXTENSIONS, TUS_PART_TYPE, TUS_VERSION, uploadId, UPLOADS_PATH } from '@contract/upload'
import { verifiedOnly } from '../../access/account'
import { cachedWithMemorial } from '../../access/cache-rules'
import type { Editable, MemorialAccess } from '../../access/memorial'
import { ApiError, notFound } from '../../lib/api-error'
import { listSender } from '../../lib/json-schema'
import { type Api, byId, type Routes } from '../../lib/routes'
import { validate } from '../../lib/validate'
import { fileField, type FileLimit } from '../../media/received-form'
import { senderOf } from '../../media/sender'
import type { Uploads } from '../../media/uploads/uploads'
import type { ArchiveService } from './service'
import type { ArchiveTrash } from './trash'

/** `upload` is the id of a chunked upload, instead of `file`. */
const creation = ofMemorialSchema.concat(archiveDescriptionSchema).shape({ file: fileField(), upload: uploadId() })

const sendItems = listSender(archiveItemSchema)

export interface ArchiveParts {
  access: MemorialAccess
  archives: ArchiveService
  trashOf: (kind: ArchiveKind) => ArchiveTrash
  uploads: Uploads
}

/** The same routes for each of the three archives, and shared routes for chunked uploads. */
export function archiveRoutes(parts: ArchiveParts): Routes {
  return (api) => {
    ARCHIVE_KINDS.forEach((kind) => {
      addRoutes(api, kind, parts)
    })
    addUploadRoutes(api, parts)
  }
}

function addRoutes(api: Api, kind: ArchiveKind, { access, archives, trashOf, uploads }: ArchiveParts): void {
  const tags = [`${kind} archive`]
  const paths = archivePaths(kind)
  const trash = trashOf(kind)
  const own = { onRequest: verifiedOnly }

  /** Checks the owner and the free space before the file is read. */
  const roomLeft: FileLimit = async (request, fields) => {
    const account = request.requireVerified()
    if (fields.memorial_id === undefined) return archives.fileLimitOf(kind, account)
    const { memorial_id: memorialId } = validate(ofMemorialSchema, fields, 'body')
    return archives.fileLimit(kind, await access.toEdit(account, memorialId))
  }

  async function createFromParts(
    request: FastifyRequest,
    memorial: Editable,
    { upload: id, words }: { upload: string; words: ArchiveDescription },
  ): Promise<NewArchiveItem> {
    const upload = await uploads.find(request.requireVerified(), id)
    if (upload.memorial_id !== memorial.id || upload.kind !== kind) throw notFound()
    if (upload.item_id !== null) return archives.createdBefore(kind, memorial, upload.item_id)
    archives.refuseWithoutRoom(kind, memorial, upload.size_bytes)
    await uploads.countUpload(kind === 'photo' ? 'picture' : 'recording', request)
    try {
      return await archives.create(kind, memorial, {
        file: await uploads.assemble(request, upload),
        words,
        countPage: () => uploads.countUpload('picture', request),
      })
    } catch (error) {
      // The archive does not accept this type: a retry would not help.
      if (error instanceof ApiError && error.status === 415) await uploads.end(id)
      throw error
    }
  }

  api.get(
    `${paths.list}/:id`,
    {
      config: cachedWithMemorial('id'),
      schema: {
        tags,
        summary: 'What the archive holds',
        params: byId,
        querystring: archiveListQuerySchema,
        response: { 200: archiveListSchema },
      },
    },
    async (request, reply) => {
      const memorial = await access.toRead(request, request.params.id)
      const { limit } = request.query
      if (limit !== undefined) return archives.listFirst(memorial, kind, limit)
      return sendItems(reply, await archives.list(memorial, kind))
    },
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
      const { file, upload, memorial_id: memorialId, ...words } = request.body
      const memorial = await access.toEdit(request.requireVerified(), memorialId)
      const item =
        file || upload === undefined
          ? await archives.create(kind, memorial, {
              file,
              words,
              countPage: () => uploads.countUpload('picture', request),
            })
          : await createFromParts(request, memorial, { upload, words })
      return reply.code(201).send(item)
    },
  )

  api.patch(
    `${paths.update}/:id`,
    {
      ...own,
      preValidation: api.receiveForm(),
      schema: {
        tags,
        summary: 'Describe an item again, or turn a photo',
        consumes: ['multipart/form-data'],
        params: byId,
        body: archiveChangeSchema,
        response: { 200: archiveItemSchema },
      },
    },
    async (request) => {
      const item = await archives.find(kind, request.params.id)
      const memorial = await access.toEdit(request.requireVerified(), item.memorial_id)
      return archives.update(memorial, item, request.body, { sender: senderOf(request) })
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
      await (request.query.keep ? trash.moveToTrash(memorial, item.id) : archives.remove(memorial, item))
      return reply.code(204).send(null)
    },
  )
}

export const TUS_CAPABILITIES = {
  'tus-resumable': TUS_VERSION,
  'tus-version': TUS_VERSION,
  'tus-extension': TUS_EXTENSIONS.join(),
}

export interface OfUpload {
  Params: { upload: string }
}

interface UploadParts {
  access: MemorialAccess
  archives: ArchiveService
  uploads: Uploads
}

/** Chunked uploads of large files over the tus protocol. The archive's own route turns a complete upload into an item. */
function addUploadRoutes(api: Api, parts: UploadParts): void {
  acceptChunks(api, (own) => addChunkedUploadRoutes(own, parts))
}

/** Encapsulated: no other route accepts chunks. */
export function acceptChunks(api: Api, addRoutes: (own: Api) => void): void {
  void api.register((own, _options, done) => {
    // The tus server reads the body itself.
    own.addContentTypeParser(TUS_PART_TYPE, (_request, _body, parsed) => parsed(null))
    addRoutes(own)
    done()
  })
}

function addChunkedUploadRoutes(api: Api, { access, archives, uploads }: UploadParts): void {
  // Not JSON, so not in the OpenAPI document: src/contract/README.md describes it.
  const options = { onRequest: verifiedOnly, schema: { hide: true } }
  const path = `${UPLOADS_PATH}/:upload`

  api.post(UPLOADS_PATH, options, async (request, reply) => {
    const account = request.requireVerified()
    const { memorial_id: memorialId, kind, size } = validate(newUploadSchema, announcedBy(request), 'body')
    const memorial = await access.toEdit(account, memorialId)
    archives.refuseWithoutRoom(kind, memorial, size)
    return uploads.handleTus(request, reply, () => uploads.begin(account, memorial, { kind, size }))
  })

  api.patch<OfUpload>(path, options, async (request, reply) => {
    const account = request.requireVerified()
    const upload = await uploads.find(account, request.params.upload)
    // An upload that became an item accepts no more chunks.
    if (upload.item_id !== null) throw notFound()
    await uploads.countPart(account)
    return uploads.handleTus(request, reply)
  })

  // What the server can is told to anyone.
  for (const url of [UPLOADS_PATH, path]) {
    api.options(url, { schema: { hide: true } }, (_request, reply) => reply.code(204).headers(TUS_CAPABILITIES).send())
  }

  api.head<OfUpload>(path, options, handle)
  api.delete<OfUpload>(path, options, handle)

  async function handle(request: FastifyRequest<OfUpload>, reply: FastifyReply): Promise<unknown> {
    await uploads.find(request.requireVerified(), request.params.upload)
    return uploads.handleTus(request, reply)
  }
}

/** The fields that the headers of a new upload carry. */
export function announcedBy({ headers }: FastifyRequest): Record<string, unknown> {
  const { 'upload-metadata': metadata, 'upload-length': size } = headers
  return { ...metadataOf(metadata), size }
}

function metadataOf(header: string | string[] | undefined): Record<string, string | null> {
  try {
    return Metadata.parse(String(header ?? ''))
  } catch {
    return {}
  }
}
