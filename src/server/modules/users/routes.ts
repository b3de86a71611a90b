import { nothingSchema } from '@contract/auth'
import { passwordChangeSchema, pinChangeSchema, pinResetSchema, pinSchema, userSchema } from '@contract/user'
import { accountOnly } from '../../access/account'
import type { Routes } from '../../lib/routes'
import type { UserService } from './service'

const tags = ['users']
const done = { 204: nothingSchema }

export function userRoutes(users: UserService): Routes {
  return (api) => {
    const own = { onRequest: accountOnly }

    api.get(
      '/users/me',
      { ...own, schema: { tags, summary: 'The account behind the token', response: { 200: userSchema } } },
      (request) => users.show(request.requireAccount()),
    )

    api.post(
      '/users/me/change-password',
      {
        ...own,
        schema: {
          tags,
          summary: 'Change the password; ends the other sessions',
          body: passwordChangeSchema,
          response: done,
        },
      },
      async (request, reply) => {
        await users.changePassword(request.requireAccount(), request.body)
        return reply.code(204).send(null)
      },
    )

    api.post(
      '/users/me/set-pin',
      { ...own, schema: { tags, summary: 'Choose the first PIN', body: pinSchema, response: done } },
      async (request, reply) => {
        await users.setPin(request.requireAccount(), request.body.pin_code)
        return reply.code(204).send(null)
      },
    )

    api.post(
      '/users/me/change-pin',
      { ...own, schema: { tags, summary: 'Replace the PIN by another', body: pinChangeSchema, response: done } },
      async (request, reply) => {
        await users.changePin(request.requireAccount(), request.body)
        return reply.code(204).send(null)
      },
    )

    api.post(
      '/users/me/reset-pin-with-password',
      { ...own, schema: { tags, summary: 'Replace a forgotten PIN', body: pinResetSchema, response: done } },
      async (request, reply) => {
        await users.resetPin(request.requireAccount(), request.body)
        return reply.code(204).send(null)
      },
    )
  }
}
