import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Selectable } from 'kysely'
import { CONFIRMATION_NEEDED, FACTOR_NEEDED } from '@contract/errors'
import { ApiError, forbidden, unauthorized } from '../lib/api-error'
import type { Db, Tables } from '../db/schema'
import { findAccountByToken, updateLastUse } from './repository'

/** The signed-in account that sends a request. */
export interface Account {
  id: number
  email: string
  isVerified: boolean
  /** May act as a moderator: it has a second factor too. */
  isModerator: boolean
  /** A moderator's account without a second factor. */
  factorMissing: boolean
  /** The token that this request came with, and the id of its session. */
  token: string
  sessionId: number
  /** Whether the session was opened or confirmed in the last `FRESH_SESSION_MINUTES`: see `requireFresh`. */
  isFresh: boolean
}

/** An account that may do what only moderators may. */
export type Moderator = Account & { readonly isModerator: true }

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of the request's token; undefined for a guest, and for a token that is no longer valid. */
    account: Account | undefined
    /** The request's bearer token: an account's, or a memorial token. */
    bearerToken: string | undefined
    /** The account; throws the 401 at which the browser signs out. */
    requireAccount(): Account
    /** The account if its e-mail is verified; 403 otherwise. */
    requireVerified(): Account
    /** The account if it is a moderator's; 403 otherwise. */
    requireModerator(): Moderator
  }
}

const MODERATORS_ONLY = 'Это могут делать только модераторы.'
const NO_FACTOR =
  'Модераторам нужен второй способ входа: ключ доступа или одноразовые коды. Подключите его в личном кабинете, в разделе «Защита входа».'
const NOT_VERIFIED = 'Подтвердите адрес электронной почты, чтобы продолжить.'
const CONFIRM_FIRST = 'Подтвердите, пожалуйста, что это вы: это действие важное.'

/** Finds the account of each API request, once. */
export const accountAccess = fp<{ db: Db; moderatorEmails: string[] }>((app, { db, moderatorEmails }, done) => {
  app.decorateRequest('account')
  app.decorateRequest('bearerToken')
  app.decorateRequest('requireAccount', function requireAccount(this: FastifyRequest) {
    if (!this.account) throw unauthorized()
    return this.account
  })
  app.decorateRequest('requireVerified', function requireVerified(this: FastifyRequest) {
    const account = this.requireAccount()
    if (!account.isVerified) throw forbidden(NOT_VERIFIED)
    return account
  })
  app.decorateRequest('requireModerator', function requireModerator(this: FastifyRequest) {
    const account = this.requireVerified()
    if (!isModerators(account)) throw refusedAsModerator(account, MODERATORS_ONLY)
    return account
  })
  app.addHook('onRequest', (request, _reply, next) => {
    const token = bearerToken(request)
    if (!token) {
      next()
      return
    }
    request.bearerToken = token
    findAccount(request, token).then(() => next(), next)
  })
  done()

  async function findAccount(request: FastifyRequest, token: string): Promise<void> {
    const found = await findAccountByToken(db, token)
    if (!found) return
    if (found.is_last_use_stale) await updateLastUse(db, token)
    const { id, email, is_verified: isVerified, has_factor: hasFactor } = found
    const session = { token, sessionId: found.session_id, isFresh: found.is_fresh }
    const mayModerate = isModerator(found, moderatorEmails)
    const rights = { isModerator: mayModerate && Boolean(hasFactor), factorMissing: mayModerate && !hasFactor }
    request.account = { id, email, isVerified, ...rights, ...session }
  }
})

/** Refuses guests before a body is read. */
export async function accountOnly(request: FastifyRequest): Promise<void> {
  request.requireAccount()
}

/** Refuses guests and unverified accounts before a body is read. */
export async function verifiedOnly(request: FastifyRequest): Promise<void> {
  request.requireVerified()
}

/** Refuses all but moderators before a body is read. */
export async function moderatorsOnly(request: FastifyRequest): Promise<void> {
  request.requireModerator()
}

/**
 * Refuses an irreversible action to a session that was opened or confirmed long ago: it may be stolen. Call it after all
 * access checks, and before the refusals that are specific to the route. The browser then asks for the password or a factor
 * (client/app/StepUpDialog.tsx), and repeats the request (client/api/base-query.ts).
 */
export function requireFresh({ isFresh }: Account): void {
  if (!isFresh) throw new ApiError(403, { code: CONFIRMATION_NEEDED, reason: CONFIRM_FIRST })
}

/** The 403 for an account that may not act as a moderator: a moderator without a second factor is asked to add one. */
export function refusedAsModerator(account: Pick<Account, 'factorMissing'>, sentence: string): ApiError {
  return account.factorMissing ? new ApiError(403, { code: FACTOR_NEEDED, reason: NO_FACTOR }) : forbidden(sentence)
}

function isModerators(account: Account): account is Moderator {
  return account.isModerator
}

type MaybeModerator = Pick<
  Selectable<Tables['users']>,
  'email' | 'is_superuser' | 'is_verified' | 'verified_at' | 'password_set_by_letter_at'
>

/**
 * Superusers and the accounts of MODERATOR_EMAILS moderate every memory. Anyone can register such an e-mail, and a mail
 * scanner can confirm it by opening the link. So the account gets a moderator's rights only when a password was set through
 * a letter after that: this proves that its holder reads the mailbox.
 */
export function isModerator(user: MaybeModerator, moderatorEmails: readonly string[]): boolean {
  if (user.is_superuser) return true
  const { is_verified: isVerified, verified_at: verifiedAt, password_set_by_letter_at: setByLetterAt } = user
  if (!isVerified || verifiedAt === null || setByLetterAt === null) return false
  return setByLetterAt >= verifiedAt && isModeratorEmail(user.email, moderatorEmails)
}

export function isModeratorEmail(email: string, moderatorEmails: readonly string[]): boolean {
  return moderatorEmails.includes(email.toLowerCase())
}

function bearerToken({ headers }: FastifyRequest): string | undefined {
  const { authorization } = headers
  return authorization && /^Bearer ([\w.~+/=-]{1,512})$/i.exec(authorization)?.[1]
}
