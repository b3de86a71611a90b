import { sql } from 'kysely'
import { now } from '../../db/instants'
import type { Db } from '../../db/schema'
import { emailKey } from '../../lib/mailbox'
import { ATTEMPTS_MAX } from '../../mail/queue'
import { type UserRow } from '../accounts/user-repository'

/** An account in the operator's list: no secrets, and no content. */
export interface AccountLine {
  id: number
  email: string
  is_active: boolean
  is_verified: boolean
  is_superuser: boolean
  /** When the account will be destroyed, if its holder deleted it. */
  leaves_at: Date | null
  created_at: Date
  pages: number
}

/** Newest first, with ids below `before`; `part` is a substring of the e-mail. */
export async function listAccounts(
  db: Db,
  { part, before, limit }: { part?: string | undefined; before?: number | undefined; limit: number },
): Promise<AccountLine[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'is_active', 'is_verified', 'is_superuser', 'leaves_at', 'created_at'])
    .select((eb) =>
      eb
        .selectFrom('memorials')
        .select((inner) => inner.fn.countAll<number>().as('pages'))
        .whereRef('user_id', '=', 'users.id')
        .$asScalar()
        .$notNull()
        .as('pages'),
    )
    .$if(part !== undefined, (query) => query.where('email_key', 'like', `%${escapeLike(emailKey(part ?? ''))}%`))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export interface MemorialLine {
  id: number
  user_id: number
  lastname: string
  name: string
  surname: string | null
  public_status: boolean
  closed_at: Date | null
  closed_reason: string | null
  /** When it was moved to its owner's trash. */
  trashed_at: Date | null
  used_storage_bytes: number
}

/** Newest first, with ids below `before`, including pages in the trash. */
export async function listPages(
  db: Db,
  options: { ownerId?: number | undefined; onlyClosed?: boolean; before?: number | undefined; limit: number },
): Promise<MemorialLine[]> {
  const { ownerId, onlyClosed = false, before, limit } = options
  const owner = sql<number>`coalesce(user_id, trashed_user_id)`
  return db
    .selectFrom('memorials')
    .select(['id', owner.as('user_id'), 'lastname', 'name', 'surname', 'public_status'])
    .select(['closed_at', 'closed_reason', 'trashed_at', 'used_storage_bytes'])
    .$if(ownerId !== undefined, (query) =>
      query.where((eb) => eb.or([eb('user_id', '=', ownerId ?? 0), eb('trashed_user_id', '=', ownerId ?? 0)])),
    )
    .$if(onlyClosed, (query) => query.where('closed_at', 'is not', null))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function setSuperuser(tx: Db, id: number, isSuperuser: boolean): Promise<void> {
  await tx.updateTable('users').set({ is_superuser: isSuperuser }).where('id', '=', id).execute()
}

/** Added to the credits of an account. Negative numbers subtract, down to zero. */
export interface MoreCredits {
  places: number
  advanced: number
  gb: number
}

export async function addCredits(tx: Db, id: number, { places, advanced, gb }: MoreCredits): Promise<UserRow> {
  const sum = (column: string, more: number) => sql<number>`greatest(0, ${sql.ref(column)} + ${more}::integer)`
  return tx
    .updateTable('users')
    .set({
      max_memorials: sum('max_memorials', places),
      advanced_memorials_left: sum('advanced_memorials_left', advanced),
      bonus_gb_left: sum('bonus_gb_left', gb),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export interface LetterLine {
  id: number
  recipient: string
  subject: string
  attempts: number
  due_at: Date
  created_at: Date
  is_given_up: boolean
}

/** Unsent letters, oldest first. */
export async function listUnsentLetters(db: Db, limit: number): Promise<LetterLine[]> {
  return db
    .selectFrom('letters')
    .select(['id', 'recipient', 'subject', 'attempts', 'due_at', 'created_at'])
    .select((eb) => eb('attempts', '>=', ATTEMPTS_MAX).as('is_given_up'))
    .where('sent_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .$narrowType<LetterLine>()
    .execute()
}

/** Makes unsent letters due at once, all or those in `ids`, including abandoned ones. Returns their number. */
export async function retryLetters(db: Db, ids: number[]): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('letters')
    .set({ attempts: 0, due_at: now() })
    .where('sent_at', 'is', null)
    .$if(ids.length > 0, (query) => query.where('id', 'in', ids))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

export interface MaintenanceRow {
  since: Date
  /** When it is expected to end. */
  until: Date | null
  /** What people read in place of the usual sentence. */
  text: string | null
}

/** Undefined unless the operator lets nothing be written. */
export async function findMaintenance(db: Db): Promise<MaintenanceRow | undefined> {
  return db.selectFrom('maintenance').select(['since', 'until', 'text']).executeTakeFirst()
}

export async function beginMaintenance(tx: Db, row: Pick<MaintenanceRow, 'until' | 'text'>): Promise<void> {
  await tx
    .insertInto('maintenance')
    .values(row)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(row))
    .execute()
}

/** False when there was none. */
export async function endMaintenance(tx: Db): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('maintenance').executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Undefined until one was. */
export async function findTimeOfVerifiedBackup(db: Db): Promise<Date | undefined> {
  const found = await db
    .selectFrom('register')
    .select('at')
    .where('kind', '=', 'backup_verified')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.at
}

export interface JobLine {
  name: string
  /** Null when it never ran, or is due. */
  ended_at: Date | null
  has_failed: boolean
  is_running: boolean
  /** Of the run that is in progress, or else of the last one. */
  seconds: number | null
}

/** The jobs that one process runs for all, as the database knows them: those that have run, or run now. */
export async function listJobs(db: Db): Promise<JobLine[]> {
  const { rows } = await sql<JobLine>`
    select name, ended_at, has_failed, is_running,
      round(extract(epoch from case when is_running then now() else ended_at end - began_at))::integer as seconds
    from job_runs cross join lateral (select coalesce(claimed_until > now(), false) as is_running) as claim
    order by name`.execute(db)
  return rows
}

/** Makes a job due at once. False for one that runs, or that is not listed. */
export async function makeJobDue(db: Db, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job_runs')
    .set({ ended_at: null })
    .where('name', '=', name)
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<', now())]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Jobs whose last run failed. Every job runs once a day at least: what is older belongs to a job of a former release. */
export async function countFailedJobs(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('job_runs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('has_failed', '=', true)
    .where('ended_at', '>', sql<Date>`now() - interval '2 days'`)
    .executeTakeFirstOrThrow()
  return count
}

/** Recomputes the storage that each page's archives use. Returns the pages whose number was wrong. */
export async function recountStorage(db: Db): Promise<{ id: number; before: number; after: number }[]> {
  const { rows } = await sql<{ id: number; before: number; after: number }>`
    with counted as (
      select memorials.id, used_storage_bytes as before,
        coalesce((select sum(size_bytes + copies_bytes) from archive_items
          where memorial_id = memorials.id or trashed_memorial_id = memorials.id), 0)::bigint as after
      from memorials
    )
    update memorials set used_storage_bytes = after
    from counted
    where memorials.id = counted.id and before <> after and used_storage_bytes = before
    returning memorials.id, before, after`.execute(db)
  return rows
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
