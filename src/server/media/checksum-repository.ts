import { sql } from 'kysely'
import { now } from '../db/instants'
import type { Db } from '../db/schema'
import type { FileFault } from '../db/tables/media'

/** Shorter than the nightly backups last, so that one of them still has the bytes that were lost. */
const CHECK_EVERY_DAYS = 14

interface DueCheck {
  id: string
  /** Hexadecimal; null before the first check. */
  sha256: string | null
}

/** Files that are due, the longest unread first; damaged ones each time, because they may have been put back. */
export async function findDueChecks(
  db: Db,
  { startedAt, limit }: { startedAt: Date; limit: number },
): Promise<DueCheck[]> {
  const { rows } = await sql<DueCheck>`
    select id, sha256 from (
      (select id, sha256 from media where checked_at is null limit ${limit})
      union all
      (select id, sha256 from media where checked_at < now() - make_interval(days => ${CHECK_EVERY_DAYS})
        order by checked_at limit ${limit})
      union all
      (select id, sha256 from media where fault is not null and checked_at < ${startedAt} limit ${limit})
    ) as due limit ${limit}`.execute(db)
  return rows
}

export async function recordSoundFile(db: Db, id: string, sha256: string): Promise<void> {
  await db
    .updateTable('media')
    .set({ sha256, checked_at: now(), fault: null, fault_since: null })
    .where('id', '=', id)
    .execute()
}

/** False when its row is gone. */
export async function recordFileFault(db: Db, id: string, fault: FileFault): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('media')
    .set((eb) => ({ fault, checked_at: now(), fault_since: eb.fn.coalesce('fault_since', now()) }))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export interface DamagedFile {
  /** The folder of the store. */
  id: string
  fault: FileFault
  fault_since: Date
  memorial_id: number | null
  /** The name under which it was sent to an archive. */
  file_name: string | null
}

export async function listDamagedFiles(db: Db, limit: number): Promise<DamagedFile[]> {
  return db
    .selectFrom('media')
    .leftJoin('archive_items', 'archive_items.media_id', 'media.id')
    .select(['media.id', 'fault', 'fault_since', 'archive_items.file_name'])
    .select((eb) => eb.fn.coalesce('media.memorial_id', 'media.trashed_memorial_id').as('memorial_id'))
    .where('fault', 'is not', null)
    .orderBy('fault_since')
    .orderBy('media.id')
    .limit(limit)
    .$narrowType<DamagedFile>()
    .execute()
}

export async function countDamagedFiles(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('media')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('fault', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}
