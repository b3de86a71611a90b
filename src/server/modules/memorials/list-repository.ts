import {
  type ExpressionBuilder,
  type NotNull,
  type OrderByItemBuilder,
  type RawBuilder,
  type Selectable,
  sql,
} from 'kysely'
import { type MyMemorialsPage, NAME_FILTERS, type NameFilter, type SortField, type SortOrder } from '@contract/memorial'
import { candleColumns, type MemorialRowWithCandles, memorialIdsOfKeeper } from '../../access/repository'
import { prepared } from '../../db/prepared'
import type { Db } from '../../db/schema'
import type { MemorialsTable } from '../../db/tables/memorials'
import { anyCasePattern, containsPattern, nameKey } from '../../lib/search-text'
import type { ListedMemorials, Question, Search, Years } from './search/asked'
import type { Person } from './search/people'

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

/** A search by last name also matches the maiden name, which may be all that is known. */
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
function livedIn([one, other]: readonly number[]) {
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

/** Ascending, PostgreSQL puts nulls last by default; for descending, db/migrations/baseline.ts has indexes in this order. */
function unknownLast(order: SortOrder) {
  return (date: OrderByItemBuilder) => (order === 'asc' ? date.asc() : date.desc().nullsLast())
}

interface OwnSearch {
  /** All memorials when undefined. */
  question: Question | undefined
  offset: number
  limit: number
}

/**
 * Matching memorials that an account owns or keeps: matches of the names first, then of the patronymic and the burial place, each newest first. With
 * a plain `id`, PostgreSQL would scan the newest memorials of all accounts until it finds enough.
 */
export async function listMemorialsOf(
  db: Db,
  userId: number,
  { question, offset, limit }: OwnSearch,
): Promise<MemorialRowWithCandles[]> {
  return db
    .selectFrom('memorials')
    .selectAll()
    .select(candleColumns)
    .where('id', 'in', memorialIdsOfKeeper(userId))
    .where(matches(question))
    .orderBy(isFoundOtherwise(question))
    .orderBy(sql`id + 0`, 'desc')
    .offset(offset)
    .limit(limit)
    .$narrowType<{ user_id: NotNull }>()
    .execute()
}

/** The plate data of memorials that an account owns or keeps, by last name. */
export async function listPlatesOf(
  db: Db,
  userId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<PlateRow[]> {
  return db
    .selectFrom('memorials')
    .select(PLATE_COLUMNS)
    .where('id', 'in', memorialIdsOfKeeper(userId))
    .orderBy('lastname_key')
    .orderBy('name_key')
    .orderBy('surname_key')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute()
}

type PlateRow = Pick<Selectable<MemorialsTable>, (typeof PLATE_COLUMNS)[number]>

const PLATE_COLUMNS = [
  'id',
  'lastname',
  'name',
  'surname',
  'birth_date',
  'birth_precision',
  'death_date',
  'death_precision',
] as const

export type OwnCounts = Pick<MyMemorialsPage, 'total' | 'in_all'>

/** How many memorials an account owns or keeps, and how many of them match. */
export async function countMemorialsOf(db: Db, userId: number, question?: Question): Promise<OwnCounts> {
  const { total, ...in_all } = await db
    .selectFrom('memorials')
    .select((eb) => {
      const count = () => eb.fn.countAll<number>()
      const isOwn = eb('user_id', '=', userId)
      return [
        count().filterWhere(matches(question)).as('total'),
        count().as('pages'),
        count().filterWhere(isOwn).as('own'),
        count()
          .filterWhere(isOwn)
          .filterWhere(eb.not(isWishedPublic(eb)))
          .as('own_closed'),
      ]
    })
    .where('id', 'in', memorialIdsOfKeeper(userId))
    .executeTakeFirstOrThrow()
  return { total, in_all }
}

/** As `wishesOf` in presentation.ts: while a page is taken down, its row states that it is closed. */
function isWishedPublic(eb: ExpressionBuilder<{ memorials: MemorialsTable }, 'memorials'>) {
  return eb
    .case()
    .when(eb.and([eb('closed_at', 'is', null), eb('owner_left_at', 'is', null)]))
    .then(eb.ref('public_status'))
    .else(eb.fn.coalesce('wished_public_status', sql.lit(false)))
    .end()
}

/** A condition: each word is a prefix of a word in the name or in the burial place, and the years match the life. */
function matches(question: Question | undefined) {
  if (!question) return sql<boolean>`true`
  const { words, years } = question
  if (words.length + years.length === 0) return sql<boolean>`false`
  const isFound = words.map(({ key }) =>
    key.length < PLACE_WORD_MIN
      ? begins(WHOLE_NAME, key)
      : sql<boolean>`(${begins(WHOLE_NAME, key)} or ${isBuriedIn(key)})`,
  )
  return sql<boolean>`(${sql.join([...isFound, livedIn(years)], sql` and `)})`
}

/** Shorter words are initials, or «г.» of each address. */
const PLACE_WORD_MIN = 3

/** A condition: a word of the burial place begins with this. */
function isBuriedIn(word: string) {
  const pattern = `(?:^|[^а-яёА-ЯЁa-zA-Z0-9])${anyCasePattern(word)}`
  return sql<boolean>`exists (
    select 1 from burials
    where burials.memorial_id = memorials.id and concat_ws(', ', burial_address, cemetery) ~ ${pattern}
  )`
}

/** A condition: some word of the question is a prefix in the patronymic or in the burial place only. */
function isFoundOtherwise(question: Question | undefined) {
  const words = question?.words ?? []
  const isCalledSo = words.map(({ key }) => begins(OWN_NAMES, key))
  return sql<boolean>`not (${sql.join([sql`true`, ...isCalledSo], sql` and `)})`
}

const OWN_NAMES = sql`concat_ws(' ', '', lastname_key, maiden_name_key, name_key)`
const WHOLE_NAME = sql`concat_ws(' ', ${OWN_NAMES}, surname_key)`

function begins(names: RawBuilder<unknown>, word: string) {
  return sql<boolean>`${names} like ${containsPattern(` ${word}`)}`
}

/** Someone whose memorial is public, as the search holds them in memory. */
export interface ListedPerson extends Person {
  isHero: boolean
}

/** The people with the next public memorials after this id, ordered by id. */
export async function listPeople(db: Db, afterId: number, limit: number): Promise<ListedPerson[]> {
  const rows = await peopleOfLists(db)
    .where('memorials.id', '>', afterId)
    .orderBy('memorials.id')
    .limit(limit)
    .execute()
  return rows.map(asPerson)
}

/** Those of these ids whose memorials are public. */
export async function findPeople(db: Db, ids: readonly number[]): Promise<ListedPerson[]> {
  const rows = await peopleOfLists(db).where('memorials.id', 'in', ids).execute()
  return rows.map(asPerson)
}

function peopleOfLists(db: Db) {
  return db
    .selectFrom('memorials')
    .leftJoin('burials', 'burials.memorial_id', 'memorials.id')
    .where('public_status', '=', true)
    .select([
      'memorials.id',
      'lastname_key',
      'maiden_name_key',
      'name_key',
      'surname_key',
      'birth_date',
      'death_date',
      'swo_status',
      'burial_address',
      'cemetery',
    ])
}

type PersonRow = Awaited<ReturnType<ReturnType<typeof peopleOfLists>['execute']>>[number]

function asPerson(row: PersonRow): ListedPerson {
  return {
    id: row.id,
    lastname: row.lastname_key,
    maiden: row.maiden_name_key,
    name: row.name_key,
    surname: row.surname_key,
    place: nameKey([row.burial_address, row.cemetery].filter(Boolean).join(', ')),
    birth: row.birth_date,
    death: row.death_date,
    isHero: row.swo_status,
  }
}
