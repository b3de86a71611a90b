import { nothingSchema } from '@contract/auth'
import { blockedAuthorsSchema, replySchema, wordsLettersSchema, writtenMemorySchema } from '@contract/memory'
import { type Account, accountOnly, verifiedOnly } from '../../access/account'
import type { MemorialAccess } from '../../access/memorial'
import { byId, type Routes } from '../../lib/routes'
import type { AnswerService } from './answers'
import type { MemoryService } from './service'

const tags = ['memories']
const done = { 204: nothingSchema }

export function answerRoutes(parts: {
  access: MemorialAccess
  memories: MemoryService
  answers: AnswerService
}): Routes {
  const { access, memories, answers } = parts

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
          tags,
          summary: 'Answer words of memory; an empty text takes the answer back',
          params: byId,
          body: replySchema,
          response: { 200: writtenMemorySchema },
        },
      },
      async (request) => answers.reply(await pageOf(request), request.params.id, request.body),
    )

    api.post(
      '/memories/:id/block-author',
      {
        ...verified,
        schema: { tags, summary: 'Take no more words of an author for this page', params: byId, response: done },
      },
      async (request, reply) => {
        await answers.block(await pageOf(request), request.params.id)
        return reply.code(204).send(null)
      },
    )

    api.get(
      '/memorial/:id/blocked-authors',
      {
        ...verified,
        schema: {
          tags,
          summary: 'Authors whose further words nobody sees',
          params: byId,
          response: { 200: blockedAuthorsSchema },
        },
      },
      async (request) => {
        const memorial = await access.toEdit(request.requireVerified(), request.params.id)
        return { result: await answers.listBlocked(memorial) }
      },
    )

    api.delete(
      '/blocked-authors/:id',
      { ...verified, schema: { tags, summary: 'Take words of an author again', params: byId, response: done } },
      async (request, reply) => {
        const account = request.requireVerified()
        const memorial = await access.toEdit(account, await answers.pageOfBlocked(request.params.id))
        await answers.unblock(memorial, request.params.id)
        return reply.code(204).send(null)
      },
    )

    const own = { onRequest: accountOnly }

    api.get(
      '/users/me/words-letters',
      {
        ...own,
        schema: { tags, summary: 'How often letters tell of new words', response: { 200: wordsLettersSchema } },
      },
      async (request) => ({ how_often: await answers.howOftenToldOf(request.requireAccount()) }),
    )

    api.put(
      '/users/me/words-letters',
      { ...own, schema: { tags, summary: 'Choose how often', body: wordsLettersSchema, response: done } },
      async (request, reply) => {
        await answers.tell(request.requireAccount(), request.body.how_often)
        return reply.code(204).send(null)
      },
    )
  }
}
