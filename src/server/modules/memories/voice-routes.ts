import type { FastifyReply, FastifyRequest } from 'fastify'
import { VOICE_MAX_BYTES } from '@contract/limits'
import { newVoiceSchema, VOICES_PATH } from '@contract/upload'
import type { MemorialAccess, Readable } from '../../access/memorial'
import { notFound, tooLarge } from '../../lib/api-error'
import type { Routes } from '../../lib/routes'
import { validate } from '../../lib/validate'
import { FILE_TOO_LARGE, type ReceivedFile } from '../../media/received-form'
import type { Uploads } from '../../media/uploads/uploads'
import { acceptChunks, announcedBy, type OfUpload, TUS_CAPABILITIES } from '../archives/routes'

/**
 * Voices in parts, over the tus protocol, from everyone who may leave words at a page. The words themselves take a whole one:
 * `voice_upload` of POST /memories/create.
 */
export function voiceRoutes({ access, uploads }: { access: MemorialAccess; uploads: Uploads }): Routes {
  // Not JSON, so not in the OpenAPI document: src/contract/README.md describes it.
  const options = { schema: { hide: true } }
  const path = `${VOICES_PATH}/:upload`

  /** 403 for an unverified account, as where the words are left. */
  const findOwn = (request: FastifyRequest<OfUpload>) => {
    if (request.account) request.requireVerified()
    return uploads.findVoice(request.account, request.params.upload)
  }

  return (api) =>
    acceptChunks(api, (own) => {
      own.post(VOICES_PATH, options, async (request, reply) => {
        if (request.account) request.requireVerified()
        const { memorial_id: memorialId, size } = validate(newVoiceSchema, announcedBy(request), 'body')
        const memorial = await access.toRead(request, memorialId)
        if (size > VOICE_MAX_BYTES) throw tooLarge(FILE_TOO_LARGE)
        return uploads.handleVoiceTus(request, reply, () => uploads.beginVoice(request, memorial, size))
      })

      own.patch<OfUpload>(path, options, async (request, reply) => {
        await findOwn(request)
        await uploads.countVoicePart(request)
        return uploads.handleVoiceTus(request, reply)
      })

      for (const url of [VOICES_PATH, path]) {
        own.options(url, options, (_request, reply) => reply.code(204).headers(TUS_CAPABILITIES).send())
      }

      own.head<OfUpload>(path, options, handle)
      own.delete<OfUpload>(path, options, handle)
    })

  async function handle(request: FastifyRequest<OfUpload>, reply: FastifyReply): Promise<unknown> {
    await findOwn(request)
    return uploads.handleVoiceTus(request, reply)
  }
}

/** A recording that came in parts for this page. 404 where it has ended, or came for another one. */
export async function assembleVoice(
  uploads: Uploads,
  request: FastifyRequest,
  { memorial, id }: { memorial: Readable; id: string },
): Promise<ReceivedFile> {
  const upload = await uploads.findVoice(request.account, id)
  if (upload.memorial_id !== memorial.id) throw notFound()
  // Counted as a picture, like a voice that comes in the form itself.
  await uploads.countUpload('picture', request)
  return uploads.assemble(request, upload)
}
