import { nothingSchema } from '@contract/auth'
import { sessionListSchema } from '@contract/session'
import { accountOnly } from '../../access/account'
import { byId, type Routes } from '../../lib/routes'
import type { SessionService } from './session-service'

const tags = ['users']
const done = { 204: nothingSchema }

export function sessionRoutes(sessions: SessionService): Routes {
  return (api) => {
    const own = { onRequest: accountOnly }

    api.get(
      '/users/me/sessions',
      { ...own, schema: { tags, summary: 'Where the account is signed in', response: { 200: sessionListSchema } } },
      (request) => sessions.list(request.requireAccount()),
    )

    api.delete(
      '/users/me/sessions/:id',
      { ...own, schema: { tags, summary: 'Sign out somewhere', params: byId, response: done } },
      async (request, reply) => {
        await sessions.end(request.requireAccount(), request.params.id)
        return reply.code(204).send(null)
      },
    )

    api.delete(
      '/users/me/sessions',
      { ...own, schema: { tags, summary: 'Sign out everywhere else', response: done } },
      async (request, reply) => {
        await sessions.endOthers(request.requireAccount())
        return reply.code(204).send(null)
      },
    )
  }
}
