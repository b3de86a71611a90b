import { clock, inSeconds, now } from '../../db/instants'
import type { Db } from '../../db/schema'
import { hashToken, randomToken } from '../../lib/token'
import type { UserRow } from '../accounts/user-repository'

/** Active factors, oldest first. An authenticator app is active once its first code was right. */
export function listFactors(db: Db, userId: number) {
  return confirmed(db, userId).select(['id', 'kind', 'name', 'created_at', 'last_used_at']).orderBy('id').execute()
}

/** The distinct kinds of active factors that an account can present. */
export async function listFactorKinds(db: Db, userId: number) {
  const rows = await confirmed(db, userId).select('kind').distinct().orderBy('kind', 'desc').execute()
  return rows.map(({ kind }) => kind)
}

export async function countFactors(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('factors')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

function confirmed(db: Db, userId: number) {
  return db.selectFrom('factors').where('user_id', '=', userId).where('confirmed_at', 'is not', null)
}

export async function insertCodeFactor(tx: Db, factor: { user_id: number; name: string; code_secret: Buffer }) {
  // Only the latest unconfirmed one can be confirmed.
  await tx.deleteFrom('factors').where('user_id', '=', factor.user_id).where('confirmed_at', 'is', null).execute()
  return tx
    .insertInto('factors')
    .values({ ...factor, kind: 'code' })
    .returning('id')
    .executeTakeFirstOrThrow()
}

export async function findNewCodeFactor(db: Db, userId: number, id: number) {
  return db
    .selectFrom('factors')
    .select(['id', 'code_secret', 'code_step'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('kind', '=', 'code')
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
}

/** False when it was already confirmed. */
export async function confirmCodeFactor(tx: Db, id: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('factors')
    .set({ confirmed_at: now(), code_step: step })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function listCodeFactors(db: Db, userId: number) {
  return confirmed(db, userId).select(['id', 'code_secret', 'code_step']).where('kind', '=', 'code').execute()
}

/** Uses up a time step. False when it or a later one was used before: a code works once. */
export async function takeCodeStep(db: Db, id: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('factors')
    .set({ code_step: step, last_used_at: clock() })
    .where('id', '=', id)
    .where('code_step', '<', step)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function setCodeSecret(db: Db, id: number, secret: Buffer): Promise<void> {
  await db.updateTable('factors').set({ code_secret: secret }).where('id', '=', id).execute()
}

/** Undefined when an account, this or another, already has that passkey. */
export async function insertPasskey(
  tx: Db,
  passkey: { user_id: number; name: string; credential_id: string; public_key: Buffer; sign_count: number },
) {
  return tx
    .insertInto('factors')
    .values({ ...passkey, kind: 'passkey', confirmed_at: now() })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(['id', 'kind', 'name', 'created_at', 'last_used_at'])
    .executeTakeFirst()
}

export async function listCredentialIds(db: Db, userId: number): Promise<string[]> {
  const rows = await confirmed(db, userId).select('credential_id').where('kind', '=', 'passkey').execute()
  return rows.flatMap(({ credential_id: id }) => (id === null ? [] : [id]))
}

export async function findPasskey(db: Db, credentialId: string) {
  return db
    .selectFrom('factors')
    .select(['id', 'user_id', 'credential_id', 'public_key', 'sign_count'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

export async function setPasskeyUsed(db: Db, id: number, signCount: number): Promise<void> {
  await db.updateTable('factors').set({ sign_count: signCount, last_used_at: clock() }).where('id', '=', id).execute()
}

/** Returns the removed factor; undefined when the account has none with this id. */
export async function deleteFactor(tx: Db, userId: number, id: number) {
  return tx
    .deleteFrom('factors')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(['kind', 'confirmed_at'])
    .executeTakeFirst()
}

export async function deleteAllFactors(tx: Db, userId: number): Promise<void> {
  await tx.deleteFrom('factors').where('user_id', '=', userId).execute()
  await deleteRecoveryCodes(tx, userId)
}

/** Deletes factors added within the last so many seconds; recovery codes go with the last factor. */
export async function deleteFactorsAddedWithin(tx: Db, userId: number, seconds: number): Promise<void> {
  await tx.deleteFrom('factors').where('user_id', '=', userId).where('created_at', '>', inSeconds(-seconds)).execute()
  if ((await listFactorKinds(tx, userId)).length === 0) await deleteRecoveryCodes(tx, userId)
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export async function replaceRecoveryCodes(
  tx: Db,
  userId: number,
  codes: { label: string; code_hash: string }[],
): Promise<void> {
  await deleteRecoveryCodes(tx, userId)
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ ...code, user_id: userId })))
    .execute()
}

export async function deleteRecoveryCodes(tx: Db, userId: number): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

export async function findRecoveryCode(db: Db, userId: number, label: string) {
  return db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('user_id', '=', userId)
    .where('label', '=', label)
    .executeTakeFirst()
}

/** Of two concurrent callers exactly one gets true. */
export async function useUpRecoveryCode(db: Db, userId: number, label: string, codeHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('label', '=', label)
    .where('code_hash', '=', codeHash)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** The message for an invalid ticket. */
export const TICKET_ENDED = 'Прошло больше пяти минут. Пожалуйста, введите пароль ещё раз.'

/** How long a ticket for a right password and a challenge for a passkey are valid. */
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

/**
 * Begins a recovery for a holder who has lost all factors: after three days a link removes them. False when one is already
 * pending, which continues.
 */
export async function insertRecovery(tx: Db, userId: number, waitSeconds: number): Promise<boolean> {
  await tx.deleteFrom('factor_recoveries').where('user_id', '=', userId).where('expires_at', '<=', now()).execute()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('factor_recoveries')
    .values({ user_id: userId, due_at: inSeconds(waitSeconds) })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Cancels a pending recovery and its link. True if there was one. */
export async function deleteRecovery(db: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('factor_recoveries')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** The accounts whose second letter is due. */
export async function listDueRecoveries(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('factor_recoveries')
    .innerJoin('users', 'users.id', 'factor_recoveries.user_id')
    .select('user_id')
    .where('due_at', '<=', now())
    .where('token_hash', 'is', null)
    .where('users.is_active', '=', true)
    .orderBy('due_at')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** False when the recovery was cancelled, or another process has sent the letter. */
export async function setRecoveryLink(tx: Db, userId: number, token: string, seconds: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('factor_recoveries')
    .set({ token_hash: hashToken(token), expires_at: inSeconds(seconds) })
    .where('user_id', '=', userId)
    .where('token_hash', 'is', null)
    .where('due_at', '<=', now())
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The account of a valid link. */
export async function findRecoveryHolder(db: Db, token: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('factor_recoveries')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now())
    .executeTakeFirst()
  return found?.user_id
}

export async function deleteExpiredRecoveries(db: Db): Promise<void> {
  await db.deleteFrom('factor_recoveries').where('expires_at', '<=', now()).execute()
}
