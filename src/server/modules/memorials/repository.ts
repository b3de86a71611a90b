import type { Insertable, NotNull, Updateable } from 'kysely'
import { candleColumns, type MemorialRowWithCandles } from '../../access/repository'
import type { Db } from '../../db/schema'
import type { MemorialsTable } from '../../db/tables/memorials'
import { nameKey } from '../../lib/search-text'

/** A memorial without the columns that are computed here or by the database. */
export type NewMemorial = Omit<Insertable<MemorialsTable>, NameKey> & { user_id: number }

export type MemorialUpdate = Omit<Updateable<MemorialsTable>, 'user_id' | 'trashed_at' | 'trashed_user_id' | NameKey>

type NameKey = 'lastname_key' | 'name_key' | 'surname_key' | 'maiden_name_key'

/** Credits of an account that it can spend on memorials. */
type Credit = 'advanced_memorials_left' | 'bonus_gb_left'

export async function updateMemorial(db: Db, id: number, change: MemorialUpdate): Promise<MemorialRowWithCandles> {
  const { lastname, name, surname, maiden_name } = change
  return db
    .updateTable('memorials')
    .set({
      ...change,
      ...(lastname !== undefined && { lastname_key: nameKey(lastname) }),
      ...(name !== undefined && { name_key: nameKey(name) }),
      ...(surname !== undefined && { surname_key: nameKey(surname ?? '') }),
      ...(maiden_name !== undefined && { maiden_name_key: nameKey(maiden_name ?? '') }),
    })
    .where('id', '=', id)
    .where('user_id', 'is not', null)
    .returningAll()
    .returning(candleColumns)
    .$narrowType<{ user_id: NotNull }>()
    .executeTakeFirstOrThrow()
}

/** Also deletes its burial, memories, media rows and trash. */
export async function deleteMemorial(db: Db, id: number): Promise<void> {
  await db.deleteFrom('memorials').where('id', '=', id).execute()
}

export async function insertMemorial(db: Db, memorial: NewMemorial): Promise<MemorialRowWithCandles> {
  return db
    .insertInto('memorials')
    .values(withKeys(memorial))
    .returningAll()
    .returning(candleColumns)
    .$narrowType<{ user_id: NotNull }>()
    .executeTakeFirstOrThrow()
}

/** Returns the ids, in the order of the memorials. */
export async function insertMemorials(db: Db, memorials: NewMemorial[]): Promise<number[]> {
  if (memorials.length === 0) return []
  const rows = await db.insertInto('memorials').values(memorials.map(withKeys)).returning('id').execute()
  // Ids are assigned in the order of the values.
  return rows.map(({ id }) => id).sort((one, other) => one - other)
}

function withKeys(memorial: NewMemorial) {
  return {
    ...memorial,
    lastname_key: nameKey(memorial.lastname),
    name_key: nameKey(memorial.name),
    surname_key: nameKey(memorial.surname ?? ''),
    maiden_name_key: nameKey(memorial.maiden_name ?? ''),
  }
}

/**
 * Locks the owner's row until the transaction ends, and returns how many more memorials they may have. 0 for an account deleted
 * or blocked since the request began: a new page would be orphaned. Other rows may still reference the account, so that two
 * pages handed over crosswise do not deadlock.
 */
export async function lockPlaces(tx: Db, userId: number): Promise<number> {
  const owner = await tx
    .selectFrom('users')
    .select('is_active')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return owner?.is_active ? countPlacesLeft(tx, userId) : 0
}

/** How many more memorials an account may have; negative when it has more than allowed. */
export async function countPlacesLeft(db: Db, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom('users')
    .select((eb) =>
      eb(
        'max_memorials',
        '-',
        eb
          .selectFrom('memorials')
          .select(({ fn }) => fn.countAll<number>().as('taken'))
          .whereRef('user_id', '=', 'users.id')
          .$asScalar()
          .$notNull(),
      ).as('left'),
    )
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return left
}

/** Takes one credit if there is one. Of two concurrent callers for the last credit exactly one gets true. */
export async function spendCredit(db: Db, userId: number, credit: Credit): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set((eb) => ({ [credit]: eb(credit, '-', 1) }))
    .where('id', '=', userId)
    .where(credit, '>', 0)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
