import { type NotNull, sql } from 'kysely'
import { LEAVING_DAYS, SLEEPING_NOTICE_DAYS, SLEEPING_YEARS } from '@contract/retention'
import type { MemorialRow } from '../../access/repository'
import { clock, daysAgo, inSeconds, now } from '../../db/instants'
import type { Db } from '../../db/schema'
import { namesAddress } from '../../lib/mailbox'
import type { SecretKey } from '../../lib/token'
import { HAIR_SPACE } from '../../mail/letter'
import type { UserRow } from '../accounts/user-repository'
import { forgetReached } from '../../mail/repository'
import {
  type Author,
  FILES_OF_STORIES,
  FILES_OF_WORDS,
  type FilesOfStory,
  type FilesOfWords,
  isBy,
} from '../accounts/authorship'

/** The current time; `now()` is the start of the transaction. */
const CLOCK = sql<Date>`clock_timestamp()`
const LEAVING_SECONDS = LEAVING_DAYS * 24 * 3600

/** The pages that an account owns, locked until the transaction ends. */
export async function lockPagesOf(tx: Db, userId: number): Promise<MemorialRow[]> {
  return tx
    .selectFrom('memorials')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .$narrowType<{ user_id: NotNull }>()
    .execute()
}

export async function countPagesOf(db: Db, userId: number): Promise<number> {
  const { pages } = await db
    .selectFrom('memorials')
    .select(({ fn }) => fn.countAll<number>().as('pages'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return pages
}

/** Blocks sign-ins. Returns when the account will be destroyed; undefined when it has changed since the password check. */
export async function beginLeaving(tx: Db, confirmed: UserRow): Promise<Date | undefined> {
  const left = await tx
    .updateTable('users')
    .set({ is_active: false, leaves_at: inSeconds(LEAVING_SECONDS), reminded_of_end_at: null })
    .where('id', '=', confirmed.id)
    .where('password_hash', '=', confirmed.password_hash)
    .where('is_active', '=', true)
    .returning('leaves_at')
    .executeTakeFirst()
  return left?.leaves_at ?? undefined
}

/**
 * Undefined when the account is not leaving, or its time is over. Uses the current time: the transaction may have begun before
 * the end, and waited for its rows while the destruction began.
 */
export async function endLeaving(tx: Db, userId: number): Promise<UserRow | undefined> {
  return tx
    .updateTable('users')
    .set({ is_active: true, leaves_at: null })
    .where('id', '=', userId)
    .where('leaves_at', '>', CLOCK)
    .returningAll()
    .executeTakeFirst()
}

/** Whether the time of an account is over. If so, no return can succeed any more, not even one in progress. */
export async function lockWhoseTimeIsOver(tx: Db, userId: number): Promise<boolean> {
  const account = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('leaves_at', '<=', CLOCK)
    .forUpdate()
    .executeTakeFirst()
  return account !== undefined
}

/** Accounts whose time to return is over. */
export async function listAccountsToDestroy(db: Db): Promise<UserRow[]> {
  return db.selectFrom('users').selectAll().where('leaves_at', '<=', now()).orderBy('id').execute()
}

/** E-mails of active keepers other than the owner. */
export async function listOtherKeepers(db: Db, memorialId: number): Promise<string[]> {
  const keepers = await db
    .selectFrom('keepers')
    .innerJoin('users', 'users.id', 'keepers.user_id')
    .select('users.email')
    .where('keepers.memorial_id', '=', memorialId)
    .where('users.is_active', '=', true)
    .orderBy('users.id')
    .execute()
  return keepers.map(({ email }) => email)
}

/** Includes pages in the trash. */
export async function pageIdsOf(db: Db, userId: number): Promise<number[]> {
  const pages = await db
    .selectFrom('memorials')
    .select('id')
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('trashed_user_id', '=', userId)]))
    .orderBy('id')
    .execute()
  return pages.map(({ id }) => id)
}

/** Locks the pages that have files of this author's memories or stories, as everything that removes files of a page does first. */
export async function lockPagesWithFilesOf(tx: Db, author: Author): Promise<void> {
  const words = tx
    .selectFrom('memories')
    .select(sql<number>`coalesce(memorials_id, trashed_memorial_id)`.as('page'))
    .where((eb) => eb.or([eb('photo_id', 'is not', null), eb('voice_id', 'is not', null)]))
    .where(isBy(author))
    .unionAll(
      storiesOf(tx, author).select(sql<number>`coalesce(stories.memorial_id, stories.trashed_memorial_id)`.as('page')),
    )
    .unionAll(
      tx
        .selectFrom('proposals')
        .select('memorial_id as page')
        .where('photo_id', 'is not', null)
        .where(isProposedBy(author)),
    )
  await tx.selectFrom('memorials').select('id').where('id', 'in', words).orderBy('id').forUpdate().execute()
}

/** In place of the name of an account that is gone. */
const NAME_OF_NO_ONE = 'Читатель'

function isProposedBy({ id, emailKeys }: Author) {
  return sql<boolean>`(proposals.author_id = ${id} or lower(proposals.author_email) in (${sql.join(emailKeys)}))`
}

/**
 * Deletes everything that names the account or its e-mails, except its pages. Rows that reference the account cascade, but revisions only lose it. Returns
 * its memories and stories, and the photos of its proposals: the caller must release their files.
 */
export async function deleteAccount(
  tx: Db,
  author: Author,
  { addresses, lettersAbout, secretKey }: { addresses: string[]; lettersAbout: number[]; secretKey: SecretKey },
): Promise<{ words: FilesOfWords[]; stories: FilesOfStory[]; photos: string[] }> {
  const { id, emailKeys } = author
  const words = await tx.deleteFrom('memories').where(isBy(author)).returning(FILES_OF_WORDS).execute()
  const ofAuthor = storiesOf(tx, author).select('stories.id')
  const stories = await tx.deleteFrom('stories').where('id', 'in', ofAuthor).returning(FILES_OF_STORIES).execute()
  await emptyQuestions(tx, author)
  const proposed = await tx.deleteFrom('proposals').where(isProposedBy(author)).returning('photo_id').execute()
  // What was accepted stays, without the name.
  await tx.updateTable('revisions').set({ author: NAME_OF_NO_ONE }).where('proposed_by', '=', id).execute()
  await tx
    .deleteFrom('blocked_authors')
    .where((eb) => eb.or([eb(sql`lower(author_email)`, 'in', emailKeys), eb('mailbox', 'in', emailKeys)]))
    .execute()
  await tx
    .deleteFrom('access_requests')
    .where(sql`lower(email)`, 'in', emailKeys)
    .execute()
  await tx
    .deleteFrom('reports')
    .where(sql`lower(email)`, 'in', emailKeys)
    .execute()
  await tx
    .deleteFrom('letters')
    .where((eb) =>
      eb.or([
        eb(sql<string>`lower(recipient)`, 'in', addresses),
        ...(lettersAbout.length > 0 ? [eb('id', 'in', lettersAbout)] : []),
      ]),
    )
    .execute()
  // What others entered: invitations, and heirs of their pages.
  await tx
    .deleteFrom('invitations')
    .where(sql`lower(email)`, 'in', emailKeys)
    .execute()
  await tx
    .updateTable('users')
    .set({ heir_email: null })
    .where(sql`lower(heir_email)`, 'in', emailKeys)
    .execute()
  await forgetReached(tx, secretKey, addresses)
  await tx
    .updateTable('users')
    .set({ former_heir_email: null })
    .where(sql`lower(former_heir_email)`, 'in', emailKeys)
    .execute()
  await tx.deleteFrom('users').where('id', '=', id).execute()
  return { words, stories, photos: proposed.flatMap(({ photo_id: photo }) => photo ?? []) }
}

/** What was told in answer to questions to this author's e-mails. */
function storiesOf(db: Db, { emailKeys }: Author) {
  return db
    .selectFrom('stories')
    .innerJoin('questions', 'questions.id', 'stories.question_id')
    .where(sql`lower(questions.to_email)`, 'in', emailKeys)
}

/** What the author asked, and was asked. The hash of the mailbox stays: who wanted no questions gets none. */
async function emptyQuestions(tx: Db, { id, emailKeys }: Author): Promise<void> {
  await tx
    .updateTable('questions')
    .set({ text: '', to_name: '', to_email: null, ended_at: now(), token_hash: null, sealed_token: null })
    .where((eb) => eb.or([eb('user_id', '=', id), eb(sql`lower(to_email)`, 'in', emailKeys)]))
    .execute()
}

/** How long before the destruction of an account its holder is reminded of the way back. */
const REMINDER_SECONDS = 3 * 24 * 3600

/** Deleted accounts that will be destroyed within days, and whose holders have not been reminded. */
export async function listAccountsSoonDestroyed(db: Db): Promise<number[]> {
  const accounts = await db
    .selectFrom('users')
    .select('id')
    .where('leaves_at', '<=', inSeconds(REMINDER_SECONDS))
    .where('leaves_at', '>', clock())
    .where('reminded_of_end_at', 'is', null)
    .orderBy('id')
    .execute()
  return accounts.map(({ id }) => id)
}

/** Sleeping accounts with an heir, whose holders have not been notified that the pages will be offered. */
export async function listInactiveToNotify(db: Db): Promise<number[]> {
  const accounts = await sleepers(db).where('told_of_sleep_at', 'is', null).execute()
  return accounts.map(({ id }) => id)
}

/** Accounts whose holders were notified long enough ago, and did not sign in. */
export async function listSleepersToOffer(db: Db): Promise<number[]> {
  const accounts = await sleepers(db)
    .where('told_of_sleep_at', '<=', daysAgo(SLEEPING_NOTICE_DAYS))
    .where('pages_offered_at', 'is', null)
    .execute()
  return accounts.map(({ id }) => id)
}

export async function recordReminderOfEnd(tx: Db, id: number): Promise<void> {
  await tx.updateTable('users').set({ reminded_of_end_at: clock() }).where('id', '=', id).execute()
}

export async function markNotifiedOfAbsence(tx: Db, id: number): Promise<void> {
  await tx.updateTable('users').set({ told_of_sleep_at: clock() }).where('id', '=', id).execute()
}

export async function recordOffer(tx: Db, id: number): Promise<void> {
  await tx.updateTable('users').set({ pages_offered_at: clock() }).where('id', '=', id).execute()
}

function sleepers(db: Db) {
  return db
    .selectFrom('users')
    .select('id')
    .where('last_seen_at', '<=', sql<Date>`now() - make_interval(years => ${SLEEPING_YEARS})`)
    .where('heir_email', 'is not', null)
    .where('is_active', '=', true)
    .where((eb) =>
      eb.exists(eb.selectFrom('memorials').select('memorials.id').whereRef('memorials.user_id', '=', 'users.id')),
    )
    .orderBy('id')
}

/** Letters quote at least so many characters of the beginning of a memory. */
const COMPARED_LENGTH = 500

/** E-mails in lower case. */
export interface Addresses {
  /** Those that letters may have gone to: the current one, former ones, and requested ones. */
  all: string[]
  /** The current one, and former confirmed ones: what came from these is the account's own. */
  confirmed: string[]
}

/** Skips e-mails that other accounts have now: what came from those is theirs. */
export async function listAddressesOf(db: Db, { id, email_key: key }: UserRow): Promise<Addresses> {
  const wanted = await db
    .selectFrom('email_tokens')
    .select('email')
    .where('user_id', '=', id)
    .where('email', 'is not', null)
    .$narrowType<{ email: string }>()
    .execute()
  const former = await db
    .selectFrom('former_emails')
    .select(['email_key', 'is_confirmed'])
    .where('user_id', '=', id)
    .execute()
  const confirmed = former.flatMap(({ email_key, is_confirmed }) => (is_confirmed ? [email_key] : []))
  const others = [...wanted.map(({ email }) => email.toLowerCase()), ...former.map(({ email_key }) => email_key)]
  const taken = await takenBy(db, others, id)
  const isFree = (address: string) => !taken.has(address)
  return {
    all: [...new Set([key, ...others.filter(isFree)])],
    confirmed: [key, ...confirmed.filter(isFree)],
  }
}

async function takenBy(db: Db, addresses: string[], exceptId: number): Promise<Set<string>> {
  if (addresses.length === 0) return new Set()
  const rows = await db
    .selectFrom('users')
    .select('email_key')
    .where('email_key', 'in', addresses)
    .where('id', '!=', exceptId)
    .execute()
  return new Set(rows.map(({ email_key }) => email_key))
}

/** The ids of letters to others with the author's questions, that quote the author's memories, or name one of the e-mails. */
export async function listLettersAbout(db: Db, author: Author, addresses: string[]): Promise<number[]> {
  const { rows: quoting } = await sql<{ id: number }>`
    select distinct letters.id from letters, memories
    where ${isBy(author)}
      and position(${withoutHairSpaces('memories.author')} in ${withoutHairSpaces('letters.body_text')}) > 0
      and position(left(${withoutHairSpaces('memories.description')}, ${COMPARED_LENGTH}) in
        ${withoutHairSpaces('letters.body_text')}) > 0`.execute(db)
  const perhaps = await db
    .selectFrom('letters')
    .select(['id', 'body_text'])
    .where((eb) =>
      eb.or(addresses.map((address) => sql<boolean>`position(${address}::text in lower(letters.body_text)) > 0`)),
    )
    .execute()
  const naming = perhaps.filter(({ body_text: text }) => namesAddress(text, addresses))
  const asking = await db
    .selectFrom('letters')
    .select('id')
    .where('account_id', '=', author.id)
    .where('kind', '=', 'questions')
    .execute()
  return [...new Set([...asking, ...quoting, ...naming].map(({ id }) => id))]
}

/** Letters insert hair spaces into quoted text that looks like a link. */
function withoutHairSpaces(column: string) {
  return sql<string>`replace(${sql.ref(column)}, ${HAIR_SPACE}, '')`
}
