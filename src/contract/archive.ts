import { array, boolean, type InferType, number, object, string } from 'yup'
import { type Expected, expectedField } from './expected'
import { lineOfText, listOfIds, longText, wholeNumber } from './fields'
import {
  ALBUM_WHOLE_MAX,
  ARCHIVE_DATE_TEXT_MAX_LENGTH,
  ARCHIVE_DESCRIPTION_MAX_LENGTH,
  ARCHIVE_ITEMS_MAX,
  ARCHIVE_PEOPLE_MAX_LENGTH,
} from './limits'
import { ofMemorialSchema } from './memorial'
import { portraitViewFields } from './portrait-view'

export { ARCHIVE_KINDS, archivePaths, type ArchiveKind } from './archive-kinds'

export const FILE_REQUIRED = 'Сначала выберите файл.'

/**
 * A photo or a recording. `position` is its place in the owner's order, starting at 1. `file_path` and `poster_path`
 * are root-relative URLs for `src`. Width and height (pixels, upright) apply to photos and films, `duration` (seconds)
 * to recordings; null if unknown. Most browsers show no picture for a film that is not `is_playable`; while it
 * `is_being_prepared`, a playable copy is made. `preview` is a tiny copy of a photo as a `data:` URL; only where `limit` asked for
 * the first items.
 */
export const archiveItemSchema = object({
  id: number().integer().required(),
  memorial_id: number().integer().required(),
  file_path: string().required(),
  description: string().nullable().defined(),
  width: number().integer().nullable().defined(),
  height: number().integer().nullable().defined(),
  duration: number().nullable().defined(),
  poster_path: string().nullable().defined(),
  is_playable: boolean().required(),
  is_being_prepared: boolean().required(),
  date_text: string().nullable().defined(),
  people: string().nullable().defined(),
  position: number().integer().required(),
  preview: string().nullable(),
})
export type ArchiveItem = InferType<typeof archiveItemSchema>

/**
 * A newly added item, and the item of the same archive with the same bytes, if there is one. `pages` are those of the
 * file; `further_ids` the items that became of its other pages, in their order.
 */
export const newArchiveItemSchema = archiveItemSchema.shape({
  duplicate_of: number().integer().nullable().defined(),
  pages: number().integer().required(),
  further_ids: array(number().integer().required()).required(),
})
export type NewArchiveItem = InferType<typeof newArchiveItemSchema>

/** `total` counts the whole archive where `limit` asked for its first items only. */
export const archiveListSchema = object({
  result: array(archiveItemSchema).required(),
  total: number().integer(),
})
export type ArchiveList = InferType<typeof archiveListSchema>

/** GET /{kind}_archive/get_memorial_{kind}s/{id}: the whole archive, unless `limit` says otherwise. */
export const archiveListQuerySchema = object({ limit: wholeNumber(1, ALBUM_WHOLE_MAX) })

export const archiveDescriptionText = longText('Описание', ARCHIVE_DESCRIPTION_MAX_LENGTH)

/** The editable texts of an item. Absent: unchanged; empty: cleared. */
export const archiveDescriptionSchema = object({
  description: archiveDescriptionText,
  date_text: lineOfText('Когда', ARCHIVE_DATE_TEXT_MAX_LENGTH),
  people: lineOfText('Кто', ARCHIVE_PEOPLE_MAX_LENGTH),
})
export type ArchiveDescription = InferType<typeof archiveDescriptionSchema>

export const NO_PHOTO_TO_TURN = 'Повернуть можно только фотографию.'

export const WORDS_OF_ITEM = ['description', 'date_text', 'people'] as const satisfies (keyof ArchiveDescription)[]
export type ExpectedOfItem = Expected<(typeof WORDS_OF_ITEM)[number]>

/** The editable fields of an item. `rotate` turns a photo clockwise from its current orientation, in degrees. */
export const archiveChangeSchema = archiveDescriptionSchema.shape({
  rotate: portraitViewFields.rotate,
  expected: expectedField(WORDS_OF_ITEM),
})
export type ArchiveChange = InferType<typeof archiveChangeSchema>

export const NOT_THE_ITEMS_THERE = 'Состав архива изменился. Обновите страницу и попробуйте ещё раз.'

/** A new order of an archive: the ids of all its items. */
export const archiveOrderSchema = ofMemorialSchema.shape({
  ids: listOfIds(ARCHIVE_ITEMS_MAX, NOT_THE_ITEMS_THERE).required(NOT_THE_ITEMS_THERE),
})
export type ArchiveOrder = InferType<typeof archiveOrderSchema>
