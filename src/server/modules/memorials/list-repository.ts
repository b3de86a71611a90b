import { type OrderByItemBuilder, type RawBuilder, type Selectable, sql } from 'kysely'
import {
  type MemorialListQuery,
  NAME_FILTERS,
  type NameFilter,
  type SortField,
  type SortOrder,
} from '@contract/memorial'
import { compiledOnce, prepared } from '../../db/prepared'
import type { Db, MemorialsTable } from '../../db/schema'
import { containsPattern, nameKey } from '../../lib/search-text'

export type ListedMemorials = 'public' | 'heroes'

const CARD_COLUMNS = [
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

/** Who looks for a surname may know the maiden name only. */
const FILTER_COLUMNS = {
  lastname: ['lastname_key', 'maiden_name_key'],
  name: ['name_key'],
  surname: ['surname_key'],
} as const satisfies Record<NameFilter, readonly (keyof MemorialsTable)[]>

/** What the statements of a list are given: patterns for the names, and which part of the list a page is. */
type ListValues = Record<NameFilter, string> & { offset: number; limit: number }
type Parameter = <K extends keyof ListValues>(name: K) => RawBuilder<ListValues[K]>

const pages = oncePerChoice((listed: ListedMemorials, by: SortField, order: SortOrder, ...filters: NameFilter[]) =>
  statement(filters)<ListValues, CardRow>((db, parameter) =>
    matching(db, parameter, listed, filters)
      .select(CARD_COLUMNS)
      .orderBy(SORT_COLUMNS[by], by === 'lastname' ? order : unknownLast(order))
      .orderBy('id', order)
      .offset(parameter('offset'))
      .limit(parameter('limit')),
  ),
)

const totals = oncePerChoice((listed: ListedMemorials, ...filters: NameFilter[]) =>
  statement(filters)<ListValues, { total: number }>((db, parameter) =>
    matching(db, parameter, listed, filters).select(({ fn }) => fn.countAll<number>().as('total')),
  ),
)

/** One page of a public list. Equal entries are ordered by id in the same direction, so that an index serves each list. */
export async function listPublicMemorials(
  db: Db,
  listed: ListedMemorials,
  query: MemorialListQuery,
): Promise<CardRow[]> {
  const values = valuesOf(query)
  return pages(listed, query.sort_by, query.sort_order, ...filtersIn(values))(db, values)
}

export async function countPublicMemorials(db: Db, listed: ListedMemorials, query: MemorialListQuery): Promise<number> {
  const values = valuesOf(query)
  const [counted] = await totals(listed, ...filtersIn(values))(db, values)
  return counted?.total ?? 0
}

function valuesOf({ lastname, name, surname, offset, limit }: MemorialListQuery): ListValues {
  return { lastname: patternOf(lastname), name: patternOf(name), surname: patternOf(surname), offset, limit }
}

/** Empty where nothing is looked for. */
function patternOf(text: string): string {
  const key = text && nameKey(text)
  return key && containsPattern(key)
}

function filtersIn(values: ListValues): NameFilter[] {
  return NAME_FILTERS.filter((filter) => values[filter])
}

/** How a name is best found depends on the name. */
function statement(filters: readonly NameFilter[]) {
  return filters.length > 0 ? compiledOnce : prepared
}

function matching(db: Db, parameter: Parameter, listed: ListedMemorials, filters: readonly NameFilter[]) {
  let query = db.selectFrom('memorials').where(listed === 'heroes' ? 'swo_status' : 'public_status', '=', sql.lit(true))
  for (const filter of filters)
    query = query.where((eb) => eb.or(FILTER_COLUMNS[filter].map((column) => eb(column, 'like', parameter(filter)))))
  return query
}

/** Ascending, PostgreSQL puts nulls last by itself; descending, db/migrations/0006 has indexes of this order. */
function unknownLast(order: SortOrder) {
  return (date: OrderByItemBuilder) => (order === 'asc' ? date.asc() : date.desc().nullsLast())
}

/** Makes one of its kind for each choice that is asked for. There are about a hundred choices. */
function oncePerChoice<C extends string[], S>(make: (...choice: C) => S): (...choice: C) => S {
  const made = new Map<string, S>()
  return (...choice) => {
    const key = choice.join()
    const known = made.get(key) ?? make(...choice)
    made.set(key, known)
    return known
  }
}
