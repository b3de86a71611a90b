import { type Insertable, type Selectable, sql } from 'kysely'
import { HISTORY_DAYS } from '@contract/retention'
import { clock, daysAgo } from '../../db/instants'
import type { Db, Tables } from '../../db/schema'

export type RevisionRow = Selectable<Tables['revisions']>

/** What its author is to the page now, and the name that they have chosen. */
interface Author {
  role: 'owner' | 'keeper' | 'former' | 'moderator'
  display_name: string | null
}
export type AuthoredRevision = RevisionRow & Author

/** Saves of the same text by the same account within this time are one revision. */
const JOINED_MINUTES = 10

/** The last revision of a field, and whether a further save of `userId` may join it. Its page or memory must be locked. */
export async function findLastRevision(tx: Db, memorialId: number, what: string, userId: number) {
  return tx
    .selectFrom('revisions')
    .selectAll()
    .select((eb) =>
      eb
        .and([
          eb('user_id', '=', userId),
          eb('restored_from', 'is', null),
          eb('author', 'is', null),
          eb('at', '>', sql<Date>`clock_timestamp() - make_interval(mins => ${JOINED_MINUTES})`),
        ])
        .as('is_open'),
    )
    .where('memorial_id', '=', memorialId)
    .where('what', '=', what)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertRevision(tx: Db, revision: Insertable<Tables['revisions']>): Promise<void> {
  await tx.insertInto('revisions').values(revision).execute()
}

/** The value after it is read from the next revision from now on. */
export async function dropValueAfter(tx: Db, id: number): Promise<void> {
  await tx.updateTable('revisions').set({ after: null }).where('id', '=', id).execute()
}

export async function extendRevision(tx: Db, id: number, values: { before: Buffer; after: Buffer }): Promise<void> {
  await tx
    .updateTable('revisions')
    .set({ ...values, at: clock() })
    .where('id', '=', id)
    .execute()
}

export async function countRevisions(db: Db, memorialId: number): Promise<number> {
  const { total } = await db
    .selectFrom('revisions')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('memorial_id', '=', memorialId)
    .executeTakeFirstOrThrow()
  return total
}

/** Revisions of a page without their values, newest first. */
export async function listRevisions(
  db: Db,
  memorialId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<Pick<RevisionRow, 'id' | 'what'>[]> {
  return db
    .selectFrom('revisions')
    .select(['id', 'what'])
    .where('memorial_id', '=', memorialId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
}

/**
 * The revisions of a field from the id `oldest` on to the first at or after `newest` whose value after is stored: from that
 * one the others are read. Newest first.
 */
export async function readRevisions(
  db: Db,
  memorialId: number,
  { what, oldest, newest }: { what: string; oldest: number; newest: number },
): Promise<AuthoredRevision[]> {
  return db
    .selectFrom('revisions')
    .innerJoin('memorials', 'memorials.id', 'revisions.memorial_id')
    .leftJoin('users', 'users.id', 'revisions.user_id')
    .leftJoin('keepers', (join) =>
      join
        .onRef('keepers.memorial_id', '=', 'revisions.memorial_id')
        .onRef('keepers.user_id', '=', 'revisions.user_id'),
    )
    .selectAll('revisions')
    .select('users.display_name')
    .select(
      sql<Author['role']>`case when revisions.by_moderator then 'moderator'
        when revisions.user_id = memorials.user_id then 'owner'
        when keepers.user_id is not null then 'keeper' else 'former' end`.as('role'),
    )
    .where('revisions.memorial_id', '=', memorialId)
    .where('revisions.what', '=', what)
    .where('revisions.id', '>=', oldest)
    .where('revisions.id', '<=', (eb) =>
      eb
        .selectFrom('revisions as whole')
        .select((of) => of.fn.min('whole.id').as('id'))
        .where('whole.memorial_id', '=', memorialId)
        .where('whole.what', '=', what)
        .where('whole.id', '>=', newest)
        .where('whole.after', 'is not', null),
    )
    .orderBy('revisions.id', 'desc')
    .execute()
}

export async function findRevision(
  db: Db,
  memorialId: number,
  id: number,
): Promise<Pick<RevisionRow, 'id' | 'what'> | undefined> {
  return db
    .selectFrom('revisions')
    .select(['id', 'what'])
    .where('memorial_id', '=', memorialId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The id of the last revision of any of these fields. */
export async function findLastOf(db: Db, memorialId: number, fields: string[]) {
  return db
    .selectFrom('revisions')
    .select(['id', 'what'])
    .where('memorial_id', '=', memorialId)
    .where('what', 'in', fields)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The first revision of each field between two instants, without its values, oldest first. */
export async function listFirstRevisions(db: Db, memorialId: number, { from, to }: { from: Date; to: Date }) {
  const first = await db
    .selectFrom('revisions')
    .select(({ fn }) => ['what', fn.min('id').as('id')])
    .where('memorial_id', '=', memorialId)
    .where('at', '>=', from)
    .where('at', '<', to)
    .groupBy('what')
    .execute()
  return first.sort((one, other) => one.id - other.id)
}

export async function deleteOldRevisions(db: Db): Promise<void> {
  await db.deleteFrom('revisions').where('at', '<=', daysAgo(HISTORY_DAYS)).execute()
}

/** A text that one keeper has replaced soon after another saved it. */
export interface OverwrittenText {
  /** Of the later save. */
  id: number
  memorial_id: number
  /** Who had saved it before. */
  user_id: number
  email: string
}

/** Two who save one after another within this time were writing at once. */
const AT_ONCE_MINUTES = 60

/** The texts of keepers that others have replaced soon after, and of which no letter was sent. By keeper and page. */
export async function listOverwrittenTexts(tx: Db): Promise<OverwrittenText[]> {
  const { rows } = await sql<OverwrittenText>`
    select later.id, later.memorial_id, earlier.user_id, users.email
    from revisions later
      join lateral (
        select user_id, at from revisions
        where memorial_id = later.memorial_id and what = later.what and id < later.id
        order by id desc limit 1) earlier on true
      join users on users.id = earlier.user_id and users.is_active
    where not later.is_told and later.at > now() - interval '1 day'
      and earlier.user_id is distinct from later.user_id
      and earlier.at > later.at - make_interval(mins => ${AT_ONCE_MINUTES})
      and (exists (select from memorials where id = later.memorial_id and user_id = earlier.user_id)
        or exists (select from keepers where memorial_id = later.memorial_id and user_id = earlier.user_id))
    order by earlier.user_id, later.memorial_id, later.id`.execute(tx)
  return rows
}

export async function markOverwritingNotified(tx: Db, ids: number[]): Promise<void> {
  await tx.updateTable('revisions').set({ is_told: true }).where('id', 'in', ids).execute()
}
