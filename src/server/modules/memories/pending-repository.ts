import { type NotNull, sql } from 'kysely'
import { CONTACT_HINT, CONTACT_PATTERN } from '@contract/contacts'
import type { BlockedAuthor, PendingQuery } from '@contract/memory'
import type { Account } from '../../access/account'
import { isOnPageOfKeeper, showsWordsToModerator } from '../../access/repository'
import { clock } from '../../db/instants'
import type { Db } from '../../db/schema'
import { mailboxKey } from '../../lib/mailbox'
import { anyCasePattern } from '../../lib/search-text'
import { isOwnerLetterDue } from '../../mail/repository'
import { PLAYED_FILE, type SentIn, VOICE_COLUMNS } from './repository'

/** The text columns of a memory, searched and checked for links and phone numbers. */
const WRITTEN = ['memories.author', 'memories.description'] as const

/** The default `limit`: a response of ten megabytes at most. `total` and `offset` lead to the rest. */
const LISTED_MAX = 1000

type PendingFilters = Pick<PendingQuery, 'memorial_id' | 'q' | 'suspicious'>

/** Who looks: keepers see the words of their pages, moderators those of all that they may decide on. */
type Viewer = Pick<Account, 'id' | 'isModerator'>

/**
 * Pending memories in the requested order. Skips the offset by an index, and reads full rows only for the requested page.
 * The page is materialized: with stale statistics PostgreSQL computed it again for each of thousands of memories.
 */
export async function listPendingMemories(db: Db, viewer: Viewer, asked: PendingQuery) {
  const shown = matchingPending(db, viewer, asked)
    .select('memories.id')
    .orderBy('memories.created_at', asked.sort_order)
    .orderBy('memories.id', asked.sort_order)
    .offset(asked.offset)
    .limit(asked.limit ?? LISTED_MAX)
  return db
    .with(
      (cte) => cte('shown').materialized(),
      () => shown,
    )
    .selectFrom('shown')
    .innerJoin('memories', 'memories.id', 'shown.id')
    .innerJoin('memorials', 'memorials.id', 'memories.memorials_id')
    .leftJoin('media', 'media.id', 'memories.photo_id')
    .leftJoin('media as voice', (join) => join.on('voice.id', '=', PLAYED_FILE))
    .select(VOICE_COLUMNS)
    .select(['voice.duration as voice_duration', 'voice.is_playable as voice_is_playable'])
    .select([
      'memories.id',
      'memories.memorials_id',
      'memories.description',
      'memories.author',
      'memories.author_email',
      'memories.created_at',
      'memories.reply',
      'memories.photo_id',
      'media.width as photo_width',
      'media.height as photo_height',
      'memorials.lastname',
      'memorials.name',
      'memorials.surname',
    ])
    .orderBy('memories.created_at', asked.sort_order)
    .orderBy('memories.id', asked.sort_order)
    .$narrowType<{ memorials_id: NotNull }>()
    .execute()
}

export async function countPendingMemories(db: Db, viewer: Viewer, filters: PendingFilters): Promise<number> {
  const { total } = await matchingPending(db, viewer, filters)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

function matchingPending(db: Db, viewer: Viewer, { memorial_id, q, suspicious }: PendingFilters) {
  let query = pending(db, viewer)
  if (memorial_id !== undefined) query = query.where('memories.memorials_id', '=', memorial_id)
  if (q) query = query.where((eb) => eb.or(WRITTEN.map((column) => contains(column, q))))
  if (suspicious) query = query.where((eb) => eb.or(WRITTEN.map(holdsContact)))
  return query
}

function pending(db: Db, { id, isModerator }: Viewer) {
  const all = db
    .selectFrom('memories')
    // Literals, to match the condition of the partial index `memories_waiting`.
    .where('memories.status', '=', sql.lit('pending' as const))
    .where('memories.is_unheard', '=', sql.lit(false))
    .where('memories.memorials_id', 'is not', null)
  if (!isModerator) return all.where(isOnPageOfKeeper('memories.memorials_id', id))
  // Few pages are in the trash, and few keep words to themselves: excluding them is cheaper than looking up all others.
  return all
    .where(showsWordsToModerator(id, 'memories.memorials_id'))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('memorials as trashed')
            .select('trashed.id')
            .whereRef('trashed.id', '=', 'memories.memorials_id')
            .where('trashed.trashed_at', 'is not', null),
        ),
      ),
    )
}

/** Whether a column contains a text, in any case. */
export function contains(column: string, text: string) {
  return sql<boolean>`${sql.ref(column)} ~ ${anyCasePattern(text)}`
}

/** Whether a column contains a link, a phone number or the like. */
export function holdsContact(column: string) {
  return sql<boolean>`(${sql.ref(column)} ~ ${CONTACT_HINT} and ${sql.ref(column)} ~ ${CONTACT_PATTERN})`
}

/** How many memories one letter quotes. */
const QUOTED_MAX = 10

/**
 * A letter covers all memories pending on the recipient's pages at that time. To a new keeper, memories already pending on the
 * page are new.
 */
const WAITS_FOR_KEEPER_SINCE = sql<Date>`greatest(memories.created_at, keepers.created_at)`
const STORY_WAITS_FOR_KEEPER_SINCE = sql<Date>`greatest(stories.told_at, keepers.created_at)`

/** Accounts with pending memories or stories that no letter has announced yet, if a letter is due. */
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
  const pagesOfStories = db
    .selectFrom('stories')
    .innerJoin('memorials', 'memorials.id', 'stories.memorial_id')
    .where('memorials.user_id', 'is not', null)
    .where('stories.status', '=', 'pending')
    .where('stories.is_unheard', '=', false)
  const keepersOfStories = pagesOfStories
    .select(['memorials.user_id', 'stories.told_at as since'])
    .$narrowType<{ user_id: NotNull }>()
    .unionAll(
      pagesOfStories
        .innerJoin('keepers', 'keepers.memorial_id', 'memorials.id')
        .select(['keepers.user_id', STORY_WAITS_FOR_KEEPER_SINCE.as('since')]),
    )
  const found = await db
    .selectFrom('users')
    .innerJoin(keepers.unionAll(keepersOfStories).as('waiting'), 'waiting.user_id', 'users.id')
    .select('users.id')
    .distinct()
    .where(sql<boolean>`(users.told_of_words_at is null or waiting.since > users.told_of_words_at)`)
    .where(isOwnerLetterDue('waitingMemories'))
    .where('users.is_active', '=', true)
    .execute()
  return found.map(({ id }) => id)
}

/** The first memories not yet announced to the account, with the names of their pages. */
export async function listMemoriesToReport(db: Db, keeperId: number) {
  return untold(db, keeperId)
    .select(['memories.description', 'memories.author', 'memories.photo_id', 'memories.voice_id'])
    .select(['memorials.lastname', 'memorials.name', 'memorials.surname', 'memorials.keepers_decide'])
    .orderBy('memories.created_at')
    .orderBy('memories.id')
    .limit(QUOTED_MAX)
    .execute()
}

export async function countMemoriesToReport(db: Db, keeperId: number): Promise<number> {
  const { total } = await untold(db, keeperId)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** The names of the pages of the first pending stories that no letter has announced to the account. */
export async function listStoriesToReport(db: Db, keeperId: number) {
  return db
    .selectFrom('stories')
    .innerJoin('memorials', 'memorials.id', 'stories.memorial_id')
    .innerJoin('users', (join) => join.on('users.id', '=', keeperId))
    .leftJoin('keepers', (join) =>
      join.onRef('keepers.memorial_id', '=', 'memorials.id').onRef('keepers.user_id', '=', 'users.id'),
    )
    .select(['memorials.lastname', 'memorials.name', 'memorials.surname'])
    .where('stories.status', '=', 'pending')
    .where('stories.is_unheard', '=', false)
    .where(isOnPageOfKeeper('stories.memorial_id', keeperId))
    .where(sql<boolean>`(users.told_of_words_at is null or ${STORY_WAITS_FOR_KEEPER_SINCE} > users.told_of_words_at)`)
    .orderBy('stories.told_at')
    .orderBy('stories.id')
    .limit(QUOTED_MAX)
    .execute()
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

/** Whether memories from this e-mail on this page are hidden from everyone. */
export async function isBlocked(db: Db, memorialId: number, email: string): Promise<boolean> {
  const blocked = await db
    .selectFrom('blocked_authors')
    .select('id')
    .where('memorial_id', '=', memorialId)
    .where('mailbox', '=', mailboxKey(email))
    .executeTakeFirst()
  return blocked !== undefined
}

/** Who sent something in to a page. Undefined when there is no such thing. */
export async function findSender(
  db: Db,
  kind: SentIn,
  id: number,
): Promise<{ memorial_id: number; author: string; email: string | null } | undefined> {
  if (kind === 'memories') {
    return db
      .selectFrom('memories')
      .select(['memorials_id as memorial_id', 'author', 'author_email as email'])
      .where('id', '=', id)
      .where('memorials_id', 'is not', null)
      .$narrowType<{ memorial_id: NotNull }>()
      .executeTakeFirst()
  }
  if (kind === 'proposals') {
    return db
      .selectFrom('proposals')
      .select(['memorial_id', 'author', 'author_email as email'])
      .where('id', '=', id)
      .executeTakeFirst()
  }
  return db
    .selectFrom('stories')
    .leftJoin('questions', 'questions.id', 'stories.question_id')
    .select(['stories.memorial_id', 'stories.author', 'questions.to_email as email'])
    .where('stories.id', '=', id)
    .where('stories.memorial_id', 'is not', null)
    .$narrowType<{ memorial_id: NotNull }>()
    .executeTakeFirst()
}

/** Which of these mailboxes the page takes nothing from. */
export async function listBlockedMailboxes(db: Db, memorialId: number, among?: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('blocked_authors')
    .select('mailbox')
    .where('memorial_id', '=', memorialId)
    .$if(among !== undefined, (some) => some.where('mailbox', 'in', among ?? []))
    .execute()
  return rows.map(({ mailbox }) => mailbox)
}

/**
 * The author may already be blocked. `askedName`: of who was asked by letter, in place of their address. `hidden`: what left the
 * queue.
 */
export async function blockAuthor(
  tx: Db,
  memorialId: number,
  email: string,
  { askedName = null, hidden = [] }: { askedName?: string | null; hidden?: string[] } = {},
): Promise<void> {
  await tx
    .insertInto('blocked_authors')
    .values({
      ...{ memorial_id: memorialId, author_email: email, mailbox: mailboxKey(email), asked_name: askedName, hidden },
      // Not when the transaction began, which may have waited for what it then hid.
      created_at: clock(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['memorial_id', 'mailbox'])
        .doUpdateSet({ hidden: sql<string[]>`blocked_authors.hidden || excluded.hidden` }),
    )
    .execute()
}

/** Newest first. */
export async function listBlockedAuthors(db: Db, memorialId: number): Promise<BlockedAuthor[]> {
  const rows = await db
    .selectFrom('blocked_authors')
    .select(['id', 'author_email', 'asked_name'])
    .where('memorial_id', '=', memorialId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id, author_email, asked_name: name }) => ({
    id,
    author_email: name === null ? author_email : null,
    author: name,
  }))
}

export async function findBlockedAuthor(db: Db, id: number) {
  return db.selectFrom('blocked_authors').select(['id', 'memorial_id']).where('id', '=', id).executeTakeFirst()
}

/** Undefined when there is no such entry. */
export async function unblockAuthor(tx: Db, memorialId: number, id: number) {
  return tx
    .deleteFrom('blocked_authors')
    .where('id', '=', id)
    .where('memorial_id', '=', memorialId)
    .returning(['hidden', 'created_at'])
    .executeTakeFirst()
}
