import { sql } from 'kysely'
import type { Db } from '../../db/schema'
import { isOwnerLetterDue } from '../../mail/owner-letter-repository'

/** Owners with waiting memories that no letter has mentioned yet, if a letter may be sent to them now. */
export async function listOwnersToNotify(db: Db): Promise<number[]> {
  const owners = await unmentioned(db)
    .select('users.id')
    .distinct()
    .where(isOwnerLetterDue('waitingMemories'))
    .where('users.is_active', '=', true)
    .execute()
  return owners.map(({ id }) => id)
}

/** The pages of an owner with such memories, in the order in which the memories came. */
export async function listPagesToMention(db: Db, ownerId: number) {
  return unmentioned(db)
    .select(['memorials.lastname', 'memorials.name', 'memorials.surname'])
    .where('users.id', '=', ownerId)
    .groupBy('memorials.id')
    .orderBy(({ fn }) => fn.min('memories.created_at'))
    .execute()
}

/** Waiting memories that came after the last letter to the owner. */
function unmentioned(db: Db) {
  return db
    .selectFrom('memories')
    .innerJoin('memorials', 'memorials.id', 'memories.memorials_id')
    .innerJoin('users', 'users.id', 'memorials.user_id')
    .where('memories.status', '=', 'pending')
    .where(sql<boolean>`(users.told_of_words_at is null or memories.created_at > users.told_of_words_at)`)
}
