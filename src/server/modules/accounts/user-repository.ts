import type { WordsLetters } from '@contract/memory'
import { type ExpressionBuilder, type Insertable, type Selectable, sql } from 'kysely'
import { UNDO_HOURS, UNVERIFIED_ACCOUNT_DAYS } from '@contract/retention'
import type { EditionsInForce } from '@contract/legal'
import { daysAgo, now } from '../../db/instants'
import type { Db, Tables } from '../../db/schema'
import { emailKey } from '../../lib/mailbox'

export type UserRow = Selectable<Tables['users']>
export type NewUser = Omit<Insertable<Tables['users']>, 'email_key'>

export async function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst()
}

/** Undefined when the e-mail is taken. Of two concurrent callers exactly one gets the account. */
export async function insertUser(db: Db, user: NewUser): Promise<UserRow | undefined> {
  return db
    .insertInto('users')
    .values({ ...user, email_key: emailKey(user.email) })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Returns the account if this is its first verification, else undefined. The time of the first verification is preserved. */
export async function markVerified(db: Db, id: number): Promise<UserRow | undefined> {
  return db
    .updateTable('users')
    .set({ is_verified: true, verified_at: sql<Date>`coalesce(verified_at, now())` })
    .where('id', '=', id)
    .where('is_verified', '=', false)
    .returningAll()
    .executeTakeFirst()
}

/** Sets a password through an e-mailed link, which proves that the holder reads the mailbox. */
export async function setPasswordByLetter(db: Db, id: number, passwordHash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash, password_set_by_letter_at: now() })
    .where('id', '=', id)
    .execute()
}

/** Clears a PIN that was set before the e-mail was first verified: it may be a stranger's. True if there was one. */
export async function clearUnprovenPin(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ pin_hash: null, pin_set_at: null })
    .where('id', '=', id)
    .where('pin_hash', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('verified_at', 'is', null),
        eb('pin_set_at', 'is', null),
        eb('pin_set_at', '<=', eb.ref('verified_at')),
      ]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * Deletes accounts whose e-mail was not confirmed in time, and returns their ids. Skips accounts with a memorial (there should
 * be none), with a valid link that confirms an e-mail, or already scheduled for deletion.
 */
export async function deleteUnverifiedUsers(db: Db): Promise<number[]> {
  const ended = await db
    .deleteFrom('users')
    .where('is_verified', '=', false)
    .where('leaves_at', 'is', null)
    .where('unverified_since', '<', daysAgo(UNVERIFIED_ACCOUNT_DAYS))
    .where((eb) => eb.not(eb.exists(eb.selectFrom('memorials').select('id').whereRef('user_id', '=', 'users.id'))))
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('memorials').select('id').whereRef('trashed_user_id', '=', 'users.id'))),
    )
    .where((eb) => eb.not(eb.exists(goodVerificationLinks(eb).whereRef('user_id', '=', 'users.id'))))
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}

function goodVerificationLinks(eb: ExpressionBuilder<Tables, 'users'>) {
  return eb
    .selectFrom('email_tokens')
    .select('token_hash')
    .where('purpose', 'in', ['verify', 'change'])
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
}

/** The edition of the consent, and those of the texts in force. `address` is the IP address that it came from. */
interface NewConsent {
  version: string
  address: string
  accepted: EditionsInForce
}

/** Records the consent of an account (`user_id`) or of a memory's author (`memory_id`). The database adds the time. */
export async function insertConsent(
  db: Db,
  giver: { user_id: number } | { memory_id: number; is_of_voice?: boolean },
  { version, address, accepted }: NewConsent,
): Promise<void> {
  const editions = { agreement_edition: accepted.agreement, policy_edition: accepted.policy }
  await db
    .insertInto('consents')
    .values({ ...giver, version, address, ...editions })
    .execute()
}

/** False when the password has changed since it was checked. */
export async function replacePassword(db: Db, confirmed: UserRow, passwordHash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', confirmed.id)
    .where('password_hash', '=', confirmed.password_hash)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function setDisplayName(db: Db, id: number, name: string | null): Promise<void> {
  await db.updateTable('users').set({ display_name: name }).where('id', '=', id).execute()
}

/** False when a PIN is already set. */
export async function setFirstPin(db: Db, id: number, pinHash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ pin_hash: pinHash, pin_set_at: now() })
    .where('id', '=', id)
    .where('pin_hash', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** False when the PIN or the password has changed since it was checked. */
export async function replacePin(db: Db, confirmed: UserRow, pinHash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ pin_hash: pinHash, pin_set_at: now() })
    .where('id', '=', confirmed.id)
    .where('password_hash', '=', confirmed.password_hash)
    .where('pin_hash', 'is not distinct from', confirmed.pin_hash)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function findWordsLetters(db: Db, userId: number): Promise<WordsLetters> {
  const { words_letters } = await db
    .selectFrom('users')
    .select('words_letters')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return words_letters
}

export async function setWordsLetters(db: Db, userId: number, howOften: WordsLetters): Promise<void> {
  await db.updateTable('users').set({ words_letters: howOften }).where('id', '=', userId).execute()
}

/** The active account, locked until the transaction ends. Other rows may still reference it. */
export async function lockActiveUser(tx: Db, id: number): Promise<UserRow | undefined> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Whether the account is active. It cannot be deleted before the transaction ends; other changes are possible, and several
 * transactions may hold it at once.
 */
export async function holdActiveUser(tx: Db, id: number): Promise<boolean> {
  const held = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .forKeyShare()
    .executeTakeFirst()
  return held !== undefined
}

/**
 * Gives a locked account another e-mail, which its holder has just confirmed. Fails when another account has it. A moderator
 * has to prove the mailbox again (see `isModerator`). Letters about their pending memories go to the new e-mail too.
 */
export async function replaceEmail(tx: Db, user: UserRow, email: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      email,
      email_key: emailKey(email),
      is_verified: true,
      verified_at: sql<Date>`coalesce(verified_at, now())`,
      password_set_by_letter_at: null,
      heir_email: sql<string | null>`case when lower(heir_email) = ${emailKey(email)} then null else heir_email end`,
      former_heir_email: sql<
        string | null
      >`case when lower(former_heir_email) = ${emailKey(email)} then null else former_heir_email end`,
    })
    .where('id', '=', user.id)
    .execute()
  await recordFormerEmail(tx, user, emailKey(email))
  // An e-mail that was never confirmed may be a stranger's, and so may memories left with it.
  if (!user.is_verified) return
  await tx
    .updateTable('memories')
    .set({ author_email: email })
    .where(sql`lower(author_email)`, '=', user.email_key)
    .execute()
  // The e-mail in an invitation stays: its sender must not learn the new one.
  await tx
    .updateTable('invitations')
    .set({ invited_id: user.id })
    .where(sql`lower(email)`, '=', user.email_key)
    .where('accepted_by', 'is', null)
    .execute()
}

/** The heir who counts now. A newly named heir does not count for the first days; the previous one does. */
export function heirInForce({ heir_email, heir_since, former_heir_email }: UserRow, now = Date.now()): string | null {
  const isNew = heir_since !== null && heir_since.getTime() > now - UNDO_HOURS * 3_600_000
  // Removing the heir takes effect at once, so that no letter goes to a removed heir.
  return isNew && heir_email !== null ? former_heir_email : heir_email
}

/** Locks the account's row until the transaction ends. */
export async function lockAccount(tx: Db, id: number): Promise<UserRow | undefined> {
  return tx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function setActive(tx: Db, id: number, isActive: boolean): Promise<void> {
  await tx.updateTable('users').set({ is_active: isActive }).where('id', '=', id).execute()
}

/** Withdraws offers that were made because the holder deleted the account or did not sign in for years. */
export async function deleteOffersOfAbsence(tx: Db, userId: number): Promise<void> {
  await tx
    .deleteFrom('invitations')
    .where('invited_by', '=', userId)
    .where('on_leaving', '=', true)
    .where('accepted_by', 'is', null)
    .execute()
}

/** Records the e-mail that an account gives up. An e-mail to which it returns is no longer a former one. */
async function recordFormerEmail(
  tx: Db,
  { id, email_key, is_verified }: { id: number; email_key: string; is_verified: boolean },
  newKey: string,
): Promise<void> {
  await tx.deleteFrom('former_emails').where('user_id', '=', id).where('email_key', '=', newKey).execute()
  await tx.insertInto('former_emails').values({ user_id: id, email_key, is_confirmed: is_verified }).execute()
}

/**
 * The account that last had this confirmed e-mail and has another now; undefined while an account has it, because then that
 * account is meant.
 */
export async function findFormerHolder(
  db: Db,
  emailKey: string,
): Promise<{ id: number; email: string; is_active: boolean } | undefined> {
  return db
    .selectFrom('former_emails')
    .innerJoin('users', 'users.id', 'former_emails.user_id')
    .select(['users.id', 'users.email', 'users.is_active'])
    .where('former_emails.email_key', '=', emailKey)
    .where('former_emails.is_confirmed', '=', true)
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('users as holders').select('holders.id').where('holders.email_key', '=', emailKey)),
      ),
    )
    .orderBy('given_up_at', 'desc')
    .executeTakeFirst()
}

/** Revokes the secret URL of an account's calendar. False when the account has none. */
export async function deleteCalendar(db: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('calendars').where('user_id', '=', userId).executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
