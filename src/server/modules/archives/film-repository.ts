import type { NotNull } from 'kysely'
import { inSeconds, now } from '../../db/instants'
import type { Db } from '../../db/schema'
import type { RecordingFacts } from '../../media/worker/inspect-recording'
import type { StoredItem } from './repository'

/** A film whose poster and copy are to be made. */
export type WaitingFilm = StoredItem

/**
 * Claims the film that has waited longest; failed ones come last. Two callers never get the same film. If the caller crashes,
 * the film becomes due again.
 */
export async function claimFilm(db: Db, claimSeconds: number): Promise<WaitingFilm | undefined> {
  return db
    .updateTable('archive_items')
    .set((eb) => ({ prepare_due_at: inSeconds(claimSeconds), prepare_attempts: eb('prepare_attempts', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('archive_items')
        .select('id')
        .where('prepare_due_at', '<=', now())
        // Films in the trash wait, whether with their page or alone.
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

/** Makes a film due again after so many seconds, unless it is finished. */
export async function postponeFilm(db: Db, id: number, seconds: number): Promise<void> {
  await db
    .updateTable('archive_items')
    .set({ prepare_due_at: inSeconds(seconds) })
    .where('id', '=', id)
    .where('prepare_due_at', 'is not', null)
    .execute()
}

/** Releases a claim without counting the attempt. */
export async function giveFilmBack(db: Db, id: number): Promise<void> {
  await db
    .updateTable('archive_items')
    .set((eb) => ({ prepare_due_at: now(), prepare_attempts: eb('prepare_attempts', '-', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Marks a film as finished. */
export async function endFilm(db: Db, id: number): Promise<void> {
  await db.updateTable('archive_items').set({ prepare_due_at: null }).where('id', '=', id).execute()
}

/** For the start of a single process: films claimed by a crashed process become due at once. */
export async function makeAllFilmsDue(db: Db): Promise<void> {
  await db.updateTable('archive_items').set({ prepare_due_at: now() }).where('prepare_due_at', 'is not', null).execute()
}

/** Records the poster or the copy of a film. False when the film was deleted or trashed, or already has one. */
export async function addToFilm(
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

/** Undefined when the film was never inspected. */
export async function findFilmFacts(db: Db, mediaId: string): Promise<RecordingFacts | undefined> {
  const facts = await db
    .selectFrom('media')
    .select(['width', 'height', 'duration', 'is_playable'])
    .where('id', '=', mediaId)
    .executeTakeFirst()
  return facts && facts.is_playable !== null ? { ...facts, is_playable: facts.is_playable } : undefined
}

/** Records the facts of a film that an earlier version stored. */
export async function recordFilmFacts(db: Db, mediaId: string, facts: RecordingFacts): Promise<void> {
  await db.updateTable('media').set(facts).where('id', '=', mediaId).execute()
}
