import { type Insertable, type NotNull, type Selectable, sql, type UpdateObject } from 'kysely'
import { CONTACT_HINT, CONTACT_PATTERN } from '@contract/contacts'
import type { Decision, PendingQuery } from '@contract/memory'
import { STORIES_MAX_CHARACTERS } from '@contract/limits'
import { STORIES_MAX } from '@contract/questions'
import { AFTER_DECISION_DAYS, UNDECIDED_MEMORY_DAYS } from '@contract/retention'
import type { Account } from '../../access/account'
import { isOnPageOfKeeper, showsWordsToModerator } from '../../access/repository'
import { clock, daysAgo, now } from '../../db/instants'
import type { Db, Tables } from '../../db/schema'
import { anyCasePattern } from '../../lib/search-text'
import { hashToken } from '../../lib/token'
import { FILES_OF_STORIES, type FilesOfStory } from '../accounts/authorship'
import type { TrashTable } from '../trash/repository'

/** A story on a page. A trashed one has no page. */
export type StoryRow = Selectable<Tables['stories']> & { memorial_id: number }
export type StoryUpdate = UpdateObject<Tables, 'stories'>

const LISTED_MAX = 1000

/** A trashed story has no place among the others. */
export const TRASHED_STORIES: TrashTable<'stories'> = {
  name: 'stories',
  page: 'memorial_id',
  filesOf: ({ photo_ids, voice_id, voice_copy_id }) => [...photo_ids, voice_id, voice_copy_id],
  lost: sql`, position = null`,
}

export async function insertStory(tx: Db, story: Insertable<Tables['stories']>): Promise<StoryRow> {
  return tx
    .insertInto('stories')
    .values({ told_at: clock(), ...story })
    .returningAll()
    .$narrowType<{ memorial_id: NotNull }>()
    .executeTakeFirstOrThrow()
}

/** For stories decided elsewhere: sends no notices. */
export async function insertStories(tx: Db, stories: Insertable<Tables['stories']>[]): Promise<void> {
  if (stories.length > 0) await tx.insertInto('stories').values(stories).execute()
}

/** What was told in answer, also in the trash. */
export async function findStoryOfQuestion(
  db: Db,
  questionId: number,
): Promise<Selectable<Tables['stories']> | undefined> {
  return db.selectFrom('stories').selectAll().where('question_id', '=', questionId).executeTakeFirst()
}

/** The story whose author has this token, also in the trash. */
export async function findStoryByToken(db: Db, ownToken: string): Promise<Selectable<Tables['stories']> | undefined> {
  return db.selectFrom('stories').selectAll().where('own_token_hash', '=', hashToken(ownToken)).executeTakeFirst()
}

export async function findStory(db: Db, id: number): Promise<StoryRow | undefined> {
  return onPages(db).selectAll().where('id', '=', id).$narrowType<{ memorial_id: NotNull }>().executeTakeFirst()
}

/** The current row, locked until the transaction ends; undefined when it was deleted. */
export async function lockStory(tx: Db, id: number): Promise<StoryRow | undefined> {
  return onPages(tx)
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .$narrowType<{ memorial_id: NotNull }>()
    .executeTakeFirst()
}

export async function updateStory(tx: Db, id: number, change: StoryUpdate): Promise<StoryRow> {
  return tx
    .updateTable('stories')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .$narrowType<{ memorial_id: NotNull }>()
    .executeTakeFirstOrThrow()
}

/** Also in the trash. The caller must release its files. Undefined when it was already deleted. */
export async function deleteStory(tx: Db, id: number): Promise<FilesOfStory | undefined> {
  return tx.deleteFrom('stories').where('id', '=', id).returning(FILES_OF_STORIES).executeTakeFirst()
}

/** Undefined when it was already decided. Of two concurrent decisions exactly one wins. */
export async function decideOnStory(tx: Db, id: number, decision: Decision): Promise<StoryRow | undefined> {
  return tx
    .updateTable('stories')
    .set({ status: decision, decided_at: now() })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('memorial_id', 'is not', null)
    .returningAll()
    .$narrowType<{ memorial_id: NotNull }>()
    .executeTakeFirst()
}

/** In the order of the keepers, new ones last; also those that are too much for the page itself. */
export async function listApprovedStories(db: Db, memorialId: number): Promise<StoryRow[]> {
  return approved(db, memorialId)
    .selectAll()
    .orderBy(sql`position nulls last`)
    .orderBy('decided_at')
    .orderBy('id')
    .limit(STORIES_MAX)
    .$narrowType<{ memorial_id: NotNull }>()
    .execute()
}

const CHARACTERS_OF_STORY = sql<number>`length(question) + length(text) + coalesce(length(voice_text), 0)`

/** The ids of those that a page shows, in their order: as many as are not too much to be read together. */
async function listShownIds(db: Db, memorialId: number): Promise<number[]> {
  const all = await approved(db, memorialId)
    .select(['id', CHARACTERS_OF_STORY.as('characters')])
    .orderBy(sql`position nulls last`)
    .orderBy('decided_at')
    .orderBy('id')
    .limit(STORIES_MAX)
    .execute()
  let characters = 0
  const end = all.findIndex((story) => (characters += story.characters) > STORIES_MAX_CHARACTERS)
  return (end < 0 ? all : all.slice(0, end)).map(({ id }) => id)
}

/** The approved stories that a page shows. */
export async function listShownStories(db: Db, memorialId: number): Promise<StoryRow[]> {
  const ids = await listShownIds(db, memorialId)
  if (ids.length === 0) return []
  const rows = await approved(db, memorialId)
    .selectAll()
    .where('id', 'in', ids)
    .$narrowType<{ memorial_id: NotNull }>()
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Whether the page would show this one too. */
export async function hasRoomForStory(tx: Db, memorialId: number, id: number): Promise<boolean> {
  const { characters, stories } = await onPages(tx)
    .select(({ fn }) => [fn.coalesce(fn.sum<number>(CHARACTERS_OF_STORY), sql<number>`0`).as('characters')])
    .select(({ fn }) => fn.countAll<number>().as('stories'))
    .where('stories.memorial_id', '=', memorialId)
    .where((eb) => eb.or([eb('status', '=', sql.lit('approved' as const)), eb('id', '=', id)]))
    .executeTakeFirstOrThrow()
  return characters <= STORIES_MAX_CHARACTERS && stories <= STORIES_MAX
}

/** Gives the approved stories of a locked page these places. False unless the ids are those of all that it shows. */
export async function orderStories(tx: Db, memorialId: number, ids: number[]): Promise<boolean> {
  const byNumber = (numbers: number[]) => String([...numbers].sort((one, other) => one - other))
  if (byNumber(await listShownIds(tx, memorialId)) !== byNumber(ids)) return false
  await sql`
    update stories set position = placed.position
    from unnest(${ids}::integer[]) with ordinality as placed (id, position)
    where stories.id = placed.id`.execute(tx)
  return true
}

/** The trashed stories of one page, latest first. */
export async function listTrashedStories(db: Db, memorialId: number) {
  return db
    .selectFrom('stories')
    .selectAll()
    .where('trashed_memorial_id', '=', memorialId)
    .orderBy('trashed_at', 'desc')
    .orderBy('id', 'desc')
    .$narrowType<{ trashed_at: NotNull }>()
    .execute()
}

/** Who looks: keepers see the stories of their pages, moderators those of all that they may decide on. */
type Viewer = Pick<Account, 'id' | 'isModerator'>
type PendingFilters = Pick<PendingQuery, 'memorial_id' | 'q' | 'suspicious'>

/** Pending stories in the requested order. */
export async function listPendingStories(db: Db, viewer: Viewer, asked: PendingQuery) {
  return matchingPending(db, viewer, asked)
    .innerJoin('memorials', 'memorials.id', 'stories.memorial_id')
    .selectAll('stories')
    .select(['memorials.lastname', 'memorials.name', 'memorials.surname'])
    .orderBy('told_at', asked.sort_order)
    .orderBy('stories.id', asked.sort_order)
    .offset(asked.offset)
    .limit(asked.limit ?? LISTED_MAX)
    .$narrowType<{ memorial_id: NotNull }>()
    .execute()
}

export async function countPendingStories(db: Db, viewer: Viewer, filters: PendingFilters): Promise<number> {
  const { total } = await matchingPending(db, viewer, filters)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** The columns that are searched and checked for links and phone numbers. */
const WRITTEN = ['stories.author', 'stories.relation', 'stories.text'] as const

function matchingPending(db: Db, { id, isModerator }: Viewer, { memorial_id, q, suspicious }: PendingFilters) {
  let query = onPages(db)
    .where('stories.status', '=', sql.lit('pending' as const))
    .where('stories.is_unheard', '=', false)
  if (memorial_id !== undefined) query = query.where('stories.memorial_id', '=', memorial_id)
  if (q)
    query = query.where((eb) => eb.or(WRITTEN.map((column) => sql<boolean>`${sql.ref(column)} ~ ${anyCasePattern(q)}`)))
  if (suspicious) query = query.where((eb) => eb.or(WRITTEN.map(holdsContact)))
  if (!isModerator) return query.where(isOnPageOfKeeper('stories.memorial_id', id))
  const trashed = db.selectFrom('memorials').select('id').where('trashed_at', 'is not', null)
  return query.where(showsWordsToModerator(id, 'stories.memorial_id')).where('stories.memorial_id', 'not in', trashed)
}

function holdsContact(column: (typeof WRITTEN)[number]) {
  return sql<boolean>`(${sql.ref(column)} ~ ${CONTACT_HINT} and ${sql.ref(column)} ~ ${CONTACT_PATTERN})`
}

/** Stories past their retention period, and their pages: rejected ones, and those that no one has decided on. */
export async function listDueStories(db: Db, id?: number) {
  return db
    .selectFrom('stories')
    .select('id')
    .select(sql<number>`coalesce(memorial_id, trashed_memorial_id)`.as('page'))
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', 'rejected'), eb('decided_at', '<', daysAgo(AFTER_DECISION_DAYS))]),
        eb.and([eb('status', '=', 'pending'), eb('told_at', '<', daysAgo(UNDECIDED_MEMORY_DAYS))]),
      ]),
    )
    .$if(id !== undefined, (one) => one.where('id', '=', id as number))
    .orderBy('id')
    .execute()
}

function onPages(db: Db) {
  return db.selectFrom('stories').where('stories.memorial_id', 'is not', null)
}

function approved(db: Db, memorialId: number) {
  return onPages(db)
    .where('stories.memorial_id', '=', memorialId)
    .where('status', '=', sql.lit('approved' as const))
}
