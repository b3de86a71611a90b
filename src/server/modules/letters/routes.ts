import { nothingSchema } from '@contract/auth'
import { letterChoiceSchema, letterLinkSchema, letterSubscriptionSchema } from '@contract/letters'
import { paths } from '@contract/paths'
import type { Api, Routes } from '../../lib/routes'
import type { LetterService } from './service'

const tags = ['letters']
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** What the screen of a letter's link asks and does. */
export function letterRoutes(letters: LetterService): Routes {
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
        await letters.noteOpened(request.body)
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

/** What mail programs send when somebody presses their button (RFC 8058): to the address of the screen, with one press. */
export function oneClickRoutes(letters: LetterService): Routes {
  return (app) => {
    void app.register(async (scope: Api) => {
      // It says no more than that this is the one press.
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
