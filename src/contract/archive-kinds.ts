import { ALBUM_FIRST_PHOTOS, ALBUM_WHOLE_MAX } from './limits'

/** The terms of archives that need no validation code: lists and pages are shown without it. */

/** The three archives of an advanced memorial. */
export const ARCHIVE_KINDS = ['photo', 'audio', 'video'] as const
export type ArchiveKind = (typeof ARCHIVE_KINDS)[number]

/** What an item without a description is called, and the label of the field that says who is in it. */
export const ITEM_LABELS: Record<ArchiveKind, { item: string; people: string }> = {
  photo: { item: 'Фотография', people: 'Кто на снимке' },
  audio: { item: 'Аудиозапись', people: 'Кто говорит' },
  video: { item: 'Видеозапись', people: 'Кто в кадре' },
}

/** The paths of an archive's calls, below the base path of the API. */
export function archivePaths(kind: ArchiveKind) {
  const base = `/${kind}_archive`
  return {
    list: `${base}/get_memorial_${kind}s`,
    create: `${base}/create`,
    update: `${base}/update`,
    delete: `${base}/delete`,
    reorder: `${base}/reorder`,
    trash: `${base}/trash`,
    restore: `${base}/restore`,
  }
}

/** In a memorial's URL: `?photos=all` shows the whole album. For readers without scripts. */
export const ALBUM_PARAMETER = 'photos'
export const WHOLE_ALBUM = 'all'

/** How many photos a memorial's URL asks for. */
export function photosIn(parameters: URLSearchParams): number {
  return parameters.get(ALBUM_PARAMETER) === WHOLE_ALBUM ? ALBUM_WHOLE_MAX : ALBUM_FIRST_PHOTOS
}
