import { type ExpressionBuilder, type NotNull, type RawBuilder, type Selectable, sql } from 'kysely'
import type { MyMemorialsPage } from '@contract/memorial'
import { memorialIdsOfKeeper } from '../../access/keeper-repository'
import { type LitMemorialRow, litInAll } from '../../access/memorial-repository'
import type { Db, MemorialsTable } from '../../db/schema'
import { containsPattern } from '../../lib/search-text'
import { livedIn } from './list-repository'
import type { Question } from './search/words'

export interface OwnSearch {
  /** All memorials when undefined. */
  question: Question | undefined
  offset: number
  limit: number
}

/**
 * Matching memorials that an account owns or keeps: matches of the names first, then of the patronymic, each newest first. With
 * a plain `id`, PostgreSQL would scan the newest memorials of all accounts until it finds enough.
 */
export async function listMemorialsOf(
  db: Db,
  userId: number,
  { question, offset, limit }: OwnSearch,
): Promise<LitMemorialRow[]> {
  return db
    .selectFrom('memorials')
    .selectAll()
    .select(litInAll.as('candles'))
    .where('id', 'in', memorialIdsOfKeeper(userId))
    .where(matches(question))
    .orderBy(isFoundByPatronymic(question))
    .orderBy(sql`id + 0`, 'desc')
    .offset(offset)
    .limit(limit)
    .$narrowType<{ user_id: NotNull }>()
    .execute()
}

/** The plate data of memorials that an account owns or keeps, by surname. */
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

export type PlateRow = Pick<Selectable<MemorialsTable>, (typeof PLATE_COLUMNS)[number]>

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

/** A condition: each word is a prefix of a word in the name, and the years match the life. */
function matches(question: Question | undefined) {
  if (!question) return sql<boolean>`true`
  const { words, years } = question
  if (words.length + years.length === 0) return sql<boolean>`false`
  const conditions = [...words.map(({ key }) => begins(WHOLE_NAME, key)), livedIn(years)]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** A condition: some word of the question is a prefix in the patronymic only. */
function isFoundByPatronymic(question: Question | undefined) {
  const words = question?.words ?? []
  const isCalledSo = words.map(({ key }) => begins(OWN_NAMES, key))
  return sql<boolean>`not (${sql.join([sql`true`, ...isCalledSo], sql` and `)})`
}

const OWN_NAMES = sql`concat_ws(' ', '', lastname_key, maiden_name_key, name_key)`
const WHOLE_NAME = sql`concat_ws(' ', ${OWN_NAMES}, surname_key)`

function begins(names: RawBuilder<unknown>, word: string) {
  return sql<boolean>`${names} like ${containsPattern(` ${word}`)}`
}
