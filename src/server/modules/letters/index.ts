import { nothingSchema } from '@contract/auth'
import {
  letterChoiceSchema,
  letterLinkSchema,
  letterSubscriptionSchema,
  type LetterChoice,
  type LetterKind,
  type LetterSubscription,
} from '@contract/letters'
import { paths } from '@contract/paths'
import type { Api, Routes } from '../../lib/routes'
import type { Db } from '../../db/schema'
import { refused } from '../../lib/api-error'
import type { SecurityLog } from '../../lib/security-log'
import type { SecretKey } from '../../lib/token'
import { readOpenedToken, readUnsubscribeToken } from '../../mail/letter'
import { areLettersEnded, endLetters, recordReached, resumeLetters } from '../../mail/repository'
import type { Feature, FeatureContext } from '../context'

export function lettersFeature(context: FeatureContext): Feature {
  const subscriptions = createLetterService(context)
  return { api: [letterRoutes(subscriptions)], outside: [oneClickRoutes(subscriptions)] }
}

const tags = ['letters']
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** For the page that a letter's link opens. */
function letterRoutes(letters: LetterService): Routes {
  return (api) => {
    api.post(
      '/letters/subscription',
      {
        schema: {
          tags,
          summary: 'Whether letters of this kind go to the address of the link',
          body: letterLinkSchema,
          response: { 200: letterSubscriptionSchema },
        },
      },
      (request) => letters.find(request.body),
    )

    api.post(
      '/letters/opened',
      {
        schema: {
          tags,
          summary: 'The link of a letter was opened: its address is read',
          body: letterLinkSchema,
          response: { 204: nothingSchema },
        },
      },
      async (request, reply) => {
        await letters.recordOpened(request.body)
        return reply.code(204).send(null)
      },
    )

    api.put(
      '/letters/subscription',
      {
        schema: {
          tags,
          summary: 'End letters of this kind for the address of the link, or get them again',
          body: letterChoiceSchema,
          response: { 200: letterSubscriptionSchema },
        },
      },
      (request) => letters.choose(request.body),
    )
  }
}

/** One-click unsubscribe of mail clients (RFC 8058): a POST to the URL of the page. */
function oneClickRoutes(letters: LetterService): Routes {
  return (app) => {
    void app.register(async (scope: Api) => {
      // The body only states that this is a one-click request.
      scope.addContentTypeParser<string>(FORMS, { parseAs: 'string' }, (_request, _body, done) => done(null, undefined))
      scope.post(
        paths.unsubscribe,
        { schema: { querystring: letterLinkSchema, hide: true } },
        async (request, reply) => {
          await letters.choose({ token: request.query.token, is_ended: true })
          return reply.code(204).send(null)
        },
      )
    })
  }
}

const BAD_LINK = 'Эта ссылка не подходит. Откройте её из письма ещё раз.'

type LetterService = ReturnType<typeof createLetterService>

/** The reader of a letter can unsubscribe its e-mail from letters of this kind. The link suffices, without an account. */
function createLetterService(parts: { db: Db; secretKey: SecretKey; securityLog: SecurityLog }) {
  const { db, secretKey, securityLog } = parts

  /** 400 for an invalid link. */
  function read(token: string): { kind: LetterKind; recipient: string } {
    const link = readUnsubscribeToken(secretKey, token)
    if (!link) throw refused(BAD_LINK)
    return link
  }

  return {
    async find({ token }: { token: string }): Promise<LetterSubscription> {
      const { kind, recipient } = read(token)
      return { kind, is_ended: await areLettersEnded(db, secretKey, recipient, kind) }
    },

    /** Records that the mailbox of the link is read: from now on letters there may quote others. */
    async recordOpened({ token }: { token: string }): Promise<void> {
      const recipient = readOpenedToken(secretKey, token)
      if (recipient === undefined) throw refused(BAD_LINK)
      await recordReached(db, secretKey, recipient)
    },

    /** Idempotent. */
    async choose({ token, is_ended }: LetterChoice): Promise<LetterSubscription> {
      const { kind, recipient } = read(token)
      await (is_ended ? endLetters : resumeLetters)(db, secretKey, recipient, kind)
      securityLog.record(is_ended ? 'letters_ended' : 'letters_resumed', { email: recipient, kind })
      return { kind, is_ended }
    },
  }
}
