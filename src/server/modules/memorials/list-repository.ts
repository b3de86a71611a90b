import { type OrderByItemBuilder, type Selectable, sql } from 'kysely'
import { NAME_FILTERS, type NameFilter, type SortField, type SortOrder } from '@contract/memorial'
import { prepared } from '../../db/prepared'
import type { Db, MemorialsTable } from '../../db/schema'
import { anyCasePattern, containsPattern } from '../../lib/search-text'
import type { ListedMemorials } from './search/asked'
import type { Years } from './search/conditions'
import type { Search } from './search/find'

export const CARD_COLUMNS = [
  'id',
  'lastname',
  'name',
  'surname',
  'maiden_name',
  'birth_date',
  'birth_precision',
  'death_date',
  'death_precision',
  'photo_id',
  'photo_width',
  'photo_height',
  'photo_tone',
  'photo_preview',
  'swo_status',
] as const

export type CardRow = Pick<Selectable<MemorialsTable>, (typeof CARD_COLUMNS)[number]>

const SORT_COLUMNS = {
  lastname: 'lastname_key',
  birth_date: 'birth_date',
  death_date: 'death_date',
} as const satisfies Record<SortField, keyof MemorialsTable>

/** A search by surname also matches the maiden name, which may be all that is known. */
const FILTER_COLUMNS = {
  lastname: ['lastname_key', 'maiden_name_key'],
  name: ['name_key'],
  surname: ['surname_key'],
} as const satisfies Record<NameFilter, readonly (keyof MemorialsTable)[]>

const NAME_COLUMNS = Object.values(FILTER_COLUMNS).flat()

const CONDITIONS = { public: 'public_status', heroes: 'swo_status' } as const satisfies Record<ListedMemorials, string>

const publicCards = prepared<{ ids: readonly number[] }, CardRow>((db, parameter) =>
  db
    .selectFrom('memorials')
    .select(CARD_COLUMNS)
    .where('public_status', '=', sql.lit(true))
    .where('id', '=', sql<number>`any(${parameter('ids')})`),
)

/** The cards of those pages that are public, in any order. */
export function findPublicCards(db: Db, ids: readonly number[]): Promise<CardRow[]> {
  return publicCards(db, { ids })
}

/**
 * One page of a public list by a full scan in the database, while a process has not yet loaded the people into memory (see
 * search/people-index.ts). Does not tolerate misspellings or sort by likeness.
 */
export async function listPublicMemorials(db: Db, listed: ListedMemorials, search: Search): Promise<CardRow[]> {
  const { sortBy = 'lastname', sortOrder, offset, limit } = search
  return matching(db, listed, search)
    .select(CARD_COLUMNS)
    .orderBy(SORT_COLUMNS[sortBy], sortBy === 'lastname' ? sortOrder : unknownLast(sortOrder))
    .orderBy('id', sortOrder)
    .offset(offset)
    .limit(limit)
    .execute()
}

export async function countPublicMemorials(db: Db, listed: ListedMemorials, search: Search): Promise<number> {
  const { total } = await matching(db, listed, search)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

function matching(db: Db, listed: ListedMemorials, search: Search) {
  const { question, place } = search
  let query = db.selectFrom('memorials').where(CONDITIONS[listed], '=', sql.lit(true))
  for (const filter of NAME_FILTERS) {
    if (search[filter]) query = query.where(containedIn(FILTER_COLUMNS[filter], search[filter]))
  }
  if (question) {
    if (question.words.length + question.years.length === 0) query = query.where(sql<boolean>`false`)
    for (const { key } of question.words) query = query.where(containedIn(NAME_COLUMNS, key))
    query = query.where(livedIn(question.years))
  }
  query = query.where(within('birth_date', search.birthYears)).where(within('death_date', search.deathYears))
  if (!place) return query
  return query.where((eb) =>
    eb.exists(
      eb
        .selectFrom('burials')
        .whereRef('burials.memorial_id', '=', 'memorials.id')
        .where(sql`concat_ws(', ', burial_address, cemetery)`, '~', anyCasePattern(place).replaceAll(' ', '[- ]'))
        .select('burials.id'),
    ),
  )
}

/** A condition: the text is anywhere in one of these columns. */
function containedIn(columns: readonly (typeof NAME_COLUMNS)[number][], text: string) {
  const pattern = containsPattern(text)
  return sql<boolean>`(${sql.join(
    columns.map((column) => sql`${sql.ref(column)} like ${pattern}`),
    sql` or `,
  )})`
}

/** A condition: one year is that of birth or of death; two years are both, in either order. */
export function livedIn([one, other]: readonly number[]) {
  if (one === undefined) return sql<boolean>`true`
  const [birth, death] = (['birth_date', 'death_date'] as const).map(
    (date) => (year: number) => within(date, { from: year, to: year }),
  ) as [(year: number) => ReturnType<typeof within>, (year: number) => ReturnType<typeof within>]
  if (other === undefined) return sql<boolean>`(${birth(one)} or ${death(one)})`
  return sql<boolean>`(${birth(one)} and ${death(other)} or ${birth(other)} and ${death(one)})`
}

function within(date: 'birth_date' | 'death_date', { from, to }: Years) {
  if (from === undefined && to === undefined) return sql<boolean>`true`
  return sql<boolean>`(${sql.ref(date)} >= make_date(${from ?? 1}, 1, 1) and ${sql.ref(date)} <= make_date(${to ?? 9999}, 12, 31))`
}

/** Ascending, PostgreSQL puts nulls last by default; for descending, db/migrations/0006 has indexes in this order. */
function unknownLast(order: SortOrder) {
  return (date: OrderByItemBuilder) => (order === 'asc' ? date.asc() : date.desc().nullsLast())
}
