import { randomUUID } from 'node:crypto'
import { readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as otherWork } from 'node:timers/promises'
import { IMPORT_TABLE_MAX_BYTES, type ImportProblem, type ImportTrial } from '@contract/import'
import type { MemorialDraft } from '@contract/memorial'
import type { Db } from '../../db/schema'
import { ApiError, forbidden, tooLarge, unavailable } from '../../lib/api-error'
import { createGate, refuseWhenFull } from '../../lib/gate'
import type { KeptPicture, MediaLibrary } from '../../media/media-library'
import { FILE_TOO_LARGE } from '../../media/received-form'
import { portraitColumns } from '../../media/picture-facts'
import { draftColumns } from '../memorials/presentation'
import { countPlacesLeft, insertMemorials, lockPlaces, type NewMemorial } from '../memorials/repository'
import { openPhotosZip, type PhotosZip } from './photos-zip'
import { isGedcom, readGedcomFile } from './read-gedcom-file'
import { readTable } from './read-table'
import { problemsShown, refusedFor } from './refused'
import { readRow, type ReadyRow } from './row'
import { type AndThen, createTakenService, NOTHING_MORE } from './taken-service'
import { isZip } from './zip-reader'

const NO_PLACES = 'В таблице больше страниц, чем доступно вашей учётной записи.'
const NO_ZIP = 'Это не ZIP-архив, или он повреждён.'
const NOT_IN_ZIP = (name: string) => `В архиве нет файла «${name}».`
const NO_PHOTOS = 'К таблице не приложен архив с фотографиями.'
const NOT_A_PHOTO = (name: string) => `Файл «${name}» — не фотография, повреждён или слишком большой.`
/** Tables are large. Each that waits has its files on the disk. */
const WAITING_MAX = 4
const RETRY_AFTER_SECONDS = 30
const BUSY = 'Сейчас загружаются другие таблицы. Пожалуйста, попробуйте немного позже.'
/** What `Pictures` answers to a file that is no picture, or too large. */
const NO_PICTURE = [413, 415]
/** Checked in a few milliseconds; then other requests are answered. */
const ROWS_WITHOUT_PAUSE = 100
/** Rows of one statement. */
const ROWS_AT_A_TIME = 500

/** A table of people, a GEDCOM file or an archive of taken pages, and the ZIP with a table's portraits, on this machine. */
export interface ImportFiles {
  table: string
  photos?: string | undefined
}

export type ImportService = ReturnType<typeof createImportService>

/** Makes many pages from one file. */
export function createImportService(parts: { db: Db; library: MediaLibrary; temporaryFolder: string }) {
  const { db, library, temporaryFolder } = parts
  const throughGate = createGate(1, WAITING_MAX)
  const taken = createTakenService(parts)

  /** Reads and checks everything, and changes nothing. */
  async function tried<T>(
    { table, photos }: ImportFiles,
    work: (ready: ReadyRow[], problems: ImportProblem[], rows: number, zip: PhotosZip | undefined) => Promise<T>,
  ): Promise<T> {
    return throughGate(async () => {
      if ((await stat(table)).size > IMPORT_TABLE_MAX_BYTES) throw tooLarge(FILE_TOO_LARGE)
      const bytes = await readFile(table)
      const read = isGedcom(bytes) ? readGedcomFile(bytes) : await readTable(bytes)
      if ('problems' in read) return work([], read.problems, 0, undefined)
      const zip = photos === undefined ? undefined : await openPhotosZip(photos)
      try {
        if (photos !== undefined && !zip)
          return await work([], [{ row: 1, field: 'photos', msg: NO_ZIP }], read.rows.length, zip)
        const problems: ImportProblem[] = []
        const ready: ReadyRow[] = []
        for (const [nth, each] of read.rows.entries()) {
          if (nth % ROWS_WITHOUT_PAUSE === 0) await otherWork()
          const checked = readRow(each)
          if ('problems' in checked) problems.push(...checked.problems)
          else {
            const problem = photoProblem(checked.ready, zip)
            if (problem) problems.push(problem)
            else ready.push(checked.ready)
          }
        }
        return await work(ready, problems, read.rows.length, zip)
      } finally {
        zip?.close()
      }
    }).catch(refuseWhenFull(unavailable(BUSY, RETRY_AFTER_SECONDS)))
  }

  /** Stores the portraits, by the row that they belong to. When one of them is none, nothing stays. */
  async function keepPhotos(ready: ReadyRow[], zip: PhotosZip | undefined, sender: string) {
    const pictures = new Map<number, KeptPicture>()
    const problems: ImportProblem[] = []
    try {
      for (const { row, photo } of ready) {
        if (photo === undefined || !zip) continue
        const picture = await keepPhoto(photo, zip, sender)
        if (picture) pictures.set(row, picture)
        else problems.push({ row, field: 'photo', msg: NOT_A_PHOTO(photo) })
      }
      if (problems.length > 0) throw refusedFor(problems)
      return pictures
    } catch (error) {
      await library.discard([...pictures.values()])
      throw error
    }
  }

  /** Undefined for what is no picture. */
  async function keepPhoto(photo: string, zip: PhotosZip, sender: string): Promise<KeptPicture | undefined> {
    const file = path.join(temporaryFolder, randomUUID())
    try {
      return (await zip.extract(photo, file)) ? await library.keepPicture({ path: file, sender }) : undefined
    } catch (error) {
      if (error instanceof ApiError && NO_PICTURE.includes(error.status)) return undefined
      throw error
    } finally {
      await rm(file, { force: true })
    }
  }

  return {
    /** What `run` would say. Whether portraits are pictures shows only then. */
    async try(files: ImportFiles): Promise<ImportTrial> {
      if (await isZip(files.table)) return taken.try(files.table)
      return tried(files, async (ready, problems, rows) => ({
        rows,
        ready: ready.length,
        problems: problemsShown(problems),
      }))
    },

    /**
     * Makes all pages or none; returns how many. Throws 422 with the problems of rows, and 403 when the account has no place
     * for them. `andThen` works in the same transaction.
     */
    async run(ownerId: number, files: ImportFiles, sender: string, andThen: AndThen = NOTHING_MORE): Promise<number> {
      if (await isZip(files.table)) return taken.run(ownerId, files.table, sender, andThen)
      return tried(files, async (ready, problems, _rows, zip) => {
        if (problems.length > 0) throw refusedFor(problems)
        // Asked again below, where nobody can take a place meanwhile: portraits take long.
        if ((await countPlacesLeft(db, ownerId)) < ready.length) throw forbidden(NO_PLACES)
        const pictures = await keepPhotos(ready, zip, sender)
        await library.change([...pictures.values()], async (tx, media) => {
          if ((await lockPlaces(tx, ownerId)) < ready.length) throw forbidden(NO_PLACES)
          for (let from = 0; from < ready.length; from += ROWS_AT_A_TIME) {
            const some = ready.slice(from, from + ROWS_AT_A_TIME)
            const ids = await insertMemorials(
              tx,
              some.map(({ row, draft }) => pageOf(ownerId, draft, pictures.get(row))),
            )
            for (const [nth, { row }] of some.entries()) {
              const picture = pictures.get(row)
              if (picture) await media.claim(picture, ids[nth] as number)
            }
          }
          await andThen(tx)
        })
        return ready.length
      })
    },

    /** How large a file an account may send: that of a table, or of an archive that it has room for. */
    maxBytes: (accountId: number): Promise<number> => taken.maxBytes(accountId),
  }
}

function photoProblem({ row, photo }: ReadyRow, zip: PhotosZip | undefined): ImportProblem | undefined {
  if (photo === undefined) return undefined
  if (!zip) return { row, field: 'photo', msg: NO_PHOTOS }
  return zip.has(photo) ? undefined : { row, field: 'photo', msg: NOT_IN_ZIP(photo) }
}

function pageOf(ownerId: number, draft: MemorialDraft, picture: KeptPicture | undefined): NewMemorial {
  return {
    ...draftColumns({ ...draft, rate_check: false }),
    ...portraitColumns(picture?.id, picture?.facts),
    user_id: ownerId,
    is_advanced: false,
    media_storage_limit: 0,
  }
}
