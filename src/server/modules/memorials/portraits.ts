import type { MemorialChange } from '@contract/memorial'
import {
  isSameView,
  isWholePortrait,
  type PictureCrop,
  type PictureTurn,
  type PortraitView,
  WHOLE_PORTRAIT,
} from '@contract/portrait-view'
import type { MemorialRow } from '../../access/repository'
import type { Db } from '../../db/schema'
import { conflict, invalidField } from '../../lib/api-error'
import type { StoredPicture, LocalFile, MediaLibrary } from '../../media/media-library'
import { portraitColumns } from '../../media/picture-facts'
import { findPictureFactsOf } from '../../media/repository'

const NO_PHOTO = 'У страницы ещё нет фото. Сначала выберите его.'
const CHANGED_BY_OTHER = 'Фото только что изменили. Обновите страницу и попробуйте ещё раз.'

/** The view in a form; absent fields stay. */
export type ViewChange = Pick<MemorialChange, 'rotate' | 'crop'>

/** A stored portrait, for the transaction that claims it. */
export interface NewPortrait {
  /** Files that the memorial has to claim. */
  stored: StoredPicture[]
  columns: ReturnType<typeof columnsOf>
  /** The existing original of a new view; undefined when the original is new too. */
  madeFrom: string | undefined
}

export type Portraits = ReturnType<typeof createPortraits>

/**
 * Displayed portraits. A rotated or cropped one is stored as a separate picture next to its original, so that it can be rotated
 * and cropped again without loss.
 */
export function createPortraits({ db, library }: { db: Db; library: MediaLibrary }) {
  async function shownAs(original: StoredPicture, view: PortraitView, sender: string): Promise<NewPortrait> {
    if (isWholePortrait(view)) return { stored: [original], columns: columnsOf(original, view), madeFrom: undefined }
    const shown = await library.storePictureView(original.id, view, sender)
    return { stored: [shown, original], columns: columnsOf(shown, view, original.id), madeFrom: undefined }
  }

  return {
    /** A new portrait. 415 for a file that is not a picture. */
    async storeNew(file: LocalFile & { sender: string }, change: ViewChange): Promise<NewPortrait> {
      return shownAs(await library.storePicture(file), viewAfter(WHOLE_PORTRAIT, change), file.sender)
    },

    /** The portrait of a memorial, rotated or cropped again. Undefined when nothing changes; 422 when there is none. */
    async storeView(row: MemorialRow, change: ViewChange, sender: string): Promise<NewPortrait | undefined> {
      if (change.rotate === undefined && change.crop === undefined) return undefined
      const original = originalOf(row)
      if (!original) throw invalidField('rotate', NO_PHOTO)
      const before = viewOf(row)
      const view = viewAfter(before, change)
      if (isSameView(view, before)) return undefined
      if (isWholePortrait(view)) {
        const facts = await findPictureFactsOf(db, original)
        return { stored: [], columns: columnsOf({ id: original, facts }, view), madeFrom: original }
      }
      const shown = await library.storePictureView(original, view, sender)
      return { stored: [shown], columns: columnsOf(shown, view, original), madeFrom: original }
    },
  }
}

/** The files of a locked memorial that a new portrait replaces. 409 when it was made from a photo that has been replaced. */
export function filesReplacedBy({ columns, madeFrom }: NewPortrait, row: MemorialRow): string[] {
  if (madeFrom !== undefined && madeFrom !== originalOf(row)) throw conflict(CHANGED_BY_OTHER)
  const stay = [columns.photo_id, columns.photo_original_id]
  return [row.photo_id, row.photo_original_id].filter((id) => id !== null).filter((id) => !stay.includes(id))
}

export function viewOf({ photo_rotate, photo_crop }: MemorialRow): PortraitView {
  return {
    rotate: photo_rotate as PictureTurn,
    crop: photo_crop === null ? null : (JSON.parse(photo_crop) as PictureCrop),
  }
}

/** The full picture that the portrait was made from. */
export function originalOf({ photo_original_id, photo_id }: MemorialRow): string | null {
  return photo_original_id ?? photo_id
}

function viewAfter(before: PortraitView, { rotate, crop }: ViewChange): PortraitView {
  return { rotate: (rotate as PictureTurn | undefined) ?? before.rotate, crop: crop === undefined ? before.crop : crop }
}

function columnsOf(
  shown: Pick<StoredPicture, 'id'> & { facts: StoredPicture['facts'] | undefined },
  { rotate, crop }: PortraitView,
  originalId: string | null = null,
) {
  return {
    ...portraitColumns(shown.id, shown.facts),
    photo_original_id: originalId,
    photo_rotate: rotate,
    photo_crop: crop && JSON.stringify(crop),
  }
}
