import { type Selectable, sql } from 'kysely'
import { inSeconds, now } from '../../db/instants'
import type { Db, Tables } from '../../db/schema'

export type UploadRow = Selectable<Tables['uploads']>

/** How long chunks wait for the next one, and a complete upload for its file to be used. */
const UNTOUCHED_SECONDS = 24 * 3600
/** A chunk of a slow sender may take this long. */
const IDLE_SECONDS = 3600
/** How long a client can repeat the last request when its response was lost. */
const ASKED_AGAIN_SECONDS = 600

/**
 * Locks the account, so that concurrent uploads count each other. False when the account was deleted or blocked since
 * the request started.
 */
export async function lockSender(tx: Db, userId: number): Promise<boolean> {
  const sender = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return sender !== undefined
}

export async function insertUpload(
  tx: Db,
  upload: { id: string; userId: number | null; memorialId: number; kind: UploadRow['kind']; size: number },
): Promise<void> {
  const { id, userId, memorialId, kind, size } = upload
  await tx
    .insertInto('media_removals')
    .values({ media_id: id, due_at: inSeconds(UNTOUCHED_SECONDS) })
    .execute()
  await tx
    .insertInto('uploads')
    .values({ id, user_id: userId, memorial_id: memorialId, kind, size_bytes: size })
    .execute()
}

/** Undefined when there is none, or its chunks are being removed. */
export async function findUpload(db: Db, id: string): Promise<UploadRow | undefined> {
  return db
    .selectFrom('uploads')
    .innerJoin('media_removals', 'media_removals.media_id', 'uploads.id')
    .selectAll('uploads')
    .where('uploads.id', '=', id)
    .where('begun', '=', false)
    .executeTakeFirst()
}

/** Unfinished uploads of an account, longest idle first. */
export async function listUnderWay(db: Db, userId: number): Promise<{ id: string; is_idle: boolean }[]> {
  return db
    .selectFrom('uploads')
    .select(['id', sql<boolean>`touched_at < now() - make_interval(secs => ${IDLE_SECONDS})`.as('is_idle')])
    .where('user_id', '=', userId)
    .where('item_id', 'is', null)
    .orderBy('touched_at')
    .execute()
}

/** How many voices without an account wait at a page, and the bytes that all of them announced, at whatever page. */
export async function countOpenVoices(tx: Db, memorialId: number): Promise<{ ofPage: number; bytes: number }> {
  return tx
    .selectFrom('uploads')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('memorial_id', '=', memorialId).as('ofPage'),
      eb.fn.coalesce(eb.fn.sum<number>('size_bytes'), eb.lit(0)).as('bytes'),
    ])
    .where('user_id', 'is', null)
    .executeTakeFirstOrThrow()
}

/** The voices without an account that have waited for a chunk for an hour, longest first: at a page, or everywhere. */
export async function listIdleVoices(tx: Db, memorialId: number | undefined, limit: number): Promise<string[]> {
  const idle = await tx
    .selectFrom('uploads')
    .select('id')
    .where('user_id', 'is', null)
    .where(sql<boolean>`touched_at < now() - make_interval(secs => ${IDLE_SECONDS})`)
    .$if(memorialId !== undefined, (query) => query.where('memorial_id', '=', memorialId ?? 0))
    .orderBy('touched_at')
    .limit(limit)
    .execute()
  return idle.map(({ id }) => id)
}

/** Marks the start of a chunk. False when the upload has ended. */
export async function touchUpload(db: Db, id: string): Promise<boolean> {
  if (!(await postponeRemoval(db, id, UNTOUCHED_SECONDS))) return false
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ touched_at: now() })
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Adds a stored chunk. False when another chunk was stored at this offset first, or the upload has ended. */
export async function addPart(
  tx: Db,
  id: string,
  part: { from: number; bytes: number; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('uploads')
    .set((eb) => ({
      received_bytes: eb('received_bytes', '+', part.bytes),
      part_names: sql<string[]>`array_append(part_names, ${part.name})`,
      touched_at: now(),
    }))
    .where('id', '=', id)
    .where('received_bytes', '=', part.from)
    .where('item_id', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n && postponeRemoval(tx, id, UNTOUCHED_SECONDS)
}

/** Records which item the file became. False when there is one already, or the upload has ended. */
export async function markStored(tx: Db, id: string, itemId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('uploads')
    .set({ item_id: itemId })
    .where('id', '=', id)
    .where('item_id', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n && postponeRemoval(tx, id, ASKED_AGAIN_SECONDS)
}

async function postponeRemoval(tx: Db, id: string, seconds: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('media_removals')
    .set({ due_at: inSeconds(seconds) })
    .where('media_id', '=', id)
    .where('begun', '=', false)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
