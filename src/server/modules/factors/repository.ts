import { clock, inSeconds, now } from '../../db/instants'
import type { Db } from '../../db/schema'

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
