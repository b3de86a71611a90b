import { inSeconds, now } from '../../db/instants'
import type { Db } from '../../db/schema'
import { hashToken } from '../../lib/token'

export type EmailTokenPurpose = 'verify' | 'reset' | 'change' | 'return' | 'not_me'

/** Expired links are retained for a while, so that an old link is distinguishable from one that never existed. */
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
    /** For `change`, the e-mail that the link confirms; for `not_me` («это не я»), the e-mail that it was sent to. */
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

/** An unexpired link, used or not: its account, and the e-mail that a link to `change` confirms. */
export async function findUnexpiredToken(db: Db, purpose: EmailTokenPurpose, token: string) {
  return db
    .selectFrom('email_tokens')
    .select(['user_id', 'email', 'used_at'])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now())
    .executeTakeFirst()
}

/** Redeems a valid link and returns the id of its account. Of two concurrent callers exactly one gets it. */
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
 * Call it after a password change: links to reset the password or change the e-mail become invalid. They may have been
 * requested by the intruder whom the new password locks out.
 */
export async function deleteResetTokens(db: Db, userId: number): Promise<void> {
  await deleteTokensOf(db, userId, ['reset', 'change'])
}

export async function deleteTokensOf(db: Db, userId: number, purposes: readonly EmailTokenPurpose[]): Promise<void> {
  await db.deleteFrom('email_tokens').where('user_id', '=', userId).where('purpose', 'in', purposes).execute()
}

/** Tokens that hold an e-mail are deleted as soon as they expire. */
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
