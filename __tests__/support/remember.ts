import type { Db } from '@server/db/schema'
import { insertMemorial } from '@server/modules/memorials/repository'

export interface Life {
  lastname: string
  name?: string
  surname?: string | null
  maiden?: string | null
  /** Null: unknown. */
  birth?: string | null
  death?: string | null
  open?: boolean
  hero?: boolean
  /** The burial's address. */
  place?: string
}

/** Inserts memorials of an account directly into the database; returns their ids. */
export async function remember(db: Db, ownerId: number, ...lives: Life[]): Promise<number[]> {
  const ids: number[] = []
  for (const life of lives) {
    const { birth = '1920-01-01', death = '1990-01-01', open = true, hero = false, place } = life
    const { id } = await insertMemorial(db, {
      user_id: ownerId,
      lastname: life.lastname,
      name: life.name ?? 'Иван',
      surname: life.surname ?? null,
      maiden_name: life.maiden ?? null,
      birth_date: birth,
      birth_precision: birth === null ? 'unknown' : 'day',
      death_date: death,
      death_precision: death === null ? 'unknown' : 'day',
      biography: null,
      photo_id: null,
      public_status: open,
      swo_status: hero,
      rate_check: false,
      is_advanced: false,
      media_storage_limit: 0,
    })
    if (place) await db.insertInto('burials').values({ memorial_id: id, burial_address: place }).execute()
    ids.push(id)
  }
  return ids
}
