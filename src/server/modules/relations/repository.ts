import { sql } from 'kysely'
import { inverseOf, type RelationDraft, type RelationKind } from '@contract/relations'
import type { Decision } from '@contract/memory'
import { AFTER_DECISION_DAYS, UNDECIDED_REQUEST_DAYS } from '@contract/retention'
import { memorialIdsOfKeeper } from '../../access/repository'
import { daysAgo, now } from '../../db/instants'
import type { Db, Tables } from '../../db/schema'
import { isPageLetterDue } from '../../mail/repository'
import { CARD_COLUMNS } from '../memorials/list-repository'
import type { Selectable } from 'kysely'

export type RelationRow = Selectable<Tables['relations']>

const LISTED_MAX = 1000
const CARD = CARD_COLUMNS.filter((column) => column !== 'id').map((column) => `memorials.${column}` as const)

/** Relatives whose pages the account (or, without one, everyone) may read. `kind` is what each is to this page. */
export async function listRelatives(db: Db, memorialId: number, readerId: number | undefined) {
  const seenFrom = (side: 'memorial_id' | 'other_id', other: 'memorial_id' | 'other_id') =>
    db
      .selectFrom('relations')
      .innerJoin('memorials', 'memorials.id', `relations.${other}`)
      .select(['relations.id as relation_id', 'relations.kind', 'memorials.id', 'memorials.public_status', ...CARD])
      .where(`relations.${side}`, '=', memorialId)
      .where('relations.status', '=', 'approved')
      .where((eb) =>
        eb.or([
          eb('memorials.public_status', '=', true),
          ...(readerId === undefined ? [] : [eb('memorials.id', 'in', memorialIdsOfKeeper(readerId))]),
        ]),
      )
      .orderBy(sql`birth_date asc nulls last`)
      .orderBy('memorials.id')
      .limit(LISTED_MAX)
      .execute()
  const asked = await seenFrom('memorial_id', 'other_id')
  const granted = await seenFrom('other_id', 'memorial_id')
  return [...asked, ...granted.map((row) => ({ ...row, kind: inverseOf(row.kind) }))]
}

/** Requests to an account's pages, oldest first. `kind` is what the requesting page is to be to the account's page. */
export async function listPendingRelations(db: Db, userId: number) {
  const rows = await db
    .selectFrom('relations')
    .innerJoin('memorials', 'memorials.id', 'relations.memorial_id')
    .innerJoin('memorials as page', 'page.id', 'relations.other_id')
    .select(['relations.id as relation_id', 'relations.kind', 'relations.created_at'])
    .select(['memorials.id', 'memorials.public_status', ...CARD])
    .select([
      'page.id as page_id',
      'page.lastname as page_lastname',
      'page.name as page_first',
      'page.surname as page_surname',
    ])
    // Skips requests of pages in the trash.
    .where('memorials.user_id', 'is not', null)
    .where('relations.status', '=', 'pending')
    .where('relations.other_id', 'in', memorialIdsOfKeeper(userId))
    .orderBy('relations.id')
    .limit(LISTED_MAX)
    .execute()
  return rows.map((row) => ({ ...row, kind: inverseOf(row.kind) }))
}

export async function findRelation(db: Db, id: number): Promise<RelationRow | undefined> {
  return db.selectFrom('relations').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The relation between two pages, whichever requested it. */
export async function findRelationBetween(db: Db, one: number, other: number): Promise<RelationRow | undefined> {
  return db
    .selectFrom('relations')
    .selectAll()
    .where(sql`least(memorial_id, other_id)`, '=', Math.min(one, other))
    .where(sql`greatest(memorial_id, other_id)`, '=', Math.max(one, other))
    .executeTakeFirst()
}

/** The relations among the people of these pages. */
export async function listTiesAmong(db: Db, ids: number[]) {
  if (ids.length === 0) return []
  return (
    db
      .selectFrom('relations')
      .select(['memorial_id as person', 'other_id as other', 'kind'])
      .where('status', '=', 'approved')
      // Arrays as parameters: one parameter per id could exceed the limit of a statement.
      .where('memorial_id', '=', sql<number>`any (${ids}::integer[])`)
      .where('other_id', '=', sql<number>`any (${ids}::integer[])`)
      .orderBy('id')
      .execute()
  )
}

/** Returns the id. */
export async function insertRelation(
  tx: Db,
  memorialId: number,
  { memorial_id: other_id, kind }: RelationDraft,
  isApproved: boolean,
): Promise<number> {
  const { id } = await tx
    .insertInto('relations')
    .values({
      ...{ memorial_id: memorialId, other_id, kind: kind as RelationKind },
      ...(isApproved && { status: 'approved' as const, decided_at: now() }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type NewRelation = Pick<RelationRow, 'memorial_id' | 'other_id' | 'kind'>

/** Approved at once, because the importer keeps all these pages. */
export async function insertRelations(tx: Db, relations: NewRelation[]): Promise<void> {
  const approved = relations.map((relation) => ({ ...relation, status: 'approved' as const, decided_at: now() }))
  await tx.insertInto('relations').values(approved).execute()
}

/** Undefined when it was already decided or deleted. Of two concurrent decisions exactly one wins. */
export async function decideRelation(tx: Db, id: number, status: Decision): Promise<RelationRow | undefined> {
  return tx
    .updateTable('relations')
    .set({ status, decided_at: now() })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()
}

export async function deleteRelation(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('relations').where('id', '=', id).execute()
}

/**
 * Deletes a relation for a keeper of one of its pages. False when it was already deleted, or when this page's request was
 * refused: otherwise its keeper could repeat the request at once.
 */
export async function endRelation(tx: Db, id: number, pageId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('relations')
    .where('id', '=', id)
    .where((eb) => eb.or([eb('status', '!=', 'rejected'), eb('other_id', '=', pageId)]))
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Afterwards the other page can be asked again. */
export async function deleteOldRelationRequests(db: Db): Promise<void> {
  await db
    .deleteFrom('relations')
    .where('status', '=', 'pending')
    .where('created_at', '<', daysAgo(UNDECIDED_REQUEST_DAYS))
    .execute()
  await db
    .deleteFrom('relations')
    .where('status', '=', 'rejected')
    .where('decided_at', '<', daysAgo(AFTER_DECISION_DAYS))
    .execute()
}

/** Pages with pending requests that no letter has announced, if a letter is due. */
export async function listPagesToNotifyOf(db: Db): Promise<number[]> {
  const pages = await db
    .selectFrom('relations')
    .innerJoin('memorials', 'memorials.id', 'relations.other_id')
    .innerJoin('memorials as asking', 'asking.id', 'relations.memorial_id')
    .select('memorials.id')
    .distinct()
    .where('memorials.user_id', 'is not', null)
    // Skips requests of pages in the trash.
    .where('asking.user_id', 'is not', null)
    .where('relations.status', '=', 'pending')
    .where('relations.is_told', '=', false)
    .where(isPageLetterDue())
    .execute()
  return pages.map(({ id }) => id)
}

/** Marks the requests that a letter announces. Returns their number. */
export async function markNotified(tx: Db, memorialId: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('relations')
    .set({ is_told: true })
    .where('other_id', '=', memorialId)
    .where('status', '=', 'pending')
    .where('is_told', '=', false)
    .where('memorial_id', 'in', (eb) =>
      eb.selectFrom('memorials').select('memorials.id').where('memorials.user_id', 'is not', null),
    )
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
