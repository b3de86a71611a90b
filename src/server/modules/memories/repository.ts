import { type Insertable, type Selectable, sql } from 'kysely'
import { CONTACT_HINT, CONTACT_PATTERN } from '@contract/contacts'
import type { Decision, PendingQuery } from '@contract/memory'
import type { Db, Tables } from '../../db/schema'
import { anyCasePattern } from '../../lib/any-case-pattern'

/** A rejected memory is destroyed, and the author of a decided one forgotten, after so many days. */
const KEPT_AFTER_DECISION_DAYS = 30

/** What a writer wrote: searched, and looked through for links and phone numbers. */
const WRITTEN = ['memories.author', 'memories.description'] as const
type WrittenColumn = (typeof WRITTEN)[number]

type PendingFilters = Pick<PendingQuery, 'memorial_id' | 'q' | 'suspicious'>
export type MemoryRow = Selectable<Tables['memories']>

/** Approved memories of a memorial, newest first. */
export async function listApprovedMemories(db: Db, memorialId: number, page: { offset: number; limit: number }) {
  return approved(db, memorialId)
    .select(['id', 'memorials_id', 'description', 'author', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
}

export async function countApprovedMemories(db: Db, memorialId: number): Promise<number> {
  const { total } = await approved(db, memorialId)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Memories that wait for a decision, oldest first unless asked otherwise: those of an owner's memorials, or of all. */
export async function listPendingMemories(db: Db, ownerId: number | undefined, asked: PendingQuery) {
  let query = matchingPending(db, ownerId, asked)
    .select([
      'memories.id',
      'memories.memorials_id',
      'memories.description',
      'memories.author',
      'memories.author_email',
      'memories.created_at',
      'memorials.lastname',
      'memorials.name',
      'memorials.surname',
    ])
    .orderBy('memories.created_at', asked.sort_order)
    .orderBy('memories.id', asked.sort_order)
    .offset(asked.offset)
  if (asked.limit !== undefined) query = query.limit(asked.limit)
  return query.execute()
}

export async function countPendingMemories(
  db: Db,
  ownerId: number | undefined,
  filters: PendingFilters,
): Promise<number> {
  const { total } = await matchingPending(db, ownerId, filters)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Whether a memory that came to a memorial within the last so many seconds still waits. */
export async function hasRecentPending(db: Db, memorialId: number, seconds: number): Promise<boolean> {
  const found = await db
    .selectFrom('memories')
    .select('id')
    .where('memorials_id', '=', memorialId)
    .where('status', '=', 'pending')
    .where('created_at', '>', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function findMemory(db: Db, id: number): Promise<MemoryRow | undefined> {
  return db.selectFrom('memories').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function insertMemory(db: Db, memory: Insertable<Tables['memories']>): Promise<MemoryRow> {
  return db.insertInto('memories').values(memory).returningAll().executeTakeFirstOrThrow()
}

/** Undefined when it was deleted meanwhile. */
export async function updateMemory(
  db: Db,
  id: number,
  change: { description: string; author: string },
): Promise<MemoryRow | undefined> {
  return db.updateTable('memories').set(change).where('id', '=', id).returningAll().executeTakeFirst()
}

/** False when it was deleted meanwhile. */
export async function deleteMemory(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('memories').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Undefined when it waits no longer. Two decisions at once: exactly one counts. */
export async function decideOnMemory(db: Db, id: number, decision: Decision): Promise<MemoryRow | undefined> {
  return db
    .updateTable('memories')
    .set({ status: decision, decided_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()
}

export async function deleteRejectedMemories(db: Db): Promise<void> {
  await db.deleteFrom('memories').where('status', '=', 'rejected').where('decided_at', '<', longAgo()).execute()
}

/** The address was asked for to tell of the decision: that done, it is nobody's business. */
export async function forgetAuthorsOfDecidedMemories(db: Db): Promise<void> {
  await db
    .updateTable('memories')
    .set({ author_email: null })
    .where('author_email', 'is not', null)
    .where('decided_at', '<', longAgo())
    .execute()
}

function approved(db: Db, memorialId: number) {
  return db.selectFrom('memories').where('memorials_id', '=', memorialId).where('status', '=', 'approved')
}

function matchingPending(db: Db, ownerId: number | undefined, { memorial_id, q, suspicious }: PendingFilters) {
  let query = pending(db, ownerId)
  if (memorial_id !== undefined) query = query.where('memories.memorials_id', '=', memorial_id)
  if (q) query = query.where((eb) => eb.or(WRITTEN.map((column) => contains(column, q))))
  if (suspicious) query = query.where((eb) => eb.or(WRITTEN.map(holdsContact)))
  return query
}

function pending(db: Db, ownerId: number | undefined) {
  const all = db
    .selectFrom('memories')
    .innerJoin('memorials', 'memorials.id', 'memories.memorials_id')
    .where('memories.status', '=', 'pending')
  return ownerId === undefined ? all : all.where('memorials.user_id', '=', ownerId)
}

function contains(column: WrittenColumn, text: string) {
  return sql<boolean>`${sql.ref(column)} ~ ${anyCasePattern(text)}`
}

function holdsContact(column: WrittenColumn) {
  return sql<boolean>`(${sql.ref(column)} ~ ${CONTACT_HINT} and ${sql.ref(column)} ~ ${CONTACT_PATTERN})`
}

function longAgo() {
  return sql<Date>`now() - make_interval(days => ${KEPT_AFTER_DECISION_DAYS})`
}
