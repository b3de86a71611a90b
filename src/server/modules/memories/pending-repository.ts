import { type NotNull, sql } from 'kysely'
import { CONTACT_HINT, CONTACT_PATTERN } from '@contract/contacts'
import type { PendingQuery } from '@contract/memory'
import { isOnPageOfKeeper } from '../../access/keeper-repository'
import type { Db } from '../../db/schema'
import { anyCasePattern } from '../../lib/search-text'

/** The text columns of a memory, searched and checked for links and phone numbers. */
const WRITTEN = ['memories.author', 'memories.description'] as const
type WrittenColumn = (typeof WRITTEN)[number]

/** The default `limit`: a response of ten megabytes at most. `total` and `offset` lead to the rest. */
const LISTED_MAX = 1000

type PendingFilters = Pick<PendingQuery, 'memorial_id' | 'q' | 'suspicious'>

/**
 * Pending memories in the requested order: of the memorials that one account keeps, or of all. Skips the offset by an index, and
 * reads full rows only for the requested page.
 */
export async function listPendingMemories(db: Db, keeperId: number | undefined, asked: PendingQuery) {
  const shown = matchingPending(db, keeperId, asked)
    .select('memories.id')
    .orderBy('memories.created_at', asked.sort_order)
    .orderBy('memories.id', asked.sort_order)
    .offset(asked.offset)
    .limit(asked.limit ?? LISTED_MAX)
  return db
    .selectFrom('memories')
    .innerJoin('memorials', 'memorials.id', 'memories.memorials_id')
    .leftJoin('media', 'media.id', 'memories.photo_id')
    .select([
      'memories.id',
      'memories.memorials_id',
      'memories.description',
      'memories.author',
      'memories.author_email',
      'memories.created_at',
      'memories.reply',
      'memories.photo_id',
      'media.width as photo_width',
      'media.height as photo_height',
      'memorials.lastname',
      'memorials.name',
      'memorials.surname',
    ])
    .where('memories.id', 'in', shown)
    .orderBy('memories.created_at', asked.sort_order)
    .orderBy('memories.id', asked.sort_order)
    .$narrowType<{ memorials_id: NotNull }>()
    .execute()
}

export async function countPendingMemories(
  db: Db,
  keeperId: number | undefined,
  filters: PendingFilters,
): Promise<number> {
  const { total } = await matchingPending(db, keeperId, filters)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

function matchingPending(db: Db, keeperId: number | undefined, { memorial_id, q, suspicious }: PendingFilters) {
  let query = pending(db, keeperId)
  if (memorial_id !== undefined) query = query.where('memories.memorials_id', '=', memorial_id)
  if (q) query = query.where((eb) => eb.or(WRITTEN.map((column) => contains(column, q))))
  if (suspicious) query = query.where((eb) => eb.or(WRITTEN.map(holdsContact)))
  return query
}

function pending(db: Db, keeperId: number | undefined) {
  const all = db
    .selectFrom('memories')
    // Literals, to match the condition of the partial index `memories_waiting`.
    .where('memories.status', '=', sql.lit('pending' as const))
    .where('memories.is_unheard', '=', sql.lit(false))
    .where('memories.memorials_id', 'is not', null)
  if (keeperId !== undefined) return all.where(isOnPageOfKeeper('memories.memorials_id', keeperId))
  // Few pages are in the trash: excluding them is cheaper than looking up all others.
  return all.where((eb) =>
    eb.not(
      eb.exists(
        eb
          .selectFrom('memorials as trashed')
          .select('trashed.id')
          .whereRef('trashed.id', '=', 'memories.memorials_id')
          .where('trashed.trashed_at', 'is not', null),
      ),
    ),
  )
}

function contains(column: WrittenColumn, text: string) {
  return sql<boolean>`${sql.ref(column)} ~ ${anyCasePattern(text)}`
}

function holdsContact(column: WrittenColumn) {
  return sql<boolean>`(${sql.ref(column)} ~ ${CONTACT_HINT} and ${sql.ref(column)} ~ ${CONTACT_PATTERN})`
}
