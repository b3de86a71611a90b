import { nothingSchema } from '@contract/auth'
import { emailChangeSchema, letterTokenSchema } from '@contract/leaving'
import { sessionListSchema } from '@contract/session'
import {
  passwordChangeSchema,
  pinChangeSchema,
  pinResetSchema,
  pinSchema,
  userChangeSchema,
  userSchema,
} from '@contract/user'
import { accountOnly } from '../../access/account'
import { byId, type Routes } from '../../lib/routes'
import type { Feature, FeatureContext } from '../context'
import {
  createEmailService,
  createSessionService,
  createUserService,
  type EmailService,
  type SessionService,
  type UserService,
} from './service'

export function usersFeature(context: FeatureContext): Feature {
  return {
    api: [
      userRoutes(createUserService(context)),
      sessionRoutes(createSessionService(context)),
      emailRoutes(createEmailService(context)),
    ],
  }
}

const tags = ['users']
const done = { 204: nothingSchema }

function userRoutes(users: UserService): Routes {
  return (api) => {
    const own = { onRequest: accountOnly }

    api.get(
      '/users/me',
      { ...own, schema: { tags, summary: 'The account behind the token', response: { 200: userSchema } } },
      (request) => users.show(request.requireAccount()),
    )

    api.patch(
      '/users/me',
      {
        ...own,
        schema: { tags, summary: 'Change the name', body: userChangeSchema, response: { 200: userSchema } },
      },
      (request) => users.rename(request.requireAccount(), request.body.display_name),
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

function emailRoutes(emails: EmailService): Routes {
  return (api) => {
    api.post(
      '/users/me/change-email',
      {
        onRequest: accountOnly,
        schema: {
          tags: tags,
          summary: 'Send a letter to the new address of the account',
          body: emailChangeSchema,
          response: { 202: nothingSchema },
        },
      },
      async (request, reply) => {
        await emails.ask(request.requireAccount(), request.body, request.ip)
        return reply.code(202).send(null)
      },
    )

    api.post(
      '/users/confirm-email',
      {
        schema: {
          tags: tags,
          summary: 'Confirm the new address by that letter',
          body: letterTokenSchema,
          response: { 204: nothingSchema },
        },
      },
      async (request, reply) => {
        await emails.confirm(request.body.token)
        return reply.code(204).send(null)
      },
    )
  }
}

function sessionRoutes(sessions: SessionService): Routes {
  return (api) => {
    const own = { onRequest: accountOnly }

    api.get(
      '/users/me/sessions',
      {
        ...own,
        schema: {
          tags: tags,
          summary: 'Where the account is signed in',
          response: { 200: sessionListSchema },
        },
      },
      (request) => sessions.list(request.requireAccount()),
    )

    api.delete(
      '/users/me/sessions/:id',
      {
        ...own,
        schema: {
          tags: tags,
          summary: 'Sign out somewhere',
          params: byId,
          response: done,
        },
      },
      async (request, reply) => {
        await sessions.end(request.requireAccount(), request.params.id)
        return reply.code(204).send(null)
      },
    )

    api.delete(
      '/users/me/sessions',
      {
        ...own,
        schema: { tags: tags, summary: 'Sign out everywhere else', response: done },
      },
      async (request, reply) => {
        await sessions.endOthers(request.requireAccount())
        return reply.code(204).send(null)
      },
    )
  }
}
