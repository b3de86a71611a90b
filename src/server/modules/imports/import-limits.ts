import { IMPORT_ARCHIVE_MAX_BYTES, IMPORT_PHOTOS_MAX_BYTES, IMPORT_TABLE_MAX_BYTES } from '@contract/import'
import { ARCHIVE_LIMIT_BYTES, PICTURE_MAX_BYTES, STORAGE_STEP_BYTES } from '@contract/limits'
import type { Db } from '../../db/schema'
import { countPlacesLeft } from '../memorials/repository'
import { TAKEN_PICTURE_MAX_BYTES } from './reading/taken-files'
import { findCredits } from './repository'

/** Files come before a row of them is read: so much of them from an account without credits, which costs nothing to make. */
const UNREAD_MAX_BYTES = 200 * 1024 ** 2
/** Of a page besides its archives: portrait, its original and the grave. */
const PICTURES_OF_PAGE = 3
/** An archive of a film has its copy beside it, which is made anew. */
const COPIES_FACTOR = 2

/** How many bytes an account may send: no more than its places and credits can hold. */
export function createImportLimits(db: Db) {
  /** Of a table, or of an archive of taken pages. */
  async function fileMaxBytes(accountId: number): Promise<number> {
    const places = await countPlacesLeft(db, accountId)
    if (places < 1) return IMPORT_TABLE_MAX_BYTES
    const { advanced, gigabytes } = await findCredits(db, accountId)
    const archives = advanced * ARCHIVE_LIMIT_BYTES + Math.min(advanced, gigabytes) * STORAGE_STEP_BYTES
    const pictures = places * PICTURES_OF_PAGE * TAKEN_PICTURE_MAX_BYTES
    const most = advanced > 0 ? IMPORT_ARCHIVE_MAX_BYTES : UNREAD_MAX_BYTES
    return Math.min(IMPORT_TABLE_MAX_BYTES + pictures + archives * COPIES_FACTOR, most)
  }

  /** Of the ZIP with the portraits of a table. */
  async function photosMaxBytes(accountId: number): Promise<number> {
    const places = Math.max(1, await countPlacesLeft(db, accountId))
    return Math.min(places * PICTURE_MAX_BYTES, IMPORT_PHOTOS_MAX_BYTES)
  }

  return {
    fileMaxBytes,
    photosMaxBytes,

    /** Of all files of the account that are being received. */
    async senderMaxBytes(accountId: number): Promise<number> {
      return Math.max(await fileMaxBytes(accountId), await photosMaxBytes(accountId), UNREAD_MAX_BYTES)
    },
  }
}
