import { inSeconds, now } from '../../db/instants'
import type { Db } from '../../db/schema'
import { hashToken, randomToken } from '../../lib/token'
import type { UserRow } from '../accounts/user-repository'

/** State of unfinished sign-ins: tickets for a right password, and challenges for passkeys. */

/** The message for an invalid ticket. */
export const TICKET_ENDED = 'Прошло больше пяти минут. Пожалуйста, введите пароль ещё раз.'

const STEP_SECONDS = 5 * 60

/** A ticket for the second step. It is void once the password changes. */
export async function insertTicket(db: Db, confirmed: UserRow): Promise<string> {
  const ticket = randomToken()
  await db
    .insertInto('sign_in_tickets')
    .values({
      token_hash: hashToken(ticket),
      user_id: confirmed.id,
      password_mark: passwordMark(confirmed),
      expires_at: inSeconds(STEP_SECONDS),
    })
    .execute()
  return ticket
}

/** The active account of a valid ticket. */
export async function findTicketHolder(db: Db, ticket: string): Promise<UserRow | undefined> {
  const found = await db
    .selectFrom('sign_in_tickets')
    .innerJoin('users', 'users.id', 'sign_in_tickets.user_id')
    .selectAll('users')
    .select('sign_in_tickets.password_mark')
    .where('token_hash', '=', hashToken(ticket))
    .where('expires_at', '>', now())
    .where('users.is_active', '=', true)
    .executeTakeFirst()
  if (!found) return undefined
  const { password_mark: mark, ...user } = found
  return passwordMark(user).equals(mark) ? user : undefined
}

export async function deleteTicket(db: Db, ticket: string): Promise<void> {
  await db.deleteFrom('sign_in_tickets').where('token_hash', '=', hashToken(ticket)).execute()
}

function passwordMark({ password_hash: hash }: Pick<UserRow, 'password_hash'>): Buffer {
  return hashToken(hash)
}

/** `userId` is null for a sign-in. Returns the challenge's id for the response. */
export async function insertChallenge(db: Db, challenge: string, userId: number | null): Promise<string> {
  const id = randomToken()
  await db
    .insertInto('passkey_challenges')
    .values({ token_hash: hashToken(id), challenge, user_id: userId, expires_at: inSeconds(STEP_SECONDS) })
    .execute()
  return id
}

/** Uses up a challenge; undefined when it was used, has expired, or belongs to another account or purpose. */
export async function takeChallenge(db: Db, id: string, userId: number | null): Promise<string | undefined> {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('token_hash', '=', hashToken(id))
    .where('user_id', 'is not distinct from', userId)
    .where('expires_at', '>', now())
    .returning('challenge')
    .executeTakeFirst()
  return taken?.challenge
}

export async function deleteExpiredSteps(db: Db): Promise<void> {
  await db.deleteFrom('sign_in_tickets').where('expires_at', '<=', now()).execute()
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now()).execute()
}
