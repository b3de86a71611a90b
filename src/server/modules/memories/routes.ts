import { nothingSchema } from '@contract/auth'
import { PICTURE_MAX_BYTES, VOICE_MAX_BYTES } from '@contract/limits'
import {
  decidedSchema,
  type DecisionOutcome,
  type DecisionOutcomes,
  decisionOutcomesSchema,
  decisionSchema,
  decisionsSchema,
  memoryChangeSchema,
  memoryDraftSchema,
  memoryListQuerySchema,
  memoryPageSchema,
  pendingMemoriesSchema,
  pendingQuerySchema,
  replySchema,
  wordsLettersSchema,
  writtenMemorySchema,
} from '@contract/memory'
import { uploadId } from '@contract/upload'
import { keepQuerySchema } from '@contract/trash'
import { type Account, accountOnly, refusedAsModerator, verifiedOnly } from '../../access/account'
import { cachedWithMemorial } from '../../access/cache-rules'
import { type MemorialAccess, NOT_A_MODERATOR } from '../../access/memorial'
import { ApiError } from '../../lib/api-error'
import { byId, type Routes } from '../../lib/routes'
import { validate } from '../../lib/validate'
import { fileField, type FileLimit } from '../../media/received-form'
import type { Uploads } from '../../media/uploads/uploads'
import type { ReplyService, MemoryService, Moderation } from './service'
import { assembleVoice } from './voice-routes'

const tags = ['memories']
const ofPageSchema = memoryDraftSchema.pick(['memorials_id'])
/** `voice_upload` is the id of a recording that came in parts, instead of `voice`. */
const creation = memoryDraftSchema.shape({ file: fileField(), voice: fileField(), voice_upload: uploadId() })
interface MemoryParts {
  access: MemorialAccess
  memories: MemoryService
  uploads: Uploads
}

const OUTCOMES: Record<number, DecisionOutcome> = { 403: 'forbidden', 404: 'not_found', 409: 'decided_before' }

export function memoryRoutes({ access, memories, uploads }: MemoryParts): Routes {
  return (api) => {
    const forModerators = { onRequest: verifiedOnly }

    /** 404 when there is no such memory; 403 for everyone but the page's keepers and moderators. */
    const toModerate = (request: { params: { id: number }; requireVerified(): Account }): Promise<Moderation> =>
      moderationOf(request.requireVerified(), request.params.id)

    const moderationOf = async (actor: Account, id: number): Promise<Moderation> => {
      const memory = await memories.find(id)
      return { actor, memory, memorial: await access.toModerate(actor, memory.memorials_id) }
    }

    api.get(
      '/memories/all',
      {
        config: cachedWithMemorial('memorial_id'),
        schema: {
          tags,
          summary: 'Approved words of memory, newest first',
          querystring: memoryListQuerySchema,
          response: { 200: memoryPageSchema },
        },
      },
      async (request) => {
        const { memorial_id: memorialId, ...page } = request.query
        return memories.list(await access.toRead(request, memorialId), page)
      },
    )

    api.get(
      '/memories/pending',
      {
        onRequest: accountOnly,
        schema: {
          tags,
          summary: 'Words that wait for a decision of the account, by place, text and kind',
          querystring: pendingQuerySchema,
          response: { 200: pendingMemoriesSchema },
        },
      },
      (request) => memories.listPending(request.requireAccount(), request.query),
    )

    /** Refuses a photo for a page that the sender may not read before receiving it, if memorials_id came first. */
    const photoOfMemory: FileLimit = async (request, fields) => {
      if (request.account) request.requireVerified()
      if (fields.memorials_id === undefined) return PICTURE_MAX_BYTES
      await access.toRead(request, validate(ofPageSchema, fields, 'body').memorials_id)
      return PICTURE_MAX_BYTES
    }

    const voiceOfMemory: FileLimit = async (request, fields) => {
      await photoOfMemory(request, fields)
      return VOICE_MAX_BYTES
    }

    api.post(
      '/memories/create',
      {
        preValidation: api.receiveForm({
          file: 'file',
          maxBytes: photoOfMemory,
          further: { file: 'voice', maxBytes: voiceOfMemory },
          isPicture: true,
        }),
        schema: {
          tags,
          summary: 'Leave words of memory, with a photo or a voice if there is one',
          consumes: ['application/json', 'multipart/form-data'],
          body: creation,
          response: { 201: writtenMemorySchema },
        },
      },
      async (request, reply) => {
        const account = request.account && request.requireVerified()
        const { file: photo, voice: received, voice_upload: upload, ...draft } = request.body
        const memorial = await access.toRead(request, draft.memorials_id)
        const ofParts =
          upload === undefined
            ? undefined
            : () => assembleVoice(uploads, request, { memorialId: memorial.id, id: upload })
        const voice = received ? () => Promise.resolve(received) : ofParts
        const writer = { account, address: request.ip, photo, voice }
        return reply.code(201).send(await memories.create(memorial, draft, writer))
      },
    )

    api.patch(
      '/memories/update/:id',
      {
        ...forModerators,
        schema: {
          tags,
          summary: 'Mend words of memory; what is absent stays',
          params: byId,
          body: memoryChangeSchema,
          response: { 200: writtenMemorySchema },
        },
      },
      async (request) => memories.update(await toModerate(request), request.body),
    )

    api.delete(
      '/memories/delete/:id',
      {
        ...forModerators,
        schema: {
          tags,
          summary: 'Delete words of memory, at once or by way of the trash',
          params: byId,
          querystring: keepQuerySchema,
          response: { 204: nothingSchema },
        },
      },
      async (request, reply) => {
        await memories.remove(await toModerate(request), request.query)
        return reply.code(204).send(null)
      },
    )

    api.post(
      '/memories/moderate/:id',
      {
        ...forModerators,
        schema: {
          tags,
          summary: 'Approve or reject words of memory',
          params: byId,
          body: decisionSchema,
          response: { 200: decidedSchema },
        },
      },
      async (request) => memories.decide(await toModerate(request), request.body.decision),
    )

    api.post(
      '/memories/moderate',
      {
        ...forModerators,
        schema: {
          tags,
          summary: 'Decide on several words of memory',
          body: decisionsSchema,
          response: { 200: decisionOutcomesSchema },
        },
      },
      async (request) => {
        const account = request.requireVerified()
        const result: DecisionOutcomes['result'] = []
        for (const { id, decision } of request.body.decisions) {
          const decided = moderationOf(account, id).then((moderation) => memories.decide(moderation, decision))
          result.push({ id, outcome: await outcomeOf(decided) })
        }
        const isForbidden = result.length > 0 && result.every(({ outcome }) => outcome === 'forbidden')
        if (isForbidden) throw refusedAsModerator(account, NOT_A_MODERATOR)
        return { result }
      },
    )
  }
}

async function outcomeOf(decided: Promise<unknown>): Promise<DecisionOutcome> {
  try {
    await decided
    return 'decided'
  } catch (error) {
    const outcome = error instanceof ApiError && OUTCOMES[error.status]
    if (!outcome) throw error
    return outcome
  }
}

const done = { 204: nothingSchema }

export function replyRoutes(parts: { access: MemorialAccess; memories: MemoryService; replies: ReplyService }): Routes {
  const { access, memories, replies } = parts

  return (api) => {
    const verified = { onRequest: verifiedOnly }

    /** 404 when there is no such memory; 403 for everyone but the page's keepers. */
    const pageOf = async (request: { params: { id: number }; requireVerified(): Account }) =>
      access.toEdit(request.requireVerified(), (await memories.find(request.params.id)).memorials_id)

    api.post(
      '/memories/:id/reply',
      {
        ...verified,
        schema: {
          tags: tags,
          summary: 'Answer words of memory; an empty text takes the answer back',
          params: byId,
          body: replySchema,
          response: { 200: writtenMemorySchema },
        },
      },
      async (request) => replies.reply(await pageOf(request), request.params.id, request.body),
    )

    const own = { onRequest: accountOnly }

    api.get(
      '/users/me/words-letters',
      {
        ...own,
        schema: {
          tags: tags,
          summary: 'How often letters tell of new words',
          response: { 200: wordsLettersSchema },
        },
      },
      async (request) => ({ how_often: await replies.howOftenNotified(request.requireAccount()) }),
    )

    api.put(
      '/users/me/words-letters',
      {
        ...own,
        schema: { tags: tags, summary: 'Choose how often', body: wordsLettersSchema, response: done },
      },
      async (request, reply) => {
        await replies.setHowOften(request.requireAccount(), request.body.how_often)
        return reply.code(204).send(null)
      },
    )
  }
}
