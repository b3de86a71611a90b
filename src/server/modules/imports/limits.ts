import { IMPORT_ARCHIVE_MAX_BYTES, IMPORT_PHOTOS_MAX_BYTES, IMPORT_TABLE_MAX_BYTES } from '@contract/import'
import { ARCHIVE_LIMIT_BYTES, PICTURE_MAX_BYTES, STORAGE_STEP_BYTES } from '@contract/limits'
import type { Db } from '../../db/schema'
import { tooMany } from '../../lib/api-error'
import type { LimitAttempts } from '../../lib/attempts'
import { countPlacesLeft } from '../memorials/repository'
import { EXPORTED_PICTURE_MAX_BYTES } from './reading/exported-page'
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

const HOUR_SECONDS = 3600
/** An import needs places for its pages; a trial needs nothing, so it is limited. */
const TRIALS_OF_HOUR = 60
/** Portraits that trials may decode. */
const LOOKS_OF_HOUR = 3000
/** One runs and one is queued: a table of a hundred thousand people takes minutes. */
const IMPORTS_AT_ONCE = 2
const RETRY_AFTER_SECONDS = 30
const TOO_MANY_AT_ONCE = 'Ваши предыдущие файлы ещё загружаются. Пожалуйста, подождите немного.'

/** Hourly limits of one sender's trials. */
export interface ImportRates {
  countTrial(sender: string): Promise<unknown>
  countLook(sender: string): Promise<unknown>
}

export function createImportRates(limitAttempts: LimitAttempts): ImportRates {
  const trials = limitAttempts({
    name: 'import-trials',
    max: TRIALS_OF_HOUR,
    seconds: HOUR_SECONDS,
    refusal: 'За час можно проверить не больше 60 файлов. Пожалуйста, попробуйте позже.',
  })
  const looks = limitAttempts({
    name: 'portraits-of-trials',
    max: LOOKS_OF_HOUR,
    seconds: HOUR_SECONDS,
    refusal:
      'За час можно проверить не больше 3000 фотографий. Пожалуйста, разделите таблицу на части или попробуйте позже.',
  })
  return { countTrial: (sender) => trials.count(sender), countLook: (sender) => looks.count(sender) }
}

/**
 * Takes one of an account's places in the import queue, and returns the function that releases it. Throws 429 when none is
 * left.
 */
export type TakePlace = (accountId: number) => () => void

/** Take a place before receiving the body: each queued import has its files on disk. */
export function createImportPlaces(): TakePlace {
  const taken = new Map<number, number>()

  return (accountId) => {
    const others = taken.get(accountId) ?? 0
    if (others >= IMPORTS_AT_ONCE) throw tooMany(TOO_MANY_AT_ONCE, RETRY_AFTER_SECONDS)
    taken.set(accountId, others + 1)
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      const left = (taken.get(accountId) ?? 1) - 1
      if (left > 0) taken.set(accountId, left)
      else taken.delete(accountId)
    }
  }
}
