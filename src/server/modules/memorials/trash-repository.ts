import { type NotNull, type Selectable, sql } from 'kysely'
import { TRASH_DAYS, UNDO_HOURS } from '@contract/retention'
import { candleColumns, type MemorialRowWithCandles, type MemorialRow } from '../../access/repository'
import { clock, daysAgo, hoursAgo } from '../../db/instants'
import type { Db } from '../../db/schema'
import type { MemorialsTable } from '../../db/tables/memorials'
import { hashToken } from '../../lib/token'
import type { MemorialUpdate } from './repository'

/** A page in the trash: it has no owner until it is restored. */
export type TrashedMemorialRow = Selectable<MemorialsTable> & { trashed_at: Date; trashed_user_id: number }

/** When and why a page was taken down; all null when it is not. */
type TakingDown = Pick<TrashedMemorialRow, 'closed_at' | 'closed_reason' | 'closed_by_report'>

/** The trashed pages of an account, latest first. */
export async function listTrashedMemorials(db: Db, userId: number): Promise<TrashedMemorialRow[]> {
  return trashOf(db, userId)
    .selectAll()
    .orderBy('trashed_at', 'desc')
    .orderBy('id', 'desc')
    .$narrowType<{ trashed_at: NotNull; trashed_user_id: NotNull }>()
    .execute()
}

function trashOf(db: Db, userId: number) {
  return db.selectFrom('memorials').where('trashed_user_id', '=', userId).where('destroyed_at', 'is', null)
}

export async function countTrashedMemorials(db: Db, userId: number): Promise<number> {
  const { trashed } = await trashOf(db, userId)
    .select(({ fn }) => fn.countAll<number>().as('trashed'))
    .executeTakeFirstOrThrow()
  return trashed
}

/** Whether the page is in the trash of this account. */
export async function isInTrashOf(db: Db, userId: number, id: number): Promise<boolean> {
  return !!(await trashOf(db, userId).select('id').where('id', '=', id).executeTakeFirst())
}

/** Locks a page in the account's trash, also one awaiting destruction; undefined when it is no longer there. */
export async function lockTrashedMemorial(tx: Db, id: number, userId: number): Promise<TrashedMemorialRow | undefined> {
  const row = await lockInAnyTrash(tx, id)
  return row?.trashed_user_id === userId ? row : undefined
}

/** Locks a page in any account's trash until the transaction ends. */
export async function lockInAnyTrash(tx: Db, id: number): Promise<TrashedMemorialRow | undefined> {
  return tx
    .selectFrom('memorials')
    .selectAll()
    .where('id', '=', id)
    .where('trashed_at', 'is not', null)
    .forUpdate()
    .$narrowType<{ trashed_at: NotNull; trashed_user_id: NotNull }>()
    .executeTakeFirst()
}

/** Takes the locked page in the trash down, or undoes that; effective when the page is restored. */
export async function takeDownInTrash(tx: Db, id: number, closing: TakingDown): Promise<void> {
  await tx.updateTable('memorials').set(closing).where('id', '=', id).where('trashed_at', 'is not', null).execute()
}

/** Removes the locked page from its owner, and applies `change`. */
export async function moveToTrash(tx: Db, row: MemorialRow, change: MemorialUpdate): Promise<void> {
  await tx
    .updateTable('memorials')
    .set({ ...change, user_id: null, trashed_at: clock(), trashed_user_id: row.user_id })
    .where('id', '=', row.id)
    .execute()
}

/** Returns the locked page to its owner, and applies `change`. */
export async function takeFromTrash(
  tx: Db,
  row: TrashedMemorialRow,
  change: MemorialUpdate,
): Promise<MemorialRowWithCandles> {
  return tx
    .updateTable('memorials')
    .set({ ...change, user_id: row.trashed_user_id, trashed_at: null, trashed_user_id: null })
    .where('id', '=', row.id)
    .returningAll()
    .returning(candleColumns)
    .$narrowType<{ user_id: NotNull }>()
    .executeTakeFirstOrThrow()
}

/** Pages past their time in the trash, and pages whose destruction by their owners is due. */
export async function listMemorialsToDestroy(db: Db): Promise<number[]> {
  const overdue = await overdueMemorials(db).orderBy('id').execute()
  return overdue.map(({ id }) => id)
}

/** Locks such a page until the transaction ends. False when it was restored or destroyed since. */
export async function lockMemorialToDestroy(tx: Db, id: number): Promise<boolean> {
  return !!(await overdueMemorials(tx).where('id', '=', id).forUpdate().executeTakeFirst())
}

function overdueMemorials(db: Db) {
  return db
    .selectFrom('memorials')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('destroyed_at', '<=', hoursAgo(UNDO_HOURS)),
        // The link to restore works for its full time, however long the page was in the trash before.
        eb.and([eb('destroyed_at', 'is', null), eb('trashed_at', '<=', daysAgo(TRASH_DAYS))]),
      ]),
    )
}

/** A page awaiting destruction, or restored by the link in the letter. */
type ReturnableRow = TrashedMemorialRow | MemorialRow

/** Schedules the destruction of the locked page in the trash; until then `token` restores it. */
export async function beginDestruction(tx: Db, id: number, token: string): Promise<void> {
  await tx
    .updateTable('memorials')
    .set({
      destroyed_at: clock(),
      return_token_hash: hashToken(token),
      returnable_until: sql<Date>`clock_timestamp() + make_interval(hours => ${UNDO_HOURS})`,
    })
    .where('id', '=', id)
    .execute()
}

/** The page that a link restores, locked until the transaction ends; it may be restored already. */
export async function lockByReturnToken(tx: Db, token: string): Promise<ReturnableRow | undefined> {
  return tx
    .selectFrom('memorials')
    .selectAll()
    .where('return_token_hash', '=', hashToken(token))
    .where('returnable_until', '>', clock())
    .forUpdate()
    .$narrowType<{ trashed_at: NotNull; trashed_user_id: NotNull }>()
    .executeTakeFirst()
}

export async function countToDestroy(db: Db, userId: number): Promise<number> {
  const { waiting } = await db
    .selectFrom('memorials')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('trashed_user_id', '=', userId)
    .where('destroyed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return waiting
}

/** Whether the holder has deleted the account and can still return. */
export async function isLeaving(db: Db, userId: number): Promise<boolean> {
  const owner = await db.selectFrom('users').select('leaves_at').where('id', '=', userId).executeTakeFirst()
  return owner !== undefined && owner.leaves_at !== null
}
