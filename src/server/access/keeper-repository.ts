import { expressionBuilder, type NotNull, sql } from 'kysely'
import type { Db, Tables } from '../db/schema'

/** Whether the owner of a page has made this account a keeper too. */
export async function isKeeper(db: Db, memorialId: number, userId: number): Promise<boolean> {
  const found = await db
    .selectFrom('keepers')
    .select('user_id')
    .where('memorial_id', '=', memorialId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found !== undefined
}

/** The ids of all pages that an account owns or keeps, as a subquery. */
export function memorialIdsOfKeeper(userId: number) {
  const eb = expressionBuilder<Tables>()
  return eb
    .selectFrom('memorials')
    .select('memorials.id')
    .where('memorials.user_id', '=', userId)
    .unionAll(
      eb
        .selectFrom('keepers')
        .innerJoin('memorials', 'memorials.id', 'keepers.memorial_id')
        .select('keepers.memorial_id as id')
        .where('keepers.user_id', '=', userId)
        .where('memorials.user_id', 'is not', null),
    )
}

/**
 * Whether a row belongs to one of these pages: for queues, which have an index by page and time. PostgreSQL cannot guess
 * how many pages `in` would find, and plans for 200 of them: with 20 000 it looks up each memory by its page. The array is
 * computed first, and then the index is read once.
 */
export function isOnPageOfKeeper(memorialId: string, userId: number) {
  return sql<boolean>`${sql.ref(memorialId)} = any(array(${memorialIdsOfKeeper(userId)}))`
}

/** Whether an account owns or keeps a page. */
export async function isKeeperOf(db: Db, memorialId: number, userId: number): Promise<boolean> {
  const { isKeeper } = await db
    .selectNoFrom((eb) => eb(eb.val(memorialId), 'in', memorialIdsOfKeeper(userId)).as('isKeeper'))
    .executeTakeFirstOrThrow()
  return Boolean(isKeeper)
}

/** The ids of all keepers of a page, in ascending order: a caller that locks them all does it in this order. */
export async function listKeeperIds(db: Db, memorialId: number): Promise<number[]> {
  const keepers = await db
    .selectFrom('memorials')
    .select('user_id')
    .where('id', '=', memorialId)
    .where('user_id', 'is not', null)
    .$narrowType<{ user_id: NotNull }>()
    .union((eb) => eb.selectFrom('keepers').select('user_id').where('memorial_id', '=', memorialId))
    .orderBy('user_id')
    .execute()
  return keepers.map(({ user_id }) => user_id)
}

/** The e-mails of all keepers of a page, its owner first. Accounts that are blocked get no letters. */
export async function listKeeperEmails(db: Db, memorialId: number): Promise<string[]> {
  const keepers = await db
    .selectFrom('memorials')
    .innerJoin('users', (join) =>
      join.on((eb) =>
        eb.or([
          eb('users.id', '=', eb.ref('memorials.user_id')),
          eb(
            'users.id',
            'in',
            eb.selectFrom('keepers').select('keepers.user_id').where('keepers.memorial_id', '=', memorialId),
          ),
        ]),
      ),
    )
    .select('users.email')
    .where('memorials.id', '=', memorialId)
    .where('users.is_active', '=', true)
    .orderBy((eb) => eb('users.id', '!=', eb.ref('memorials.user_id')))
    .orderBy('users.id')
    .execute()
  return keepers.map(({ email }) => email)
}
