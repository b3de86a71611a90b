import { sql } from 'kysely'
import type { Db } from '../../db/schema'
import { clock } from './repository'

/** Nobody's mailbox is to be flooded. */
const TOLD_AGAIN_AFTER_SECONDS = 3600

export type HeldOwner = NonNullable<Awaited<ReturnType<typeof holdOwner>>>

/** The owner as they are now, held until the transaction ends, and whether it is time for a letter to them. */
export async function holdOwner(tx: Db, id: number) {
  return tx
    .selectFrom('users')
    .select(['id', 'email', mayBeTold().as('may_be_told')])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Owners whose pages hold waiting words that no letter has told of, and who may be told now. */
export async function listOwnersToTell(db: Db): Promise<number[]> {
  const owners = await untoldWords(db)
    .select('users.id')
    .distinct()
    .where(mayBeTold())
    .where('users.is_active', '=', true)
    .execute()
  return owners.map(({ id }) => id)
}

/** The pages of an owner at which such words wait, in the order in which the words came. */
export async function listUntoldPages(db: Db, ownerId: number) {
  return untoldWords(db)
    .select(['memorials.lastname', 'memorials.name', 'memorials.surname'])
    .where('users.id', '=', ownerId)
    .groupBy('memorials.id')
    .orderBy(({ fn }) => fn.min('memories.created_at'))
    .execute()
}

export async function noteTold(tx: Db, id: number): Promise<void> {
  await tx.updateTable('users').set({ told_of_words_at: clock() }).where('id', '=', id).execute()
}

function untoldWords(db: Db) {
  return db
    .selectFrom('memories')
    .innerJoin('memorials', 'memorials.id', 'memories.memorials_id')
    .innerJoin('users', 'users.id', 'memorials.user_id')
    .where('memories.status', '=', 'pending')
    .where(sql<boolean>`(users.told_of_words_at is null or memories.created_at > users.told_of_words_at)`)
}

function mayBeTold() {
  return sql<boolean>`(users.told_of_words_at is null
    or users.told_of_words_at <= clock_timestamp() - make_interval(secs => ${TOLD_AGAIN_AFTER_SECONDS}))`
}
