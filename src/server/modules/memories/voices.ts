import type { NotNull } from 'kysely'
import { VOICE_MAX_BYTES } from '@contract/limits'
import { inSeconds, now } from '../../db/instants'
import type { Db } from '../../db/schema'
import type { StoredVoice } from '../../media/media-library'
import { countVoice } from '../accounts/authorship'
import type { PreparationQueue } from '../archives/film-preparation'
import type { MemoryRow, NewMemory, ShownVoice } from './repository'

/** The columns of a stored voice. One that not every browser plays begins to wait for its copy. */
export function voiceColumns(voice: StoredVoice | undefined): Partial<NewMemory> {
  if (!voice) return {}
  return {
    voice_id: voice.id,
    voice_file: voice.fileName,
    voice_bytes: voice.size,
    voice_due_at: voice.isOfAllBrowsers ? null : new Date(),
  }
}

/** The facts of the file that is played. */
export async function findVoiceFacts(
  db: Db,
  { voice_id, voice_copy_id }: Pick<MemoryRow, 'voice_id' | 'voice_copy_id'>,
): Promise<Pick<ShownVoice, 'voice_duration' | 'voice_is_playable'>> {
  const played = voice_copy_id ?? voice_id
  const facts =
    played === null
      ? undefined
      : await db.selectFrom('media').select(['duration', 'is_playable']).where('id', '=', played).executeTakeFirst()
  return { voice_duration: facts?.duration ?? null, voice_is_playable: facts?.is_playable ?? null }
}

/** Voices that wait for their copy, also while the words wait for a decision: the family hears what it decides on. */
export const WAITING_VOICES: PreparationQueue = {
  alwaysCopies: true,

  async claim(db, claimSeconds) {
    const claimed = await db
      .updateTable('memories')
      .set((eb) => ({ voice_due_at: inSeconds(claimSeconds), voice_attempts: eb('voice_attempts', '+', 1) }))
      .where('id', '=', (eb) =>
        eb
          .selectFrom('memories')
          .select('id')
          .where('voice_due_at', '<=', now())
          // Words in the trash wait, whether with their page or alone.
          .where('memorials_id', 'in', (pages) =>
            pages.selectFrom('memorials').select('memorials.id').where('memorials.user_id', 'is not', null),
          )
          .orderBy('voice_attempts')
          .orderBy('voice_due_at')
          .orderBy('id')
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'memorials_id', 'voice_id', 'voice_file', 'voice_copy_id', 'voice_attempts'])
      .$narrowType<{ memorials_id: NotNull; voice_id: NotNull; voice_file: NotNull }>()
      .executeTakeFirst()
    return (
      claimed && {
        id: claimed.id,
        memorial_id: claimed.memorials_id,
        kind: 'audio',
        media_id: claimed.voice_id,
        file_name: claimed.voice_file,
        poster_id: null,
        copy_id: claimed.voice_copy_id,
        prepare_attempts: claimed.voice_attempts,
      }
    )
  },

  async postpone(db, id, seconds) {
    await db
      .updateTable('memories')
      .set({ voice_due_at: inSeconds(seconds) })
      .where('id', '=', id)
      .where('voice_due_at', 'is not', null)
      .execute()
  },

  async giveBack(db, id) {
    await db
      .updateTable('memories')
      .set((eb) => ({ voice_due_at: now(), voice_attempts: eb('voice_attempts', '-', 1) }))
      .where('id', '=', id)
      .where('voice_due_at', 'is not', null)
      .execute()
  },

  async end(db, id) {
    await db.updateTable('memories').set({ voice_due_at: null }).where('id', '=', id).execute()
  },

  // It counts toward the storage, but a full one loses no voice.
  roomIn: () => VOICE_MAX_BYTES,

  async add(tx, { id, media_id }, _part, { id: copyId, size }) {
    const words = await tx
      .updateTable('memories')
      .set((eb) => ({ voice_copy_id: copyId, voice_bytes: eb('voice_bytes', '+', size) }))
      .where('id', '=', id)
      .where('voice_id', '=', media_id)
      .where('voice_copy_id', 'is', null)
      .where('memorials_id', 'is not', null)
      .returning(['status', 'memorials_id', 'trashed_memorial_id'])
      .executeTakeFirst()
    if (words) await countVoice(tx, words, size)
    return words !== undefined
  },
}

/** For the start of a single process: voices claimed by a crashed process become due at once. */
export async function makeAllVoicesDue(db: Db): Promise<void> {
  await db.updateTable('memories').set({ voice_due_at: now() }).where('voice_due_at', 'is not', null).execute()
}
