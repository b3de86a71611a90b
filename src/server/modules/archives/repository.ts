import { type Insertable, type NotNull, type Selectable, sql, type Updateable } from 'kysely'
import type { ArchiveKind } from '@contract/archive'
import { inSeconds, now } from '../../db/instants'
import { compiledOnce } from '../../db/prepared'
import type { Db, Tables } from '../../db/schema'
import type { RecordingFacts } from '../../media/worker/inspect-recording'

/** An item of a page. A trashed item has no page. */
export type StoredItem = Selectable<Tables['archive_items']> & { memorial_id: number }
/** With the facts of the displayed file: a film's copy where there is one. */
export type ArchiveItemRow = StoredItem &
  Pick<Selectable<Tables['media']>, 'width' | 'height' | 'duration' | 'is_playable'>
/** The displayed columns of an item. */
export type ShownItem = Pick<ArchiveItemRow, (typeof SHOWN_OF_ITEM)[number] | (typeof SHOWN_OF_FILE)[number]>
/** What an owner writes about an item. */
type ItemWords = Pick<Updateable<Tables['archive_items']>, 'description' | 'date_text' | 'people'>

const SHOWN_OF_ITEM = [
  'id',
  'kind',
  'media_id',
  'file_name',
  'poster_id',
  'copy_id',
  'prepare_due_at',
  'description',
  'date_text',
  'people',
  'position',
] as const
const SHOWN_OF_FILE = ['width', 'height', 'duration', 'is_playable'] as const

const selectShownItems = compiledOnce<{ memorialId: number; kind: ArchiveKind }, ShownItem>((db, parameter) =>
  archiveItemsWithFiles(db)
    .select(SHOWN_OF_ITEM.map((column) => `archive_items.${column}` as const))
    .where('archive_items.memorial_id', '=', parameter('memorialId'))
    .where('kind', '=', parameter('kind'))
    .orderBy('archive_items.position')
    .orderBy('archive_items.id'),
)

/** Selects displayed columns only: with thousands of items every column adds to the cost. */
export async function listShownItems(db: Db, memorialId: number, kind: ArchiveKind): Promise<ShownItem[]> {
  return selectShownItems(db, { memorialId, kind })
}

const selectFirstItems = compiledOnce<{ memorialId: number; kind: ArchiveKind; limit: number }, FirstItem>(
  (db, parameter) =>
    archiveItemsWithFiles(db)
      .select(SHOWN_OF_ITEM.map((column) => `archive_items.${column}` as const))
      .select('media.preview')
      .select((eb) => eb.fn.countAll<number>().over().as('total'))
      .where('archive_items.memorial_id', '=', parameter('memorialId'))
      .where('kind', '=', parameter('kind'))
      .orderBy('archive_items.position')
      .orderBy('archive_items.id')
      .limit(parameter('limit')),
)

/** An item with the tiny copy of its picture; each names how many the whole archive has. */
export type FirstItem = ShownItem & { preview: string | null; total: number }

export async function listFirstItems(
  db: Db,
  memorialId: number,
  kind: ArchiveKind,
  limit: number,
): Promise<FirstItem[]> {
  return selectFirstItems(db, { memorialId, kind, limit })
}

const selectItems = compiledOnce<{ memorialId: number; kind: ArchiveKind }, ArchiveItemRow>((db, parameter) =>
  withFacts(db)
    .where('archive_items.memorial_id', '=', parameter('memorialId'))
    .where('kind', '=', parameter('kind'))
    .orderBy('archive_items.position')
    .orderBy('archive_items.id'),
)

export async function listItems(db: Db, memorialId: number, kind: ArchiveKind): Promise<ArchiveItemRow[]> {
  return selectItems(db, { memorialId, kind })
}

export async function findItem(db: Db, kind: ArchiveKind, id: number): Promise<ArchiveItemRow | undefined> {
  return withFacts(db)
    .where('archive_items.id', '=', id)
    .where('archive_items.memorial_id', 'is not', null)
    .where('kind', '=', kind)
    .executeTakeFirst()
}

export async function countItems(db: Db, memorialId: number, kind: ArchiveKind): Promise<number> {
  const { items } = await db
    .selectFrom('archive_items')
    .select((eb) => eb.fn.countAll<number>().as('items'))
    .where('memorial_id', '=', memorialId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return items
}

/** A film or recording starts waiting for its poster, and for its copy if it needs one. */
export async function insertItem(
  db: Db,
  item: Insertable<Tables['archive_items']> & { memorial_id: number },
): Promise<StoredItem> {
  const waiting = item.kind !== 'photo' && { prepare_due_at: now() }
  return db
    .insertInto('archive_items')
    .values({ ...item, ...waiting })
    .returningAll()
    .$narrowType<{ memorial_id: NotNull }>()
    .executeTakeFirstOrThrow()
}

/** The items of a new page, in their order. */
export async function insertItems(
  tx: Db,
  items: (Insertable<Tables['archive_items']> & { memorial_id: number })[],
): Promise<void> {
  if (items.length === 0) return
  const waiting = items.map((item) => ({ ...item, ...(item.kind !== 'photo' && { prepare_due_at: now() }) }))
  await tx.insertInto('archive_items').values(waiting).execute()
}

/** Undefined when it was deleted concurrently. */
export async function describeItem(db: Db, id: number, words: ItemWords): Promise<StoredItem | undefined> {
  return db
    .updateTable('archive_items')
    .set(words)
    .where('id', '=', id)
    .where('memorial_id', 'is not', null)
    .returningAll()
    .$narrowType<{ memorial_id: NotNull }>()
    .executeTakeFirst()
}

/** Replaces the file of an item. Undefined when the item no longer has the file that was read. */
export async function replaceFile(
  db: Db,
  { id, media_id: before }: StoredItem,
  stored: { id: string; fileName: string; size: number },
): Promise<StoredItem | undefined> {
  return db
    .updateTable('archive_items')
    .set({ media_id: stored.id, file_name: stored.fileName, size_bytes: stored.size })
    .where('id', '=', id)
    .where('media_id', '=', before)
    .where('memorial_id', 'is not', null)
    .returningAll()
    .$narrowType<{ memorial_id: NotNull }>()
    .executeTakeFirst()
}

/** Each may have to be read. Different files of one size are rare unless crafted. */
const SAME_SIZE_MAX = 10

/** Earlier items of the archive whose files have the same size in bytes, oldest first; at most `SAME_SIZE_MAX`. */
export async function findItemsOfSameSize(
  db: Db,
  { id, memorial_id: memorialId, kind, size_bytes: size }: StoredItem,
): Promise<StoredItem[]> {
  return db
    .selectFrom('archive_items')
    .selectAll()
    .where('memorial_id', '=', memorialId)
    .where('kind', '=', kind)
    .where('size_bytes', '=', size)
    .where('id', '<', id)
    .orderBy('id')
    .limit(SAME_SIZE_MAX)
    .$narrowType<{ memorial_id: NotNull }>()
    .execute()
}

/** Undefined when it was already deleted. Of two concurrent callers exactly one gets it. Later items move up. */
export async function deleteItem(tx: Db, id: number): Promise<StoredItem | undefined> {
  const item = await tx
    .deleteFrom('archive_items')
    .where('id', '=', id)
    .where('memorial_id', 'is not', null)
    .returningAll()
    .$narrowType<{ memorial_id: NotNull }>()
    .executeTakeFirst()
  if (item) await closeGap(tx, item)
  return item
}

/** Moves up the items after a removed one. */
export async function closeGap(
  tx: Db,
  { memorial_id: memorialId, kind, position }: Pick<StoredItem, 'memorial_id' | 'kind' | 'position'>,
): Promise<void> {
  await tx
    .updateTable('archive_items')
    .set((eb) => ({ position: eb('position', '-', 1) }))
    .where('memorial_id', '=', memorialId)
    .where('kind', '=', kind)
    .where('position', '>', position)
    .execute()
}

export async function listItemIds(tx: Db, memorialId: number, kind: ArchiveKind): Promise<number[]> {
  const items = await tx
    .selectFrom('archive_items')
    .select('id')
    .where('memorial_id', '=', memorialId)
    .where('kind', '=', kind)
    .execute()
  return items.map(({ id }) => id)
}

/** Orders items as in `ids`. Writes only those that move. */
export async function placeItems(tx: Db, ids: number[]): Promise<void> {
  await sql`
    update archive_items set position = wanted.position
    from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) with ordinality as wanted (id, position)
    where archive_items.id = wanted.id::integer and archive_items.position <> wanted.position`.execute(tx)
}

/** The largest free space of an account's advanced memorials, in bytes; 0 when it has none. */
export async function findLargestRoom(db: Db, userId: number): Promise<number> {
  const { room } = await db
    .selectFrom('memorials')
    .select((eb) => eb.fn.max<number | null>(eb('media_storage_limit', '-', eb.ref('used_storage_bytes'))).as('room'))
    .where('user_id', '=', userId)
    .where('is_advanced', '=', true)
    .executeTakeFirstOrThrow()
  return room ?? 0
}

/** Adds to the storage that a memorial uses; a negative number frees it. */
export async function addUsedBytes(tx: Db, memorialId: number, bytes: number): Promise<void> {
  await tx
    .updateTable('memorials')
    .set((eb) => ({ used_storage_bytes: eb('used_storage_bytes', '+', bytes) }))
    .where('id', '=', memorialId)
    .execute()
}

function withFacts(db: Db) {
  return archiveItemsWithFiles(db).selectAll('archive_items').$narrowType<{ memorial_id: NotNull }>()
}

/** Items with the facts of the displayed file. */
function archiveItemsWithFiles(db: Db) {
  return db
    .selectFrom('archive_items')
    .leftJoin('media', (join) =>
      join.on('media.id', '=', (eb) => eb.fn.coalesce('archive_items.copy_id', 'archive_items.media_id')),
    )
    .select(SHOWN_OF_FILE.map((column) => `media.${column}` as const))
}

/** What a poster or a copy is to be made of: a film, a recording, or a voice. */
export type WaitingRecording = Pick<
  StoredItem,
  'id' | 'memorial_id' | 'kind' | 'media_id' | 'file_name' | 'poster_id' | 'copy_id' | 'prepare_attempts'
>

/**
 * Claims the recording that has waited longest; failed ones come last. Two callers never get the same. If the caller crashes,
 * it becomes due again.
 */
export async function claimRecording(db: Db, claimSeconds: number): Promise<WaitingRecording | undefined> {
  return db
    .updateTable('archive_items')
    .set((eb) => ({ prepare_due_at: inSeconds(claimSeconds), prepare_attempts: eb('prepare_attempts', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('archive_items')
        .select('id')
        .where('prepare_due_at', '<=', now())
        // Those in the trash wait, whether with their page or alone.
        .where('memorial_id', 'in', (pages) =>
          pages.selectFrom('memorials').select('memorials.id').where('memorials.user_id', 'is not', null),
        )
        .orderBy('prepare_attempts')
        .orderBy('prepare_due_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .$narrowType<{ memorial_id: NotNull }>()
    .executeTakeFirst()
}

/** Makes a recording due again after so many seconds, unless it is finished. */
export async function postponeRecording(db: Db, id: number, seconds: number): Promise<void> {
  await db
    .updateTable('archive_items')
    .set({ prepare_due_at: inSeconds(seconds) })
    .where('id', '=', id)
    .where('prepare_due_at', 'is not', null)
    .execute()
}

/** Releases a claim without counting the attempt. */
export async function giveRecordingBack(db: Db, id: number): Promise<void> {
  await db
    .updateTable('archive_items')
    .set((eb) => ({ prepare_due_at: now(), prepare_attempts: eb('prepare_attempts', '-', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Marks a recording as finished. */
export async function endRecording(db: Db, id: number): Promise<void> {
  await db.updateTable('archive_items').set({ prepare_due_at: null }).where('id', '=', id).execute()
}

/** For the start of a single process: what was claimed by a crashed process becomes due at once. */
export async function makeAllRecordingsDue(db: Db): Promise<void> {
  await db.updateTable('archive_items').set({ prepare_due_at: now() }).where('prepare_due_at', 'is not', null).execute()
}

/** Records the poster or the copy of a recording. False when it was deleted or trashed, or already has one. */
export async function addToRecording(
  tx: Db,
  id: number,
  part: 'poster_id' | 'copy_id',
  { id: mediaId, size }: { id: string; size: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('archive_items')
    .set((eb) => ({ [part]: mediaId, copies_bytes: eb('copies_bytes', '+', size) }))
    .where('id', '=', id)
    .where(part, 'is', null)
    .where('memorial_id', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Undefined when the recording was never inspected. */
export async function findRecordingFacts(db: Db, mediaId: string): Promise<RecordingFacts | undefined> {
  const facts = await db
    .selectFrom('media')
    .select(['width', 'height', 'duration', 'is_playable'])
    .where('id', '=', mediaId)
    .executeTakeFirst()
  return facts && facts.is_playable !== null ? { ...facts, is_playable: facts.is_playable } : undefined
}

/** Records the facts of a recording that an earlier version stored. */
export async function storeRecordingFacts(db: Db, mediaId: string, facts: RecordingFacts): Promise<void> {
  await db.updateTable('media').set(facts).where('id', '=', mediaId).execute()
}
