import { inSeconds, now } from '../../db/instants'
import type { Db } from '../../db/schema'
import { hashToken } from '../../lib/token'

/** Recovery for holders who have lost all factors: a request, then after three days a link that removes the factors. */

/** False when one is already pending, which continues. */
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
