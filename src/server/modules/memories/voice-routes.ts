import type { FastifyReply, FastifyRequest } from 'fastify'
import { VOICE_MAX_BYTES } from '@contract/limits'
import { newVoiceSchema, VOICES_PATH } from '@contract/upload'
import { lockMemorial, type MemorialAccess } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { notFound, tooLarge } from '../../lib/api-error'
import type { Routes } from '../../lib/routes'
import { validate } from '../../lib/validate'
import { FILE_TOO_LARGE, type ReceivedFile } from '../../media/received-form'
import type { Uploads } from '../../media/uploads/uploads'
import { acceptChunks, announcedBy, type OfUpload, TUS_CAPABILITIES } from '../archives/routes'

interface PageOfVoice {
  memorialId: number
  lock: (tx: Db) => Promise<unknown>
}

/**
 * Voices in parts, over the tus protocol, from everyone who may leave words at a page or has the link of a question. The words, or
 * the answer, take a whole one: `voice_upload` of POST /memories/create and POST /questions/answer.
 */
export function voiceRoutes(parts: {
  access: MemorialAccess
  uploads: Uploads
  /** The page of a question's link; 404 for a link that takes no answer. */
  pageOfQuestion: (token: string) => Promise<PageOfVoice>
}): Routes {
  const { access, uploads, pageOfQuestion } = parts
  // Not JSON, so not in the OpenAPI document: src/contract/README.md describes it.
  const options = { schema: { hide: true } }
  const path = `${VOICES_PATH}/:upload`

  /** 403 for an unverified account, as where the words are left; what came by the link of a question is no account's. */
  const findOwn = async (request: FastifyRequest<OfUpload>) => {
    const upload = await uploads.findVoice(request.account, request.params.upload)
    if (upload.user_id !== null) request.requireVerified()
    return upload
  }

  /** For words: 403 for an unverified account. */
  async function pageOfReader(request: FastifyRequest, id: number): Promise<PageOfVoice> {
    const memorial = await access.toRead(request, id)
    return { memorialId: memorial.id, lock: (tx) => lockMemorial(tx, memorial) }
  }

  return (api) =>
    acceptChunks(api, (own) => {
      own.post(VOICES_PATH, options, async (request, reply) => {
        const announced = announcedBy(request)
        if (request.account && announced.token === undefined) request.requireVerified()
        const { memorial_id: memorialId = 0, token, size } = validate(newVoiceSchema, announced, 'body')
        const page = token === undefined ? await pageOfReader(request, memorialId) : await pageOfQuestion(token)
        if (size > VOICE_MAX_BYTES) throw tooLarge(FILE_TOO_LARGE)
        const account = token === undefined ? request.account : undefined
        const begin = () => uploads.beginVoice({ account, ip: request.ip, ...page, size })
        return uploads.handleVoiceTus(request, reply, begin)
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
  { memorialId, id }: { memorialId: number; id: string },
): Promise<ReceivedFile> {
  const upload = await uploads.findVoice(request.account, id)
  if (upload.memorial_id !== memorialId) throw notFound()
  // Counted as a picture, like a voice that comes in the form itself.
  await uploads.countUpload('picture', request)
  return uploads.assemble(request, upload)
}
