import { nothingSchema } from '@contract/auth'
import { ASKED_RECENTLY } from '@contract/errors'
import { NAMES_WITHOUT_NAME } from '@contract/history'
import { QUESTIONS_PER_DAY } from '@contract/limits'
import {
  type AskedQuestions,
  askedQuestionsSchema,
  type Question,
  type QuestionDraft,
  questionDraftSchema,
  questionsSchema,
} from '@contract/questions'
import { verifiedOnly } from '../../access/account'
import { type Editable, lockEditable, type MemorialAccess } from '../../access/memorial'
import { isTakenDownOrOwnerless, lockMemorialRow } from '../../access/repository'
import { clock } from '../../db/instants'
import type { Db } from '../../db/schema'
import { ApiError, conflict, invalidField, notFound, tooMany } from '../../lib/api-error'
import { forEachOf } from '../../lib/for-each-of'
import { mailboxKey } from '../../lib/mailbox'
import { byId, type Routes } from '../../lib/routes'
import { seal, unseal } from '../../lib/sealed'
import type { SecurityLog } from '../../lib/security-log'
import { hashToken, randomToken, type SecretKey } from '../../lib/token'
import { hashAddresses } from '../../mail/address-hashes'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import { isBlocked, listBlockedMailboxes } from '../memories/pending-repository'
import {
  countAskedToday,
  endQuestion,
  findDisplayName,
  insertQuestion,
  listQuestions,
  listToAskAgain,
  lockQuestion,
  pageOfQuestion,
  updateQuestion,
  wasAsked,
} from './repository'

const DAY_SECONDS = 24 * 3600
const SEALED_FOR = 'questions'

const TWICE = 'Один и тот же адрес указан дважды.'
const TOO_MANY = 'За сутки можно отправить не больше 40 писем с вопросами. Попробуйте, пожалуйста, завтра.'
const ASKED_BEFORE =
  'Кого-то из этих людей спросить сейчас нельзя: недавно им уже приходил вопрос с этой страницы, они просили больше не спрашивать, или те, кто хранит страницу, решили больше ничего от них не принимать. Подождите неделю или спросите других.'
const TAKEN_DOWN =
  'Страница сейчас закрыта для всех, кроме тех, кто её хранит. Спросить можно будет, когда её откроют снова.'

export type AskingService = ReturnType<typeof createAskingService>

/** Questions about a person that keepers of the page send by letter to those who may know. */
export function createAskingService(parts: {
  db: Db
  letters: Letters
  secretKey: SecretKey
  postman: Pick<Postman, 'wake'>
  securityLog: SecurityLog
}) {
  const { db, letters, secretKey, postman, securityLog } = parts

  return {
    /**
     * All of them or none. 422 for the same mailbox twice; 429 above the letters of a day; 409 where the page may not write to
     * one of them now (it has asked them lately, they declined, or are blocked), which does not say to whom, or why.
     */
    async ask(memorial: Editable, { text, to }: QuestionDraft): Promise<AskedQuestions> {
      const mailboxes = to.map(({ email }) => mailboxKey(email))
      if (new Set(mailboxes).size < mailboxes.length) throw invalidField('to', TWICE)
      const hashes = await hashAddresses(db, secretKey, mailboxes)
      const result = await db.transaction().execute(async (tx) => {
        const page = await lockEditable(tx, memorial)
        if (isTakenDownOrOwnerless(page)) throw conflict(TAKEN_DOWN)
        const { editorId } = memorial
        if ((await countAskedToday(tx, editorId)) + to.length > QUESTIONS_PER_DAY) throw tooMany(TOO_MANY, DAY_SECONDS)
        const all = hashes.flatMap((each) => each.all)
        const isRefused =
          (await wasAsked(tx, page.id, all)) || (await listBlockedMailboxes(tx, page.id, mailboxes)).length > 0
        if (isRefused) throw new ApiError(409, { code: ASKED_RECENTLY, reason: ASKED_BEFORE })
        const askedBy = (await findDisplayName(tx, editorId)) ?? NAMES_WITHOUT_NAME[memorial.role]
        const asked: AskedQuestions['result'] = []
        for (const [nth, { email, name }] of to.entries()) {
          const { hash, keyId } = hashes[nth] as (typeof hashes)[number]
          const token = randomToken()
          const question = await insertQuestion(tx, {
            ...{ memorial_id: page.id, user_id: editorId, text, to_name: name, to_email: email },
            ...{ mailbox_hash: hash, key_id: keyId },
            ...{ token_hash: hashToken(token), sealed_token: seal(secretKey, SEALED_FOR, token) },
          })
          const letter = letters.questionAsked(page, { text, toName: name, askedBy, token })
          await enqueueLetter(tx, email, letter, { memorialId: page.id, accountId: editorId })
          asked.push(question)
        }
        return asked
      })
      postman.wake()
      securityLog.record('question_asked', { account: memorial.editorId, memorial: memorial.id })
      return { result }
    },

    async list(memorial: Editable): Promise<{ result: Question[] }> {
      const rows = await listQuestions(db, memorial.id)
      return { result: rows.map(({ sent_at, ...row }) => ({ ...row, sent_at: sent_at.toISOString() })) }
    },

    /** The memorial's id; 404 when there is no such question. */
    async pageOf(id: number): Promise<number> {
      const memorialId = await pageOfQuestion(db, id)
      if (memorialId === undefined) throw notFound()
      return memorialId
    },

    /** Its link opens nothing any more. An answer stays. */
    async end(memorial: Editable, id: number): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await lockEditable(tx, memorial)
        if (!(await endQuestion(tx, id))) throw notFound()
      })
      securityLog.record('question_ended', { account: memorial.editorId, memorial: memorial.id })
    },
  }
}

const tags = ['questions']

/** For the keepers of a page. */
export function askingRoutes({ access, asking }: { access: MemorialAccess; asking: AskingService }): Routes {
  return (api) => {
    const verified = { onRequest: verifiedOnly }

    api.post(
      '/memorial/:id/questions',
      {
        ...verified,
        schema: {
          tags,
          summary: 'Ask by letter those who may know',
          params: byId,
          body: questionDraftSchema,
          response: { 201: askedQuestionsSchema },
        },
      },
      async (request, reply) => {
        const memorial = await access.toEdit(request.requireVerified(), request.params.id)
        return reply.code(201).send(await asking.ask(memorial, request.body))
      },
    )

    api.get(
      '/memorial/:id/questions',
      {
        ...verified,
        schema: { tags, summary: 'What was asked, and of whom', params: byId, response: { 200: questionsSchema } },
      },
      async (request) => asking.list(await access.toEdit(request.requireVerified(), request.params.id)),
    )

    api.delete(
      '/questions/:id',
      {
        ...verified,
        schema: { tags, summary: 'Take a question back', params: byId, response: { 204: nothingSchema } },
      },
      async (request, reply) => {
        const account = request.requireVerified()
        await asking.end(await access.toEdit(account, await asking.pageOf(request.params.id)), request.params.id)
        return reply.code(204).send(null)
      },
    )
  }
}

/** Asks once more those who asked to be asked later, a week after that. */
export function createLaterQuestions(parts: {
  db: Db
  letters: Letters
  secretKey: SecretKey
  postman: Pick<Postman, 'wake'>
}) {
  const { db, letters, secretKey, postman } = parts

  async function askAgain(tx: Db, { id, memorial_id }: { id: number; memorial_id: number }): Promise<boolean> {
    const page = await lockMemorialRow(tx, memorial_id)
    const locked = page && (await lockQuestion(tx, id))
    const [question] = locked ? await listToAskAgain(tx, id) : []
    if (!page || !question || (await isBlocked(tx, page.id, question.to_email))) return false
    const { text, to_email: email, to_name: toName, user_id: askerId, letters_sent } = question
    const known = question.sealed_token && unseal(secretKey, SEALED_FOR, question.sealed_token)
    // Where the secret key was lost, the former letter's link ends.
    const token = known || randomToken()
    const letter = letters.questionAsked(page, { text, toName, token, askedBy: await nameOf(tx, page, askerId) })
    await enqueueLetter(tx, email, letter, { memorialId: page.id, accountId: askerId })
    await updateQuestion(tx, id, {
      ...{ status: 'sent', sent_at: clock(), later_at: null, letters_sent: letters_sent + 1 },
      ...{ token_hash: hashToken(token), sealed_token: seal(secretKey, SEALED_FOR, token) },
    })
    return true
  }

  return {
    async sendAllDue(): Promise<void> {
      let hasWritten = false
      await forEachOf(await listToAskAgain(db), async (question) => {
        hasWritten = (await db.transaction().execute((tx) => askAgain(tx, question))) || hasWritten
      }).finally(() => {
        if (hasWritten) postman.wake()
      })
    },
  }
}

async function nameOf(tx: Db, page: { user_id: number }, askerId: number): Promise<string> {
  const role = page.user_id === askerId ? 'owner' : 'keeper'
  return (await findDisplayName(tx, askerId)) ?? NAMES_WITHOUT_NAME[role]
}
