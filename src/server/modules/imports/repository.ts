import { setImmediate as otherWork } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../db/schema'
import type { MemorialsTable } from '../../db/tables/memorials'

/** What an account can still spend on pages. */
export interface Credits {
  advanced: number
  gigabytes: number
}

export async function findCredits(db: Db, userId: number): Promise<Credits> {
  return db
    .selectFrom('users')
    .select(['advanced_memorials_left as advanced', 'bonus_gb_left as gigabytes'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** The fields for comparing people: names as normalised for search, and the day of birth or null. */
export type KnownPerson = Pick<MemorialsTable, 'lastname_key' | 'name_key' | 'surname_key' | 'birth_date'>

/** The account's people with the same last and first names as any of these, in one query. */
export async function listNamesakes(
  db: Db,
  ownerId: number,
  people: Pick<KnownPerson, 'lastname_key' | 'name_key'>[],
): Promise<KnownPerson[]> {
  if (people.length === 0) return []
  const among = (keys: string[]) => sql<string>`any(${[...new Set(keys)]})`
  return db
    .selectFrom('memorials')
    .select(['lastname_key', 'name_key', 'surname_key', 'birth_date'])
    .where('user_id', '=', ownerId)
    .where('lastname_key', '=', among(people.map((person) => person.lastname_key)))
    .where('name_key', '=', among(people.map((person) => person.name_key)))
    .execute()
}

/** Rows per statement. */
const ROWS_AT_A_TIME = 500

export function* inBatches<T>(rows: T[], size = ROWS_AT_A_TIME): Generator<T[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
}

/** Maps rows and yields to other work between batches: a file may have a hundred thousand. */
export async function flatMapInTurns<T, U>(rows: T[], map: (row: T) => U[]): Promise<U[]> {
  const mapped: U[] = []
  for (const some of inBatches(rows)) {
    mapped.push(...some.flatMap(map))
    await otherWork()
  }
  return mapped
}
