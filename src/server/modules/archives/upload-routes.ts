import type { FastifyReply, FastifyRequest } from 'fastify'
import { Metadata } from '@tus/server'
import { newUploadSchema, TUS_PART_TYPE, UPLOADS_PATH } from '@contract/upload'
import { verifiedOnly } from '../../access/account'
import type { MemorialAccess } from '../../access/memorial'
import { notFound } from '../../lib/api-error'
import type { Api } from '../../lib/routes'
import { validate } from '../../lib/validate'
import type { Uploads } from '../../media/uploads/uploads'
import type { ArchiveService } from './service'

interface OfUpload {
  Params: { upload: string }
}

interface UploadParts {
  access: MemorialAccess
  archives: ArchiveService
  uploads: Uploads
}

/** Chunked uploads of large files over the tus protocol. The archive's own route turns a complete upload into an item. */
export function addUploadRoutes(api: Api, parts: UploadParts): void {
  // Encapsulated: no other route accepts chunks.
  void api.register((own, _options, done) => {
    // The tus server reads the body itself.
    own.addContentTypeParser(TUS_PART_TYPE, (_request, _body, parsed) => parsed(null))
    addRoutes(own, parts)
    done()
  })
}

function addRoutes(api: Api, { access, archives, uploads }: UploadParts): void {
  // Not JSON, so not in the OpenAPI document: src/contract/README.md describes it.
  const options = { onRequest: verifiedOnly, schema: { hide: true } }
  const path = `${UPLOADS_PATH}/:upload`

  api.post(UPLOADS_PATH, options, async (request, reply) => {
    const account = request.requireVerified()
    const { memorial_id: memorialId, kind, size } = validate(newUploadSchema, announcedBy(request), 'body')
    const memorial = await access.toEdit(account, memorialId)
    archives.refuseWithoutRoom(kind, memorial, size)
    return uploads.answerTus(request, reply, () => uploads.begin(account, memorial, { kind, size }))
  })

  api.patch<OfUpload>(path, options, async (request, reply) => {
    const account = request.requireVerified()
    const upload = await uploads.find(account, request.params.upload)
    // An upload that became an item accepts no more chunks.
    if (upload.item_id !== null) throw notFound()
    await uploads.countPart(account)
    return uploads.answerTus(request, reply)
  })

  api.head<OfUpload>(path, options, answer)
  api.delete<OfUpload>(path, options, answer)

  async function answer(request: FastifyRequest<OfUpload>, reply: FastifyReply): Promise<unknown> {
    await uploads.find(request.requireVerified(), request.params.upload)
    return uploads.answerTus(request, reply)
  }
}

/** The fields that the headers of a new upload carry. */
function announcedBy({ headers }: FastifyRequest): unknown {
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
