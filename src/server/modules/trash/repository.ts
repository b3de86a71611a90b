import { type RawBuilder, type Selectable, sql } from 'kysely'
import { TRASH_DAYS } from '@contract/retention'
import { clock, daysAgo } from '../../db/instants'
import type { Db, Tables } from '../../db/schema'

export type TrashName = 'archive_items' | 'memories' | 'stories'

/** A table whose rows are on a page, or in its trash: then they are on no page, and their files are not served. */
export interface TrashTable<Name extends TrashName> {
  name: Name
  /** The column of the page: null in the trash. */
  page: 'memorial_id' | 'memorials_id'
  /** The ids of a row's files. */
  filesOf: (row: Selectable<Tables[Name]>) => (string | null)[]
  /** Which rows count, where the table holds several kinds. */
  only?: RawBuilder<boolean>
  /** What else a row loses in the trash. */
  lost?: RawBuilder<unknown>
}

export type TrashedRow<Name extends TrashName> = Selectable<Tables[Name]> & {
  trashed_at: Date
  trashed_memorial_id: number
}

/** The page that a row came from; undefined when it is not in the trash. */
export async function pageOfTrashed(
  db: Db,
  { name, only = sql<boolean>`true` }: Pick<TrashTable<TrashName>, 'name' | 'only'>,
  id: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ page: number | null }>`
    select trashed_memorial_id as page from ${sql.table(name)} where id = ${id} and ${only}`.execute(db)
  return rows[0]?.page ?? undefined
}

/** Removes a row and its files from the locked page. Undefined when it is no longer on it. */
export async function moveToTrash<Name extends TrashName>(
  tx: Db,
  table: TrashTable<Name>,
  memorialId: number,
  id: number,
): Promise<TrashedRow<Name> | undefined> {
  const { rows } = await sql<TrashedRow<Name>>`
    update ${sql.table(table.name)}
    set ${sql.ref(table.page)} = null, trashed_at = ${clock()}, trashed_memorial_id = ${memorialId} ${table.lost ?? sql``}
    where id = ${id} and ${sql.ref(table.page)} = ${memorialId} returning *`.execute(tx)
  await moveFiles(tx, table, rows, { memorial_id: null, trashed_memorial_id: memorialId })
  return rows[0]
}

/** Returns a row and its files to the locked page. Undefined when it is no longer in its trash. */
export async function takeFromTrash<Name extends TrashName>(
  tx: Db,
  table: TrashTable<Name>,
  memorialId: number,
  id: number,
): Promise<Selectable<Tables[Name]> | undefined> {
  const { rows } = await sql<Selectable<Tables[Name]>>`
    update ${sql.table(table.name)}
    set ${sql.ref(table.page)} = ${memorialId}, trashed_at = null, trashed_memorial_id = null
    where id = ${id} and trashed_memorial_id = ${memorialId} returning *`.execute(tx)
  await moveFiles(tx, table, rows, { memorial_id: memorialId, trashed_memorial_id: null })
  return rows[0]
}

/** Undefined when it is no longer in the page's trash. The caller must release its files. */
export async function deleteFromTrash<Name extends TrashName>(
  tx: Db,
  { name }: TrashTable<Name>,
  memorialId: number,
  id: number,
): Promise<TrashedRow<Name> | undefined> {
  const { rows } = await sql<TrashedRow<Name>>`
    delete from ${sql.table(name)} where id = ${id} and trashed_memorial_id = ${memorialId} returning *`.execute(tx)
  return rows[0]
}

/** Rows past their time in the trash, with the pages that they came from; or one of them, if it still is. */
export async function listOverdue(db: Db, { name }: Pick<TrashTable<TrashName>, 'name'>, id?: number) {
  const { rows } = await sql<{ id: number; memorialId: number }>`
    select id, trashed_memorial_id as "memorialId" from ${sql.table(name)}
    where trashed_at <= ${daysAgo(TRASH_DAYS)} and ${id === undefined ? sql`true` : sql`id = ${id}`} order by id`.execute(
    db,
  )
  return rows
}

/** Locks a page, which may be in the trash itself, before its rows, as everywhere. */
export async function lockPageOfTrash(tx: Db, memorialId: number): Promise<void> {
  await tx.selectFrom('memorials').select('id').where('id', '=', memorialId).forUpdate().execute()
}

async function moveFiles<Name extends TrashName>(
  tx: Db,
  table: TrashTable<Name>,
  rows: Selectable<Tables[Name]>[],
  place: { memorial_id: number | null; trashed_memorial_id: number | null },
): Promise<void> {
  const files = rows.flatMap((row) => table.filesOf(row)).filter((id) => id !== null)
  if (files.length > 0) await tx.updateTable('media').set(place).where('id', 'in', files).execute()
}
