import { type NotNull, sql } from 'kysely'
import { isOnPageOfKeeper } from '../../access/keeper-repository'
import type { Db } from '../../db/schema'
import { isOwnerLetterDue } from '../../mail/owner-letter-repository'

/** How many memories one letter quotes. */
const QUOTED_MAX = 10

/**
 * A letter covers all memories pending on the recipient's pages at that time. To a new keeper, memories already pending on the
 * page are new.
 */
const WAITS_FOR_KEEPER_SINCE = sql<Date>`greatest(memories.created_at, keepers.created_at)`

/** Accounts with pending memories that no letter has announced yet, if a letter is due. */
export async function listKeepersToNotify(db: Db): Promise<number[]> {
  const pages = db
    .selectFrom('memories')
    .innerJoin('memorials', 'memorials.id', 'memories.memorials_id')
    .where('memorials.user_id', 'is not', null)
    .where('memories.status', '=', 'pending')
    .where('memories.is_unheard', '=', false)
  const keepers = pages
    .select(['memorials.user_id', 'memories.created_at as since'])
    .$narrowType<{ user_id: NotNull }>()
    .unionAll(
      pages
        .innerJoin('keepers', 'keepers.memorial_id', 'memorials.id')
        .select(['keepers.user_id', WAITS_FOR_KEEPER_SINCE.as('since')]),
    )
  const found = await db
    .selectFrom('users')
    .innerJoin(keepers.as('waiting'), 'waiting.user_id', 'users.id')
    .select('users.id')
    .distinct()
    .where(sql<boolean>`(users.told_of_words_at is null or waiting.since > users.told_of_words_at)`)
    .where(isOwnerLetterDue('waitingMemories'))
    .where('users.is_active', '=', true)
    .execute()
  return found.map(({ id }) => id)
}

/** The first memories not yet announced to the account, with the names of their pages. */
export async function listWordsToTell(db: Db, keeperId: number) {
  return untold(db, keeperId)
    .select(['memories.description', 'memories.author', 'memories.photo_id'])
    .select(['memorials.lastname', 'memorials.name', 'memorials.surname'])
    .orderBy('memories.created_at')
    .orderBy('memories.id')
    .limit(QUOTED_MAX)
    .execute()
}

export async function countWordsToTell(db: Db, keeperId: number): Promise<number> {
  const { total } = await untold(db, keeperId)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Pending memories on the account's pages that no letter has announced to it. */
function untold(db: Db, keeperId: number) {
  return db
    .selectFrom('memories')
    .innerJoin('memorials', 'memorials.id', 'memories.memorials_id')
    .innerJoin('users', (join) => join.on('users.id', '=', keeperId))
    .leftJoin('keepers', (join) =>
      join.onRef('keepers.memorial_id', '=', 'memorials.id').onRef('keepers.user_id', '=', 'users.id'),
    )
    .where('memories.status', '=', 'pending')
    .where('memories.is_unheard', '=', false)
    .where(isOnPageOfKeeper('memories.memorials_id', keeperId))
    .where(sql<boolean>`(users.told_of_words_at is null or ${WAITS_FOR_KEEPER_SINCE} > users.told_of_words_at)`)
}
