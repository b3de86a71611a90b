import { sql } from 'kysely'
import { clock } from '../db/instants'
import type { Db } from '../db/schema'

const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS

/**
 * Letters that an account gets at most once per period: the column with the time of the last one, and the period in
 * seconds. For letters about memories the account chooses the period, null for never.
 */
const OWNER_LETTERS = {
  waitingMemories: {
    column: 'told_of_words_at',
    seconds: sql`(case users.words_letters when 'hourly' then ${HOUR_SECONDS}::int when 'daily' then ${DAY_SECONDS}::int end)`,
  },
  pinMisses: { column: 'told_of_pin_misses_at', seconds: sql`${DAY_SECONDS}::int` },
} as const

type OwnerLetter = keyof typeof OWNER_LETTERS

export type LockedOwner = NonNullable<Awaited<ReturnType<typeof lockOwner>>>

/** The active owner, locked until the transaction ends; `is_due` says whether this letter may be sent now. */
export async function lockOwner(tx: Db, id: number, letter: OwnerLetter) {
  return tx
    .selectFrom('users')
    .select(['id', 'email', isOwnerLetterDue(letter).as('is_due')])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Restarts the period. Call it in the transaction that enqueues the letter. */
export async function noteOwnerLetter(tx: Db, id: number, letter: OwnerLetter): Promise<void> {
  await tx
    .updateTable('users')
    .set({ [OWNER_LETTERS[letter].column]: clock() })
    .where('id', '=', id)
    .execute()
}

/** A condition for queries on the table `users`. */
export function isOwnerLetterDue(letter: OwnerLetter) {
  const { column, seconds } = OWNER_LETTERS[letter]
  const last = sql.ref(`users.${column}`)
  return sql<boolean>`(${seconds} is not null and (${last} is null or ${last} <= clock_timestamp() - make_interval(secs => ${seconds})))`
}
