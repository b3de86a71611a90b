import { inSeconds, now } from '../../db/instants'
import type { Db } from '../../db/schema'
import { hashToken } from '../../lib/token'

export type EmailTokenPurpose = 'verify' | 'reset' | 'change' | 'return' | 'not_me'

/** Expired links are kept for a while, so that an old link can be told from one that never was. */
const EMAIL_TOKEN_RETENTION_DAYS = 30

export async function insertEmailToken(
  db: Db,
  {
    userId,
    purpose,
    token,
    seconds,
    newEmail = null,
    sessionId = null,
  }: {
    userId: number
    purpose: EmailTokenPurpose
    token: string
    seconds: number
    /** Of a link to `change`: the address that it confirms; of «это не я»: that to which it was sent. */
    newEmail?: string | null
    /** The session with which a link to `change` ends. */
    sessionId?: number | null
  },
): Promise<void> {
  await db
    .insertInto('email_tokens')
    .values({
      ...{ token_hash: hashToken(token), user_id: userId, purpose, email: newEmail, session_id: sessionId },
      expires_at: inSeconds(seconds),
    })
    .execute()
}

/** The account that a link was sent to, and whether the link is still valid; undefined when there was no such link. */
export async function findEmailToken(db: Db, purpose: EmailTokenPurpose, token: string) {
  return db
    .selectFrom('email_tokens')
    .innerJoin('users', 'users.id', 'email_tokens.user_id')
    .select((eb) => [
      'email_tokens.user_id',
      'users.email',
      'users.is_verified',
      eb.and([eb('email_tokens.expires_at', '>', now()), eb('email_tokens.used_at', 'is', null)]).as('is_good'),
    ])
    .where('email_tokens.token_hash', '=', hashToken(token))
    .where('email_tokens.purpose', '=', purpose)
    .where('users.is_active', '=', true)
    .executeTakeFirst()
}

/** A link that has not expired, also one that was used: whose it is, and the address that a link to `change` confirms. */
export async function findUnexpiredToken(db: Db, purpose: EmailTokenPurpose, token: string) {
  return db
    .selectFrom('email_tokens')
    .select(['user_id', 'email', 'used_at'])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now())
    .executeTakeFirst()
}

/** Uses up a valid link, and returns the id of its account. Of two callers at once exactly one gets it. */
export async function redeemEmailToken(db: Db, purpose: EmailTokenPurpose, token: string): Promise<number | undefined> {
  const used = await db
    .updateTable('email_tokens')
    .set({ used_at: now() })
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .returning('user_id')
    .executeTakeFirst()
  return used?.user_id
}

/**
 * To be called when a password has changed: links to set another one become invalid, and so do those to another address. Whoever
 * asked for that may have been the one whom the new password keeps out.
 */
export async function deleteResetTokens(db: Db, userId: number): Promise<void> {
  await deleteTokensOf(db, userId, ['reset', 'change'])
}

export async function deleteTokensOf(db: Db, userId: number, purposes: readonly EmailTokenPurpose[]): Promise<void> {
  await db.deleteFrom('email_tokens').where('user_id', '=', userId).where('purpose', 'in', purposes).execute()
}

/** Those that hold an address go at once. */
export async function deleteExpiredEmailTokens(db: Db): Promise<void> {
  await db
    .deleteFrom('email_tokens')
    .where((eb) =>
      eb.or([
        eb('expires_at', '<', inSeconds(-EMAIL_TOKEN_RETENTION_DAYS * 24 * 3600)),
        eb.and([eb('email', 'is not', null), eb('expires_at', '<', now())]),
      ]),
    )
    .execute()
}
