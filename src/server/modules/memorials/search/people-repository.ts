import type { Db } from '../../../db/schema'
import { nameKey } from '../../../lib/search-text'
import type { Person } from './people'

export interface ListedPerson extends Person {
  isHero: boolean
}

/** The people with the next public memorials after this id, ordered by id. */
export async function listPeople(db: Db, afterId: number, limit: number): Promise<ListedPerson[]> {
  const rows = await people(db).where('memorials.id', '>', afterId).orderBy('memorials.id').limit(limit).execute()
  return rows.map(asPerson)
}

/** Those of these ids whose memorials are public. */
export async function findPeople(db: Db, ids: readonly number[]): Promise<ListedPerson[]> {
  const rows = await people(db).where('memorials.id', 'in', ids).execute()
  return rows.map(asPerson)
}

/** The search key of a burial place. */
export function placeKey(texts: readonly (string | null)[]): string {
  return nameKey(texts.filter(Boolean).join(', '))
}

function people(db: Db) {
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

type Row = Awaited<ReturnType<ReturnType<typeof people>['execute']>>[number]

function asPerson(row: Row): ListedPerson {
  return {
    id: row.id,
    lastname: row.lastname_key,
    maiden: row.maiden_name_key,
    name: row.name_key,
    surname: row.surname_key,
    place: placeKey([row.burial_address, row.cemetery]),
    birth: row.birth_date,
    death: row.death_date,
    isHero: row.swo_status,
  }
}
