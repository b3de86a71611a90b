import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { inSeconds, now } from '../db/instants'
import type { Db, Tables } from '../db/schema'
import { PICTURE_VERSION, type PictureFacts, portraitColumns } from './picture-facts'
import type { RecordingFacts } from './worker/inspect-recording'

/** Per statement. */
const IDS_AT_A_TIME = 1000

/**
 * Whether a file is public: its memorial is public, and the memory or the story that it is of, if any, is approved; never that
 * of a proposal. Undefined when the file is unknown, or in the trash.
 */
export async function findMediaVisibility(db: Db, id: string): Promise<boolean | undefined> {
  const found = await db
    .selectFrom('media')
    .innerJoin('memorials', 'memorials.id', 'media.memorial_id')
    // One index for each column.
    .leftJoin('memories as of_photo', 'of_photo.photo_id', 'media.id')
    .leftJoin('memories as of_voice', 'of_voice.voice_id', 'media.id')
    .leftJoin('memories as of_copy', 'of_copy.voice_copy_id', 'media.id')
    .leftJoin('stories', (join) => join.on(sql<boolean>`stories.photo_ids @> array[media.id]`))
    .leftJoin('stories as of_story', 'of_story.voice_id', 'media.id')
    .leftJoin('stories as of_story_copy', 'of_story_copy.voice_copy_id', 'media.id')
    .leftJoin('proposals', 'proposals.photo_id', 'media.id')
    .select('memorials.public_status')
    .select((eb) =>
      eb.fn
        .coalesce('of_photo.status', 'of_voice.status', 'proposals.status', 'of_copy.status', 'stories.status')
        .as('words'),
    )
    .select((eb) => eb.fn.coalesce('of_story.status', 'of_story_copy.status').as('story'))
    .where('media.id', '=', id)
    .where('memorials.user_id', 'is not', null)
    .executeTakeFirst()
  return found && found.public_status && (found.words ?? found.story ?? 'approved') === 'approved'
}

/** Assigns stored files to a memorial. False when they waited too long and their removal has started. */
export async function claimMedia(
  tx: Db,
  file: { id: string; sha256: string; memorialId: number; facts: PictureFacts | RecordingFacts | undefined },
): Promise<boolean> {
  const { id, sha256, memorialId, facts } = file
  const { numDeletedRows } = await tx
    .deleteFrom('media_removals')
    .where('media_id', '=', id)
    .where('begun', '=', false)
    .executeTakeFirstOrThrow()
  if (numDeletedRows !== 1n) return false
  await tx
    .insertInto('media')
    .values({ id, memorial_id: memorialId, picture_version: PICTURE_VERSION, sha256, checked_at: now(), ...facts })
    .execute()
  return true
}

/** Detaches files from their memorial, and schedules their removal. Their URLs stop working with the transaction. */
export async function releaseMedia(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('media').where('id', '=', id).execute()
  await scheduleRemoval(tx, id, 0)
}

/**
 * Schedules the removal of all files of a memorial and its trash, before the memorial is deleted. Returns their ids.
 */
export async function scheduleRemovalOfAll(tx: Db, memorialId: number): Promise<string[]> {
  const removals = await tx
    .insertInto('media_removals')
    .columns(['media_id', 'due_at'])
    .expression((eb) =>
      eb
        .selectFrom('media')
        .select(['id as media_id', now().as('due_at')])
        .where((inner) =>
          inner.or([inner('memorial_id', '=', memorialId), inner('trashed_memorial_id', '=', memorialId)]),
        ),
    )
    .returning('media_id')
    .execute()
  return removals.map(({ media_id: id }) => id)
}

export type WhoseUploads = Partial<Pick<Selectable<Tables['uploads']>, 'id' | 'user_id' | 'memorial_id'>>

/** Ends an upload, or all of an account or a memorial. Returns their ids: the removal of their chunks is due. */
export async function endUploads(tx: Db, whose: WhoseUploads): Promise<string[]> {
  const ended = await tx
    .deleteFrom('uploads')
    .where((eb) => eb.and(whose))
    .returning('id')
    .execute()
  const ids = ended.map(({ id }) => id)
  if (ids.length === 0) return []
  await tx.updateTable('media_removals').set({ due_at: now() }).where('media_id', 'in', ids).execute()
  return ids
}

/** Schedules the removal of files in this many seconds, unless a change claims them first. */
export async function scheduleRemoval(db: Db, id: string, seconds: number): Promise<void> {
  await db
    .insertInto('media_removals')
    .values({ media_id: id, due_at: inSeconds(seconds) })
    .execute()
}

/** Postpones removals that have not started to this many seconds from now. */
export async function postponeRemovals(db: Db, ids: string[], seconds: number): Promise<void> {
  for (let from = 0; from < ids.length; from += IDS_AT_A_TIME) {
    await db
      .updateTable('media_removals')
      .set({ due_at: inSeconds(seconds) })
      .where('media_id', 'in', ids.slice(from, from + IDS_AT_A_TIME))
      .where('begun', '=', false)
      .execute()
  }
}

/** Claims a removal. False when the files are in use, held for a backup, or already removed. */
export async function beginRemoval(db: Db, id: string, claimSeconds: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('media_removals')
    .set({ begun: true, due_at: inSeconds(claimSeconds) })
    .where('media_id', '=', id)
    .where(noneIsHeld)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * Claims the removal that has been due longest. Two callers never get the same one. If the caller dies, it becomes due
 * again.
 */
export async function claimDueRemoval(db: Db, claimSeconds: number): Promise<string | undefined> {
  const removal = await db
    .updateTable('media_removals')
    .set({ begun: true, due_at: inSeconds(claimSeconds) })
    .where('media_id', '=', (eb) =>
      eb
        .selectFrom('media_removals')
        .select('media_id')
        .where('due_at', '<=', now())
        .where(noneIsHeld)
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning('media_id')
    .executeTakeFirst()
  return removal?.media_id
}

function noneIsHeld(eb: ExpressionBuilder<Tables, 'media_removals'>) {
  return eb.not(eb.exists(eb.selectFrom('removal_holds').select('id').where('until', '>', now())))
}

/**
 * Prevents new removals for this many seconds. Returns the id of the hold. A file that is referenced by a row committed
 * after this call is retained at least that long.
 */
export async function holdRemovals(db: Db, seconds: number): Promise<number> {
  await db.deleteFrom('removal_holds').where('until', '<', now()).execute()
  const { id } = await db
    .insertInto('removal_holds')
    .values({ until: inSeconds(seconds) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Extends the hold to this many seconds from now; 0 ends it. */
export async function extendHold(db: Db, id: number, seconds: number): Promise<void> {
  await db
    .updateTable('removal_holds')
    .set({ until: inSeconds(seconds) })
    .where('id', '=', id)
    .execute()
}

/** The number of overdue removals. */
export async function countDueRemovals(db: Db): Promise<number> {
  const { due } = await db
    .selectFrom('media_removals')
    .select(({ fn }) => fn.countAll<number>().as('due'))
    .where('due_at', '<=', now())
    .executeTakeFirstOrThrow()
  return due
}

export async function endRemoval(db: Db, id: string): Promise<void> {
  await db.deleteFrom('media_removals').where('media_id', '=', id).execute()
}

/**
 * For the start of the only process: removals that a dead process had claimed become due at once. Those of resumable
 * uploads still wait for the next chunk.
 */
export async function makeAllRemovalsDue(db: Db): Promise<void> {
  await db
    .updateTable('media_removals')
    .set({ due_at: now() })
    .where((eb) => eb.or([eb('begun', '=', true), eb('media_id', 'not in', eb.selectFrom('uploads').select('id'))]))
    .execute()
}

/** Pictures whose copies and facts are missing or from an earlier version. */
export async function findOutdatedPictures(db: Db, limit: number): Promise<string[]> {
  const outdated = await db
    .selectFrom('media')
    .select('id')
    .where('picture_version', '<', PICTURE_VERSION)
    .orderBy('picture_version')
    .orderBy('id')
    .limit(limit)
    .execute()
  return outdated.map(({ id }) => id)
}

/**
 * Locks the row of stored files, so that they cannot be released until the transaction ends. False when they were
 * already released.
 */
export async function lockMedia(tx: Db, id: string): Promise<boolean> {
  return !!(await tx.selectFrom('media').select('id').where('id', '=', id).forUpdate().executeTakeFirst())
}

/** In pixels; null while unknown. */
interface PictureSize {
  width: number | null
  height: number | null
}

/** The sizes of stored pictures by their ids. */
export async function findPictureSizes(db: Db, ids: string[]): Promise<Map<string, PictureSize>> {
  if (ids.length === 0) return new Map()
  const known = await db.selectFrom('media').select(['id', 'width', 'height']).where('id', 'in', ids).execute()
  return new Map(known.map(({ id, ...size }) => [id, size]))
}

/** The facts of a stored picture; undefined while they are unknown. */
export async function findPictureFactsOf(db: Db, id: string): Promise<PictureFacts | undefined> {
  const { width, height, tone, preview } =
    (await db
      .selectFrom('media')
      .select(['width', 'height', 'tone', 'preview'])
      .where('id', '=', id)
      .executeTakeFirst()) ?? {}
  return width && height && tone && preview ? { width, height, tone, preview } : undefined
}

/** Stores the facts of a picture, also where it is a portrait; undefined when there are none. */
export async function recordPictureFacts(tx: Db, id: string, facts: PictureFacts | undefined): Promise<void> {
  const { memorial_id: memorialId } = await tx
    .updateTable('media')
    .set({ picture_version: PICTURE_VERSION, ...facts })
    .where('id', '=', id)
    .returning('memorial_id')
    .executeTakeFirstOrThrow()
  if (!facts) return
  await tx
    .updateTable('memorials')
    .set(portraitColumns(id, facts))
    .where('id', '=', memorialId)
    .where('photo_id', '=', id)
    .execute()
}
