import { sql } from 'kysely'
import { VOICE_MAX_BYTES } from '@contract/limits'
import type { Voice } from '@contract/memory'
import { inSeconds, now } from '../../db/instants'
import type { Db } from '../../db/schema'
import type { StoredVoice } from '../../media/media-library'
import type { MediaUrls } from '../../media/media-urls'
import { countVoice } from '../accounts/authorship'
import {
  copyFileOf,
  createRecordingPreparation,
  type RecordingPreparation,
  type PreparationQueue,
} from '../archives/recording-preparation'
import type { WaitingRecording } from '../archives/repository'
import type { ShownVoice, VoiceColumns } from './repository'

/** The columns of a stored voice. One that not every browser plays begins to wait for its copy. */
export function voiceColumns(voice: StoredVoice | undefined, peaks: string | undefined) {
  if (!voice) return {}
  return {
    voice_id: voice.id,
    voice_file: voice.fileName,
    voice_bytes: voice.size,
    voice_peaks: peaks ?? null,
    voice_due_at: voice.isOfAllBrowsers ? null : new Date(),
  }
}

/** Rows with the facts of the file that each plays. */
export async function withVoiceFacts<Row extends VoiceColumns>(db: Db, rows: Row[]): Promise<(Row & ShownVoice)[]> {
  const ids = rows.flatMap(({ voice_copy_id: copy, voice_id: id }) => copy ?? id ?? [])
  const known =
    ids.length === 0
      ? []
      : await db.selectFrom('media').select(['id', 'duration', 'is_playable']).where('id', 'in', ids).execute()
  const factsById = new Map(known.map((facts) => [facts.id, facts]))
  return rows.map((row) => {
    const facts = factsById.get(row.voice_copy_id ?? row.voice_id ?? '')
    return { ...row, voice_duration: facts?.duration ?? null, voice_is_playable: facts?.is_playable ?? null }
  })
}

/** A voice in responses. `isPublic` holds when its page and what it belongs to are public. */
export function asVoice(
  row: ShownVoice,
  isPublic: boolean,
  {
    mediaUrls,
    preparesFilms,
  }: {
    mediaUrls: MediaUrls
    /** Whether copies of voices are made here (see archives/recording-preparation.ts). */
    preparesFilms: boolean
  },
): Voice | null {
  const { voice_id: id, voice_file: file, voice_copy_id: copyId } = row
  if (id === null || file === null) return null
  const isPrepared = preparesFilms && row.voice_due_at !== null
  return {
    file_path: copyId ? mediaUrls.of(copyId, copyFileOf('audio'), isPublic) : mediaUrls.of(id, file, isPublic),
    duration: isPrepared ? null : row.voice_duration,
    is_playable: row.voice_is_playable ?? true,
    is_being_prepared: isPrepared,
    text: row.voice_text,
    peaks: row.voice_peaks,
  }
}

/** A table whose rows may have a voice, and its column of the page. */
interface VoiceTable {
  name: 'memories' | 'stories'
  page: 'memorials_id' | 'memorial_id'
}
const OF_WORDS: VoiceTable = { name: 'memories', page: 'memorials_id' }
const OF_STORIES: VoiceTable = { name: 'stories', page: 'memorial_id' }

/** Voices that wait for their copy, also while what was told waits for a decision: the family hears what it decides on. */
export function createVoicePreparation(
  parts: Omit<Parameters<typeof createRecordingPreparation>[0], 'queue'>,
): RecordingPreparation {
  const all = [OF_WORDS, OF_STORIES].map((table) =>
    createRecordingPreparation({ ...parts, queue: waitingVoicesOf(table) }),
  )
  return {
    async run() {
      for (const each of all) await each.run()
    },
    stop: () => all.forEach((each) => each.stop()),
  }
}

function waitingVoicesOf({ name, page }: VoiceTable): PreparationQueue {
  const [table, onPage] = [sql.table(name), sql.ref(page)]
  return {
    alwaysCopies: true,

    async claim(db, claimSeconds) {
      // What is in the trash waits, whether with its page or alone.
      const { rows } = await sql<WaitingRecording>`
        update ${table} set voice_due_at = ${inSeconds(claimSeconds)}, voice_attempts = voice_attempts + 1
        where id = (
          select id from ${table}
          where voice_due_at <= ${now()} and ${onPage} in (select id from memorials where user_id is not null)
          order by voice_attempts, voice_due_at, id limit 1 for update skip locked
        )
        returning id, ${onPage} as memorial_id, 'audio' as kind, voice_id as media_id, voice_file as file_name,
          null as poster_id, voice_copy_id as copy_id, voice_attempts as prepare_attempts`.execute(db)
      return rows[0]
    },

    async postpone(db, id, seconds) {
      await sql`
        update ${table} set voice_due_at = ${inSeconds(seconds)} where id = ${id} and voice_due_at is not null`.execute(
        db,
      )
    },

    async giveBack(db, id) {
      await sql`
        update ${table} set voice_due_at = ${now()}, voice_attempts = voice_attempts - 1
        where id = ${id} and voice_due_at is not null`.execute(db)
    },

    async end(db, id) {
      await sql`update ${table} set voice_due_at = null where id = ${id}`.execute(db)
    },

    // It counts toward the storage, but a full one loses no voice.
    roomIn: () => VOICE_MAX_BYTES,

    async add(tx, { id, media_id }, _part, { id: copyId, size }) {
      const { rows } = await sql<Parameters<typeof countVoice>[1]>`
        update ${table} set voice_copy_id = ${copyId}, voice_bytes = voice_bytes + ${size}
        where id = ${id} and voice_id = ${media_id} and voice_copy_id is null and ${onPage} is not null
        returning status, ${onPage}, trashed_memorial_id`.execute(tx)
      if (rows[0]) await countVoice(tx, rows[0], size)
      return rows.length > 0
    },
  }
}

/** For the start of a single process: voices claimed by a crashed process become due at once. */
export async function makeAllVoicesDue(db: Db): Promise<void> {
  for (const table of ['memories', 'stories'] as const)
    await db.updateTable(table).set({ voice_due_at: now() }).where('voice_due_at', 'is not', null).execute()
}
