import { type NotNull, type Selectable, sql } from 'kysely'
import { compiledOnce, prepared } from '../db/prepared'
import type { Db, MemorialsTable } from '../db/schema'

/** A page that has an owner. Those in the trash are rows of modules/trash alone, and never appear here. */
export type MemorialRow = Selectable<MemorialsTable> & { user_id: number }

/** The same with the number of candles ever lit there. */
export type LitMemorialRow = MemorialRow & { candles: number }

/** The number of candles ever lit for a row of `memorials`: its own column counts those from before the table existed. */
export const litInAll = sql<number>`memorials.candles + coalesce((
  select lit_in_all from candle_counts where candle_counts.memorial_id = memorials.id), 0)`

/** What decides who may read a memorial, and applies to everything in it. */
export type MemorialFacts = Pick<MemorialRow, 'id' | 'user_id' | 'public_status' | 'closed_at' | 'owner_left_at'>

/** Whether only keepers and moderators may read it: the operator took it down, or its owner deleted their account. */
export function isClosedByModerators({
  closed_at,
  owner_left_at,
}: Pick<MemorialRow, 'closed_at' | 'owner_left_at'>): boolean {
  return closed_at !== null || owner_left_at !== null
}

/** Whether anyone may read it, without PIN or account. */
export function isOpenToAll(memorial: Pick<MemorialRow, 'public_status' | 'closed_at' | 'owner_left_at'>): boolean {
  return memorial.public_status && !isClosedByModerators(memorial)
}

const selectMemorial = compiledOnce<{ id: number }, LitMemorialRow>((db, parameter) =>
  ownedMemorials(db)
    .selectAll()
    .select(litInAll.as('candles'))
    .where('id', '=', parameter('id'))
    .$narrowType<{ user_id: NotNull }>(),
)

export async function findMemorial(db: Db, id: number): Promise<LitMemorialRow | undefined> {
  const [memorial] = await selectMemorial(db, { id })
  return memorial
}

const selectFacts = prepared<{ id: number }, MemorialFacts>((db, parameter) =>
  ownedMemorials(db)
    .select(['id', 'user_id', 'public_status', 'closed_at', 'owner_left_at'])
    .where('id', '=', parameter('id'))
    .$narrowType<{ user_id: NotNull }>(),
)

/** Without its biography, which may be long. */
export async function findMemorialFacts(db: Db, id: number): Promise<MemorialFacts | undefined> {
  const [facts] = await selectFacts(db, { id })
  return facts
}

export async function memorialExists(db: Db, id: number): Promise<boolean> {
  return !!(await ownedMemorials(db).select('id').where('id', '=', id).executeTakeFirst())
}

/** The memorial as it is now, locked until the transaction ends; undefined when it has been deleted. */
export async function lockMemorialRow(tx: Db, id: number): Promise<MemorialRow | undefined> {
  return ownedMemorials(tx)
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .$narrowType<{ user_id: NotNull }>()
    .executeTakeFirst()
}

/** All pages except those in the trash. */
export function ownedMemorials(db: Db) {
  return db.selectFrom('memorials').where('memorials.user_id', 'is not', null)
}
