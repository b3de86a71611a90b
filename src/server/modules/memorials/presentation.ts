import {
  ADVANCED,
  BASIC,
  type Memorial,
  type MemorialCard,
  type MemorialDraft,
  OPTIONAL_TEXTS,
} from '@contract/memorial'
import { PICTURE_FILE } from '@contract/picture'
import type { MemorialRow } from '../../access/memorial-repository'
import type { MediaAddresses } from '../../media/address'
import { originalOf, viewOf } from './portraits'
import type { CardRow } from './list-repository'

export type MemorialPresentation = ReturnType<typeof createMemorialPresentation>

/** Turns rows into answers of the API. */
export function createMemorialPresentation(addresses: MediaAddresses) {
  const photoPath = (photoId: string | null, isPublic: boolean) =>
    photoId && addresses.of(photoId, PICTURE_FILE, isPublic)

  return {
    /** The contract's serializer leaves out the columns that it does not declare. */
    asCard(row: CardRow): MemorialCard {
      return { ...row, photo_path: photoPath(row.photo_id, true) }
    },

    asMemorial(row: MemorialRow, isOwn: boolean): Memorial {
      const { photo_id: photoId, media_storage_limit, used_storage_bytes, ...fields } = row
      const { photo_rotate: _rotate, photo_crop: _crop, ...shown } = fields
      const { rotate, crop } = viewOf(row)
      return {
        ...shown,
        photo_path: photoPath(photoId, row.public_status),
        profile_rate: row.is_advanced ? ADVANCED : BASIC,
        ...(isOwn && {
          media_storage_limit,
          used_storage_bytes,
          photo_original_path: photoPath(originalOf(row), row.public_status),
          photo_rotate: rotate,
          photo_crop: crop,
        }),
      }
    },
  }
}

/** What a person filled in, as it is stored: an empty optional text is null, and only a public page is one of the heroes'. */
export function draftColumns(draft: MemorialDraft) {
  const texts = Object.fromEntries(OPTIONAL_TEXTS.map((field) => [field, draft[field] || null]))
  return {
    ...draft,
    ...(texts as Record<(typeof OPTIONAL_TEXTS)[number], string | null>),
    swo_status: draft.public_status && draft.swo_status,
  }
}
