import type { FastifyRequest } from 'fastify'
import {
  accessTokenSchema,
  confirmationSchema,
  credentialsSchema,
  emailOnlySchema,
  nothingSchema,
  passwordResetSchema,
  registrationSchema,
  verificationSchema,
} from '@contract/auth'
import {
  PASSKEY_BODY_MAX_BYTES,
  passkeyOptionsSchema,
  secondStepSchema,
  shownPasskeySchema,
  signInSchema,
} from '@contract/factors'
import { verifyEmailResult } from '@contract/paths'
import { userSchema } from '@contract/user'
import { accountOnly } from '../../access/account'
import { onlyFrom, OPENED_PAGE } from '../../lib/fetch-metadata'
import type { Routes } from '../../lib/routes'
import type { Feature, FeatureContext } from '../context'
import { createFactorChecks } from '../factors/factor-checks'
import { createPasskeys } from '../factors/passkeys'
import { createAuthService, type AuthService } from './service'
import type { SignInOrigin } from './sign-in'

export function authFeature(context: FeatureContext): Feature {
  const passkeys = createPasskeys(context)
  const factorChecks = createFactorChecks({ ...context, passkeys })
  return { forms: [authRoutes(createAuthService({ ...context, passkeys, factorChecks }))] }
}

const tags = ['auth']
const FORM = 'application/x-www-form-urlencoded'
const UNCACHED = { 'cache-control': 'no-store' }

function authRoutes(auth: AuthService): Routes {
  return (api) => {
    api.post(
      '/auth/register',
      {
        schema: { tags, summary: 'Create an account', body: registrationSchema, response: { 201: userSchema } },
      },
      async (request, reply) => reply.code(201).send(await auth.register(request.body, request.ip)),
    )

    api.post(
      '/auth/login',
      {
        preValidation: formOnly,
        schema: {
          tags,
          summary: 'Get an account token for an e-mail and a password',
          consumes: [FORM],
          body: credentialsSchema,
          response: { 200: signInSchema },
        },
      },
      async (request, reply) => reply.headers(UNCACHED).send(await auth.login(request.body, originOf(request))),
    )

    api.post(
      '/auth/login/factor',
      {
        bodyLimit: PASSKEY_BODY_MAX_BYTES,
        schema: {
          tags,
          summary: 'The second step of a sign-in',
          body: secondStepSchema,
          response: { 200: accessTokenSchema },
        },
      },
      async (request, reply) => reply.headers(UNCACHED).send(await auth.loginByFactor(request.body, originOf(request))),
    )

    api.post(
      '/auth/login/passkey/begin',
      {
        schema: { tags, summary: 'What a passkey has to sign', response: { 200: passkeyOptionsSchema } },
      },
      async (request, reply) => reply.headers(UNCACHED).send(await auth.beginPasskeyLogin(request.ip)),
    )

    api.post(
      '/auth/login/passkey/finish',
      {
        bodyLimit: PASSKEY_BODY_MAX_BYTES,
        schema: {
          tags,
          summary: 'Get an account token for a passkey',
          body: shownPasskeySchema,
          response: { 200: accessTokenSchema },
        },
      },
      async (request, reply) =>
        reply.headers(UNCACHED).send(await auth.loginByPasskey(request.body, originOf(request))),
    )

    api.post(
      '/auth/logout',
      { onRequest: accountOnly, schema: { tags, summary: 'End the session', response: { 204: nothingSchema } } },
      async (request, reply) => {
        await auth.logout(request.requireAccount())
        return reply.code(204).send(null)
      },
    )

    api.post(
      '/auth/confirm',
      {
        onRequest: accountOnly,
        schema: {
          tags,
          summary: 'Show again that the account is one’s own, before what cannot be undone',
          body: confirmationSchema,
          response: { 204: nothingSchema },
        },
      },
      async (request, reply) => {
        await auth.confirm(request.requireAccount(), request.body)
        return reply.code(204).send(null)
      },
    )

    api.post(
      '/auth/request-verify-token',
      {
        schema: {
          tags,
          summary: 'Send the verification letter again',
          body: emailOnlySchema,
          response: { 202: nothingSchema },
        },
      },
      async (request, reply) => {
        await auth.requestVerification(request.body.email, request.ip)
        return reply.code(202).send(null)
      },
    )

    api.get(
      '/auth/verify',
      // A mail scanner that checks the link with HEAD must not use it up.
      {
        exposeHeadRoute: false,
        onRequest: onlyFrom(OPENED_PAGE),
        schema: { tags, summary: 'The link of the verification letter', querystring: verificationSchema },
      },
      async (request, reply) => {
        const isVerified = await auth.verify(request.query.token ?? '')
        return reply.headers(UNCACHED).redirect(verifyEmailResult(isVerified ? 'success' : 'error'), 303)
      },
    )

    api.post(
      '/auth/forgot-password',
      {
        schema: {
          tags,
          summary: 'Send a link that sets a new password',
          body: emailOnlySchema,
          response: { 202: nothingSchema },
        },
      },
      async (request, reply) => {
        await auth.forgotPassword(request.body.email, request.ip)
        return reply.code(202).send(null)
      },
    )

    api.post(
      '/auth/reset-password',
      {
        schema: {
          tags,
          summary: 'Set a new password by such a link',
          body: passwordResetSchema,
          response: { 200: nothingSchema },
        },
      },
      async (request, reply) => {
        await auth.resetPassword(request.body)
        return reply.send(null)
      },
    )
  }
}

function originOf({ ip, headers, account }: FastifyRequest): SignInOrigin {
  return { address: ip, userAgent: headers['user-agent'], account }
}

/** For the only route with a form-encoded body. Any other body counts as an empty form. */
async function formOnly(request: FastifyRequest): Promise<void> {
  if (request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() !== FORM) request.body = {}
}
