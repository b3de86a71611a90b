import { type Insertable, type NotNull, type Selectable, sql, type UpdateObject } from 'kysely'
import { QUESTION_LETTERS_MAX, QUESTION_PAUSE_DAYS } from '@contract/questions'
import { AFTER_DECISION_DAYS, QUESTION_DAYS } from '@contract/retention'
import { clock, daysAgo, now } from '../../db/instants'
import type { Db, Tables } from '../../db/schema'
import { hashToken } from '../../lib/token'

type QuestionRow = Selectable<Tables['questions']>

type QuestionUpdate = UpdateObject<Tables, 'questions'>

/** Replaces the IP address of a consent when it is deleted. */
const FORGOTTEN = 'forgotten'
const LISTED_MAX = 1000

export async function insertQuestion(
  tx: Db,
  question: Insertable<Tables['questions']>,
): Promise<Pick<QuestionRow, 'id' | 'to_name' | 'status'>> {
  return tx
    .insertInto('questions')
    .values({ sent_at: clock(), ...question })
    .returning(['id', 'to_name', 'status'])
    .executeTakeFirstOrThrow()
}

/** Whether the page has written to one of these mailboxes within a week, or may not write there any more. */
export async function wasAsked(tx: Db, memorialId: number, mailboxes: Buffer[]): Promise<boolean> {
  const found = await tx
    .selectFrom('questions')
    .select('id')
    .where('memorial_id', '=', memorialId)
    .where(sql<boolean>`mailbox_hash = any (${mailboxes}::bytea[])`)
    .where((eb) => eb.or([eb('sent_at', '>', daysAgo(QUESTION_PAUSE_DAYS)), eb('declined_at', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The questions that an account has asked within a day, whatever became of them. The account is locked. */
export async function countAskedToday(tx: Db, userId: number): Promise<number> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const { asked } = await tx
    .selectFrom('questions')
    .select(({ fn }) => fn.countAll<number>().as('asked'))
    .where('user_id', '=', userId)
    .where('created_at', '>', daysAgo(1))
    .executeTakeFirstOrThrow()
  return asked
}

export async function findDisplayName(db: Db, userId: number): Promise<string | null> {
  const found = await db.selectFrom('users').select('display_name').where('id', '=', userId).executeTakeFirst()
  return found?.display_name ?? null
}

/** The last asked first, without those that were taken back. */
export async function listQuestions(db: Db, memorialId: number) {
  return db
    .selectFrom('questions')
    .select(['id', 'text', 'to_name', 'status', 'sent_at'])
    .where('memorial_id', '=', memorialId)
    .where('ended_at', 'is', null)
    .where('user_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(LISTED_MAX)
    .execute()
}

/** The page of a question; undefined when there is none, or it was taken back. */
export async function pageOfQuestion(db: Db, id: number): Promise<number | undefined> {
  const found = await db
    .selectFrom('questions')
    .select('memorial_id')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('user_id', 'is not', null)
    .executeTakeFirst()
  return found?.memorial_id
}

/** Its link opens nothing any more. False when it was taken back before. */
export async function endQuestion(tx: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('questions')
    .set({ ended_at: now(), token_hash: null, sealed_token: null })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export type LiveQuestion = NonNullable<Awaited<ReturnType<typeof findByToken>>>

/** The question of a link: with its page, and what who asked is to that. Undefined when it opens nothing (any more). */
export async function findByToken(db: Db, token: string) {
  return liveQuestions(db)
    .leftJoin('keepers', (join) =>
      join
        .onRef('keepers.memorial_id', '=', 'questions.memorial_id')
        .onRef('keepers.user_id', '=', 'questions.user_id'),
    )
    .selectAll('questions')
    .select(['memorials.lastname', 'memorials.name', 'memorials.surname', 'memorials.photo_id'])
    .select(['memorials.public_status', 'users.display_name'])
    .select(
      sql<'owner' | 'keeper' | 'former'>`case when questions.user_id = memorials.user_id then 'owner'
        when keepers.user_id is not null then 'keeper' else 'former' end`.as('role'),
    )
    .where('questions.token_hash', '=', hashToken(token))
    .executeTakeFirst()
}

/** Those whose link opens something: of accounts that there are, on pages that are not taken down. */
function liveQuestions(db: Db) {
  return db
    .selectFrom('questions')
    .innerJoin('memorials', 'memorials.id', 'questions.memorial_id')
    .innerJoin('users', 'users.id', 'questions.user_id')
    .where('memorials.user_id', 'is not', null)
    .where('memorials.closed_at', 'is', null)
    .where('memorials.owner_left_at', 'is', null)
    .where('users.is_active', '=', true)
    .where('questions.ended_at', 'is', null)
}

/** The question as it is now, locked until the transaction ends. Undefined when it was taken back. */
export async function lockQuestion(tx: Db, id: number): Promise<QuestionRow | undefined> {
  return tx
    .selectFrom('questions')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('user_id', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateQuestion(tx: Db, id: number, change: QuestionUpdate): Promise<void> {
  await tx.updateTable('questions').set(change).where('id', '=', id).execute()
}

/** Only the first time. */
export async function markOpened(db: Db, id: number): Promise<void> {
  await db
    .updateTable('questions')
    .set({ status: 'opened' })
    .where('id', '=', id)
    .where('status', '=', 'sent')
    .execute()
}

/** Questions to be asked again now; or one of them, if it still is. No page writes to a person twice in a week. */
export async function listToAskAgain(db: Db, id?: number) {
  return liveQuestions(db)
    .selectAll('questions')
    .where('questions.status', '=', 'later')
    .where('questions.later_at', '<=', daysAgo(QUESTION_PAUSE_DAYS))
    .where('questions.letters_sent', '<', QUESTION_LETTERS_MAX)
    .where('questions.to_email', 'is not', null)
    .where('questions.declined_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('questions as other')
            .select('other.id')
            .whereRef('other.memorial_id', '=', 'questions.memorial_id')
            .whereRef('other.mailbox_hash', '=', 'questions.mailbox_hash')
            .where((of) =>
              of.or([of('other.sent_at', '>', daysAgo(QUESTION_PAUSE_DAYS)), of('other.declined_at', 'is not', null)]),
            ),
        ),
      ),
    )
    .$if(id !== undefined, (one) => one.where('questions.id', '=', id as number))
    .orderBy('questions.id')
    .$narrowType<{ to_email: NotNull; user_id: NotNull }>()
    .execute()
}

/**
 * Ends the links that no one has answered in time, and deletes the addresses to which no letter goes any more: of what was
 * declined, ended or decided long ago.
 */
export async function forgetAskedAddresses(db: Db): Promise<void> {
  await db
    .updateTable('questions')
    .set({ ended_at: now(), token_hash: null, sealed_token: null })
    .where('ended_at', 'is', null)
    // A literal, as in the partial index.
    .where('status', '<>', sql.lit('answered' as const))
    .where('sent_at', '<', daysAgo(QUESTION_DAYS))
    .execute()
  await db
    .updateTable('questions')
    .set({ to_email: null })
    .where('to_email', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('stories')
            .select('stories.id')
            .whereRef('stories.question_id', '=', 'questions.id')
            .where((of) => of.or([of('decided_at', 'is', null), of('decided_at', '>=', daysAgo(AFTER_DECISION_DAYS))])),
        ),
      ),
    )
    .where((eb) =>
      eb.or([
        eb('ended_at', '<', daysAgo(AFTER_DECISION_DAYS)),
        eb('declined_at', '<', daysAgo(AFTER_DECISION_DAYS)),
        eb.and([eb('status', '=', 'answered'), eb('sent_at', '<', daysAgo(AFTER_DECISION_DAYS))]),
      ]),
    )
    .execute()
  await db
    .updateTable('stories')
    .set({ consent_address: FORGOTTEN })
    // A literal, as in the partial index.
    .where('consent_address', '<>', sql.lit(FORGOTTEN))
    .where('decided_at', '<', daysAgo(AFTER_DECISION_DAYS))
    .execute()
}
