import type { Memory, WrittenMemory } from '@contract/memory'
import { PICTURE_FILE } from '@contract/picture'
import type { Db } from '../../db/schema'
import type { MediaUrls } from '../../media/media-urls'
import { findPictureFactsOf } from '../../media/repository'
import type { MemoryRow, PhotoSize, ShownVoice } from './repository'
import { asVoice, withVoiceFacts } from './voices'

type ShownFields = Exclude<keyof Memory, 'created_at' | 'photo_path' | 'voice' | keyof PhotoSize>
type ShownRow = Pick<MemoryRow, ShownFields | 'created_at' | 'photo_id'> & PhotoSize & ShownVoice

export type MemoryPresentation = ReturnType<typeof createMemoryPresentation>

/** Memories in responses. `isPublic` holds when memory and page are both public: then their files have unsigned URLs. */
export function createMemoryPresentation({
  db,
  mediaUrls,
  preparesFilms,
}: {
  db: Db
  mediaUrls: MediaUrls
  preparesFilms: boolean
}) {
  const asMemory = ({ photo_id: photoId, created_at, ...row }: ShownRow, isPublic: boolean): Memory => {
    const { id, memorials_id, description, author, reply, photo_width, photo_height } = row
    const shown = { id, memorials_id, description, author, created_at: created_at.toISOString(), reply }
    const photo_path = photoId && mediaUrls.of(photoId, PICTURE_FILE, isPublic)
    return {
      ...shown,
      voice: asVoice(row, isPublic, { mediaUrls, preparesFilms }),
      photo_path,
      photo_width,
      photo_height,
    }
  }

  return {
    asMemory,

    /** The view of the author and of moderators. */
    async asWritten(row: MemoryRow, page: { public_status: boolean }): Promise<WrittenMemory> {
      const facts = row.photo_id === null ? undefined : await findPictureFactsOf(db, row.photo_id)
      const size = { photo_width: facts?.width ?? null, photo_height: facts?.height ?? null }
      const isPublic = page.public_status && row.status === 'approved'
      const [withFacts] = await withVoiceFacts(db, [row])
      return { ...asMemory({ ...(withFacts as typeof row & ShownVoice), ...size }, isPublic), status: row.status }
    },
  }
}
