import { type Selectable, sql } from 'kysely'
import type { Db, Tables } from '../../db/schema'
import type { MediaOfChange } from '../../media/media-library'

/** An account as the author of memories: those it left while signed in, and those from its e-mails (in lower case). */
export interface Author {
  id: number
  emailKeys: string[]
}

/** For queries that have the table `memories`. */
export function isBy({ id, emailKeys }: Author) {
  return sql<boolean>`(memories.author_id = ${id} or lower(memories.author_email) in (${sql.join(emailKeys)}))`
}

/** The columns that `releaseFilesOfWords` needs of a deleted row. */
export const FILES_OF_WORDS = [
  ...(['photo_id', 'voice_id', 'voice_copy_id', 'voice_bytes'] as const),
  ...(['status', 'memorials_id', 'trashed_memorial_id'] as const),
]
export type FilesOfWords = Pick<Selectable<Tables['memories']>, (typeof FILES_OF_WORDS)[number]>

/** Releases the files of deleted words. Their page is locked: its storage may get smaller. */
export async function releaseFilesOfWords(
  tx: Db,
  media: Pick<MediaOfChange, 'release'>,
  words: FilesOfWords,
): Promise<void> {
  for (const id of [words.photo_id, words.voice_id, words.voice_copy_id]) if (id !== null) await media.release(id)
  await countVoice(tx, words, -words.voice_bytes)
}

/** The columns that `releaseFilesOfStory` needs of a deleted row. */
export const FILES_OF_STORIES = [
  ...(['photo_ids', 'voice_id', 'voice_copy_id', 'voice_bytes'] as const),
  ...(['status', 'memorial_id', 'trashed_memorial_id'] as const),
]
export type FilesOfStory = Pick<Selectable<Tables['stories']>, (typeof FILES_OF_STORIES)[number]>

/** The same of a deleted story. */
export async function releaseFilesOfStory(
  tx: Db,
  media: Pick<MediaOfChange, 'release'>,
  story: FilesOfStory,
): Promise<void> {
  for (const id of [...story.photo_ids, story.voice_id, story.voice_copy_id]) if (id !== null) await media.release(id)
  await countVoice(tx, story, -story.voice_bytes)
}

/** The columns of words or a story without a voice. */
export const WITHOUT_VOICE = {
  ...{ voice_id: null, voice_file: null, voice_copy_id: null, voice_bytes: 0 },
  ...{ voice_text: null, voice_peaks: null, voice_due_at: null, voice_attempts: 0 },
}

type OfVoice = Pick<FilesOfStory, 'status' | 'trashed_memorial_id'> &
  ({ memorials_id: number | null } | { memorial_id: number | null })

/**
 * Counts bytes of a voice toward the storage of its page, which is locked, if the words or the story are approved: what strangers
 * send in counts for nothing until the family wants it. Never refused, however full the storage is.
 */
export async function countVoice(tx: Db, words: OfVoice, bytes: number): Promise<void> {
  const page = ('memorial_id' in words ? words.memorial_id : words.memorials_id) ?? words.trashed_memorial_id
  if (words.status !== 'approved' || bytes === 0 || page === null) return
  await tx
    .updateTable('memorials')
    .set((eb) => ({ used_storage_bytes: eb('used_storage_bytes', '+', bytes) }))
    .where('id', '=', page)
    .execute()
}

/** Automatic approval happens in the transaction that stores a memory; a person takes longer to decide. */
const APPROVED_AT_ONCE = sql<boolean>`abs(extract(epoch from decided_at - memories.created_at)) < 1`

/**
 * Earlier releases did not record who left a memory. When a page changes owners, automatically approved memories are recorded
 * as the owner's, unless the page had another keeper or owner by then: until now they would have been deleted with the page.
 */
export async function recordMemoriesOfOwner(tx: Db, memorialId: number, ownerId: number): Promise<void> {
  await tx
    .updateTable('memories')
    .set({ author_id: ownerId })
    .where((eb) => eb.or([eb('memorials_id', '=', memorialId), eb('trashed_memorial_id', '=', memorialId)]))
    .where('author_id', 'is', null)
    .where('author_email', 'is', null)
    .where('status', '=', 'approved')
    .where(APPROVED_AT_ONCE)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('keepers')
            .select('user_id')
            .where('memorial_id', '=', memorialId)
            .whereRef('keepers.created_at', '<', 'memories.created_at'),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('audit_log')
            .select('id')
            .where('memorial_id', '=', memorialId)
            .where('event', '=', 'memorial_handed_over'),
        ),
      ),
    )
    .execute()
}
