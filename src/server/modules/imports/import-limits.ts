import { IMPORT_ARCHIVE_MAX_BYTES, IMPORT_PHOTOS_MAX_BYTES, IMPORT_TABLE_MAX_BYTES } from '@contract/import'
import { ARCHIVE_LIMIT_BYTES, PICTURE_MAX_BYTES, STORAGE_STEP_BYTES } from '@contract/limits'
import type { Db } from '../../db/schema'
import { countPlacesLeft } from '../memorials/repository'
import { EXPORTED_PICTURE_MAX_BYTES } from './reading/exported-files'
import { type Credits, findCredits } from './repository'

/** Files are received before a row is read. The limit for an account without credits, since accounts are free. */
const UNREAD_MAX_BYTES = 200 * 1024 ** 2
/** Pictures of a page outside its archives: portrait, its original, and the grave. */
const PICTURES_OF_PAGE = 3
/** An exported film comes with its copy, although the copy is made again. */
const COPIES_FACTOR = 2

/** How many bytes an account may upload: no more than its places and credits can hold. */
export interface ImportLimits {
  /** A table, or an archive of exported pages. */
  file: number
  /** The ZIP with the portraits of a table. */
  photos: number
  /** All files that the account is uploading at once. */
  sender: number
}

export async function findImportLimits(db: Db, accountId: number): Promise<ImportLimits> {
  const places = await countPlacesLeft(db, accountId)
  const file = places < 1 ? IMPORT_TABLE_MAX_BYTES : fileMaxBytes(places, await findCredits(db, accountId))
  const photos = Math.min(Math.max(1, places) * PICTURE_MAX_BYTES, IMPORT_PHOTOS_MAX_BYTES)
  return { file, photos, sender: Math.max(file, photos, UNREAD_MAX_BYTES) }
}

function fileMaxBytes(places: number, { advanced, gigabytes }: Credits): number {
  const archives = advanced * ARCHIVE_LIMIT_BYTES + Math.min(advanced, gigabytes) * STORAGE_STEP_BYTES
  const pictures = places * PICTURES_OF_PAGE * EXPORTED_PICTURE_MAX_BYTES
  const most = advanced > 0 ? IMPORT_ARCHIVE_MAX_BYTES : UNREAD_MAX_BYTES
  return Math.min(IMPORT_TABLE_MAX_BYTES + pictures + archives * COPIES_FACTOR, most)
}
