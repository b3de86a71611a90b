import { type Insertable, type NotNull, type Selectable, sql } from 'kysely'
import { HISTORY_PAGE_SIZE } from '@contract/history'
import type { PendingQuery } from '@contract/memory'
import { AFTER_DECISION_DAYS, UNDECIDED_MEMORY_DAYS } from '@contract/retention'
import { isOnPageOfKeeper } from '../../access/repository'
import { daysAgo, now } from '../../db/instants'
import type { Db, Tables } from '../../db/schema'
import { hashToken } from '../../lib/token'
import { isPageLetterDue } from '../../mail/repository'
import { contains, holdsContact } from '../memories/pending-repository'

export type ProposalRow = Selectable<Tables['proposals']>

export async function insertProposal(tx: Db, proposal: Insertable<Tables['proposals']>): Promise<{ id: number }> {
  return tx.insertInto('proposals').values(proposal).returning('id').executeTakeFirstOrThrow()
}

export async function countWaiting(db: Db, memorialId: number): Promise<number> {
  const { waiting } = await db
    .selectFrom('proposals')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('memorial_id', '=', memorialId)
    .where('status', '=', 'pending')
    .where('is_unheard', '=', false)
    .executeTakeFirstOrThrow()
  return waiting
}

/** A part of a list, with the filters of the cabinet. */
export type Listed = Pick<PendingQuery, 'offset' | 'limit'> & Partial<PendingQuery>

/**
 * Those that wait at one page, or at all pages of a keeper; the oldest first unless asked otherwise, as many as have `maxCharacters`,
 * but at least one.
 */
export async function listWaiting(
  db: Db,
  of: { memorialId: number } | { keeperId: number },
  { maxCharacters, ...page }: Listed & { maxCharacters: number },
): Promise<ProposalRow[]> {
  const order = page.sort_order ?? 'asc'
  const listed = await matching(db, of, page)
    .select(['proposals.id', sql<number>`coalesce(length(value), 0) + coalesce(length(note), 0)`.as('characters')])
    .orderBy('proposals.id', order)
    .offset(page.offset)
    .limit(page.limit ?? HISTORY_PAGE_SIZE)
    .execute()
  let characters = 0
  const end = listed.findIndex((row, nth) => (characters += row.characters) > maxCharacters && nth > 0)
  const ids = (end < 0 ? listed : listed.slice(0, end)).map(({ id }) => id)
  if (ids.length === 0) return []
  return waiting(db, of)
    .selectAll('proposals')
    .where('proposals.id', 'in', ids)
    .orderBy('proposals.id', order)
    .execute()
}

export async function countListed(
  db: Db,
  of: { memorialId: number } | { keeperId: number },
  filters: Listed,
): Promise<number> {
  const { total } = await matching(db, of, filters)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

const WRITTEN = ['proposals.author', 'proposals.value', 'proposals.note']

function matching(db: Db, of: { memorialId: number } | { keeperId: number }, { memorial_id, q, suspicious }: Listed) {
  let query = waiting(db, of)
  if (memorial_id !== undefined) query = query.where('proposals.memorial_id', '=', memorial_id)
  if (q) query = query.where((eb) => eb.or(WRITTEN.map((column) => contains(column, q))))
  if (suspicious) query = query.where((eb) => eb.or(WRITTEN.map(holdsContact)))
  return query
}

function waiting(db: Db, of: { memorialId: number } | { keeperId: number }) {
  const all = db
    .selectFrom('proposals')
    .innerJoin('memorials', 'memorials.id', 'proposals.memorial_id')
    .where('memorials.user_id', 'is not', null)
    .where('proposals.status', '=', sql.lit('pending' as const))
    .where('proposals.is_unheard', '=', false)
  if ('memorialId' in of) return all.where('proposals.memorial_id', '=', of.memorialId)
  return all.where(isOnPageOfKeeper('proposals.memorial_id', of.keeperId))
}

/** Of a page that is not in the trash. */
export async function findProposal(db: Db, id: number): Promise<ProposalRow | undefined> {
  return onPages(db).where('proposals.id', '=', id).executeTakeFirst()
}

export async function findOwnProposal(db: Db, token: string): Promise<ProposalRow | undefined> {
  return onPages(db).where('own_token_hash', '=', hashToken(token)).executeTakeFirst()
}

function onPages(db: Db) {
  return db
    .selectFrom('proposals')
    .innerJoin('memorials', 'memorials.id', 'proposals.memorial_id')
    .where('memorials.user_id', 'is not', null)
    .selectAll('proposals')
}

/** A decision belongs to one keeper for so long: to the next one if the process dies while it is carried out. */
const CLAIM_SECONDS = 60

/** False when it is decided, or another keeper decides at this moment. */
export async function claimProposal(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('proposals')
    .set({ claimed_until: sql<Date>`clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})` })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', sql<Date>`clock_timestamp()`)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function endClaim(db: Db, id: number): Promise<void> {
  await db.updateTable('proposals').set({ claimed_until: null }).where('id', '=', id).execute()
}

/** Its photo is an item of the archive from now on, or released. Undefined when it was taken back in the meantime. */
export async function decideOnProposal(
  tx: Db,
  id: number,
  { status, reply }: { status: 'accepted' | 'rejected'; reply: string | null },
): Promise<ProposalRow | undefined> {
  const before = await tx
    .selectFrom('proposals')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .forUpdate()
    .executeTakeFirst()
  if (!before) return undefined
  await tx
    .updateTable('proposals')
    .set({ status, reply, decided_at: now(), claimed_until: null, photo_id: null, photo_bytes: 0 })
    .where('id', '=', id)
    .execute()
  return before
}

export async function deleteProposal(tx: Db, id: number): Promise<ProposalRow | undefined> {
  return tx.deleteFrom('proposals').where('id', '=', id).returningAll().executeTakeFirst()
}

/** Those past their retention period: waiting and decided ones. */
export async function listDueProposals(db: Db): Promise<{ id: number; memorial_id: number }[]> {
  return db
    .selectFrom('proposals')
    .select(['id', 'memorial_id'])
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', sql.lit('pending' as const)), eb('created_at', '<', daysAgo(UNDECIDED_MEMORY_DAYS))]),
        eb.and([eb('decided_at', 'is not', null), eb('decided_at', '<', daysAgo(AFTER_DECISION_DAYS))]),
      ]),
    )
    .orderBy('id')
    .execute()
}

/** Pages with proposals that no letter has announced, if a letter is due. */
export async function listPagesToNotifyOf(db: Db): Promise<number[]> {
  const pages = await db
    .selectFrom('proposals')
    .innerJoin('memorials', 'memorials.id', 'proposals.memorial_id')
    .select('memorials.id')
    .distinct()
    .where('memorials.user_id', 'is not', null)
    .$narrowType<{ id: NotNull }>()
    .where('proposals.status', '=', sql.lit('pending' as const))
    .where('proposals.is_told', '=', false)
    .where('proposals.is_unheard', '=', false)
    .where(isPageLetterDue())
    .execute()
  return pages.map(({ id }) => id)
}

/** Marks the proposals that a letter announces. Returns their number. */
export async function markNotified(tx: Db, memorialId: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('proposals')
    .set({ is_told: true })
    .where('memorial_id', '=', memorialId)
    .where('status', '=', 'pending')
    .where('is_told', '=', false)
    .where('is_unheard', '=', false)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
