import { nothingSchema } from '@contract/auth'
import { letterChoiceSchema, letterLinkSchema, letterSubscriptionSchema } from '@contract/letters'
import { paths } from '@contract/paths'
import type { Api, Routes } from '../../lib/routes'
import type { Feature, FeatureContext } from '../context'
import { createLetterService, type LetterService } from './service'

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
