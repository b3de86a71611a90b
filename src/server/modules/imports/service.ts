import { randomUUID } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { IMPORT_TABLE_MAX_BYTES, IMPORT_TABLE_TOO_LARGE, type ImportProblem, type ImportTrial } from '@contract/import'
import type { MemorialDraft } from '@contract/memorial'
import { counted, type Forms } from '@contract/plurals'
import type { Db } from '../../db/schema'
import { ApiError, forbidden, tooLarge, unavailable } from '../../lib/api-error'
import { createSemaphore, refuseWhenFull } from '../../lib/semaphore'
import type { StoredPicture, MediaLibrary } from '../../media/media-library'
import { portraitColumns } from '../../media/picture-facts'
import { burialColumns, insertBurials } from '../burial/repository'
import { draftColumns } from '../memorials/presentation'
import { countPlacesLeft, insertMemorials, lockPlaces, type NewMemorial } from '../memorials/repository'
import { insertRelations } from '../relations/repository'
import type { ImportRates } from './limits'
import type { ImportThreads } from './import-threads'
import { flatMapInTurns, inBatches } from './repository'
import type { ReadingOfPeople, ReadPeople } from './reading/import-worker'
import { isSpreadsheet, isZip, openPhotosZip, openTreeZip, type PhotosZip } from './reading/zip-reader'
import { refusedFor } from './reading/problems'
import type { ReadyRow, RowTie, TriedRow } from './reading/row'
import { createExportedService, type ImportChoices } from './exported-service'
import { trialOf } from './trial'

const NO_PLACES = 'В таблице больше страниц, чем доступно вашей учётной записи.'
const NO_ZIP = 'Это не ZIP-архив, или он повреждён.'
const NOT_IN_ZIP = (name: string) => `В архиве нет файла «${name}».`
const NO_PHOTOS = 'К таблице не приложен архив с фотографиями.'
const NOT_A_PHOTO = (name: string) => `Файл «${name}» — не фотография, повреждён или слишком большой.`
/** Tables are large, and each queued import has its files on disk. */
const WAITING_MAX = 4
const RETRY_AFTER_SECONDS = 30
const BUSY = 'Сейчас загружаются другие таблицы. Пожалуйста, попробуйте немного позже.'
/** The statuses of `Pictures` for a file that is too large or not a picture. */
const NO_PICTURE = [413, 415]

/** Local paths: `table` is a table, a GEDCOM file or an archive of exported pages; `photos` a ZIP with portraits of a table. */
export interface ImportFiles extends ReadingOfPeople {
  table: string
  photos?: string | undefined
}

/** A file with validated rows, and the portraits that they name. */
interface CheckedFile<Row = ReadyRow> extends ReadPeople<Row> {
  zip: PhotosZip | undefined
}

/** Reads a whole file of people, or what a trial needs. */
type Reader<Row> = (file: string, reading: ReadingOfPeople) => Promise<ReadPeople<Row>>

/** The ids of created pages, by row. */
type IdOfRow = ReadonlyMap<number, number>

export type ImportService = ReturnType<typeof createImportService>

/** Creates many pages from one file. */
export function createImportService(parts: {
  db: Db
  library: MediaLibrary
  temporaryFolder: string
  importThreads: ImportThreads
  /** Absent on the operator's own machine. */
  rates?: ImportRates
}) {
  const { db, library, temporaryFolder, importThreads, rates } = parts
  const runLimited = createSemaphore(1, WAITING_MAX)
  const taken = createExportedService(parts)

  /** Reads and validates everything, and changes nothing. */
  async function tried<Row extends TriedRow, T>(
    { table, photos, ...reading }: ImportFiles,
    readFile: Reader<Row>,
    work: (checked: CheckedFile<Row>) => Promise<T>,
  ): Promise<T> {
    return runLimited(async () => {
      if ((await stat(table)).size > IMPORT_TABLE_MAX_BYTES) throw tooLarge(IMPORT_TABLE_TOO_LARGE)
      const read = await readFile(table, reading)
      const zip = photos === undefined || read.rows === 0 ? undefined : await openPhotosZip(photos)
      try {
        if (photos !== undefined && read.rows > 0 && !zip) {
          return await work({ ...read, ready: [], problems: [{ row: 1, field: 'photos', msg: NO_ZIP }], zip })
        }
        const ofPhotos: ImportProblem[] = []
        const ready = await flatMapInTurns(read.ready, (row) => {
          const found = withTreePortrait(row, zip)
          const problem = photoProblem(found, zip)
          if (problem) ofPhotos.push(problem)
          return problem ? [] : [found]
        })
        const problems = [...read.problems, ...ofPhotos].sort((one, other) => one.row - other.row)
        const warnings = [...(await treePictureWarnings(ready, zip)), ...read.warnings]
        return await work({ ...read, ready, problems, warnings, zip })
      } finally {
        zip?.close()
      }
    }).catch(refuseWhenFull(unavailable(BUSY, RETRY_AFTER_SECONDS)))
  }

  /** Stores the portraits, by row. When one of them is not a picture, discards them all, or with `skip` passes over its row. */
  async function storePhotos(
    ready: ReadyRow[],
    zip: PhotosZip | undefined,
    { sender, skip }: { sender: string; skip: boolean },
  ) {
    const pictures = new Map<number, StoredPicture>()
    const problems: ImportProblem[] = []
    try {
      for (const { row, photo, ofTree } of ready) {
        if (photo === undefined || !zip) continue
        const picture = await withPhoto(photo, zip, (file) => library.storePicture({ path: file, sender }))
        if (picture) pictures.set(row, picture)
        else if (!ofTree) problems.push({ row, field: 'photo', msg: NOT_A_PHOTO(photo) })
      }
      const without = new Set(problems.map(({ row }) => row))
      const stored = ready.filter(({ row }) => !without.has(row))
      if (problems.length > 0 && !(skip && stored.length > 0)) throw refusedFor(problems)
      return { pictures, stored }
    } catch (error) {
      await library.discard([...pictures.values()])
      throw error
    }
  }

  /** Runs `work` on an extracted portrait; undefined when it is not a picture. */
  async function withPhoto<T>(
    photo: string,
    zip: PhotosZip,
    work: (file: string) => Promise<T>,
  ): Promise<T | undefined> {
    const file = path.join(temporaryFolder, randomUUID())
    try {
      return (await zip.extract(photo, file)) ? await work(file) : undefined
    } catch (error) {
      if (error instanceof ApiError && NO_PICTURE.includes(error.status)) return undefined
      throw error
    } finally {
      await rm(file, { force: true })
    }
  }

  /** Decodes every portrait once, without storing it. */
  async function photoProblems({ ready, zip }: CheckedFile<TriedRow>, sender: string) {
    const problems: ImportProblem[] = []
    /** A person of a tree has a page without the portrait. */
    const warnings: ImportProblem[] = []
    const looked = new Map<string, boolean>()
    if (!zip) return { problems, warnings }
    for (const { row, photo, ofTree } of ready) {
      if (photo === undefined) continue
      const isPicture = looked.get(photo) ?? (await isPhoto(photo, zip, sender))
      looked.set(photo, isPicture)
      if (!isPicture) (ofTree ? warnings : problems).push({ row, field: 'photo', msg: NOT_A_PHOTO(photo) })
    }
    return { problems, warnings }
  }

  async function isPhoto(photo: string, zip: PhotosZip, sender: string): Promise<boolean> {
    await rates?.countLook(sender)
    const looked = await withPhoto(photo, zip, async (file) => {
      await library.lookIntoPicture({ path: file, sender })
      return true
    })
    return looked ?? false
  }

  async function tryPeople(ownerId: number, files: ImportFiles, sender: string): Promise<ImportTrial> {
    return tried(files, importThreads.tryPeople, async (file) => {
      const ofPhotos = await photoProblems(file, sender)
      const wrong = new Set(ofPhotos.problems.map(({ row }) => row))
      return trialOf(db, ownerId, {
        ...file,
        ready: wrong.size > 0 ? file.ready.filter(({ row }) => !wrong.has(row)) : file.ready,
        problems: [...file.problems, ...ofPhotos.problems].sort((one, other) => one.row - other.row),
        warnings: [...file.warnings, ...ofPhotos.warnings],
      })
    })
  }

  async function runPeople(
    ownerId: number,
    files: ImportFiles,
    sender: string,
    choices: ImportChoices,
  ): Promise<number> {
    const { skip = false, andThen } = choices
    return tried(files, importThreads.readPeople, async ({ ready: valid, ties, problems, zip }) => {
      if (problems.length > 0 && !(skip && valid.length > 0)) throw refusedFor(problems)
      // Checked again below under a lock. Storing portraits takes long, so fail early.
      if ((await countPlacesLeft(db, ownerId)) < valid.length) throw forbidden(NO_PLACES)
      const { pictures, stored: ready } = await storePhotos(valid, zip, { sender, skip })
      await library.change([...pictures.values()], async (tx, media) => {
        if ((await lockPlaces(tx, ownerId)) < ready.length) throw forbidden(NO_PLACES)
        const idOf = new Map<number, number>()
        for (const some of inBatches(ready)) {
          const ids = await insertMemorials(
            tx,
            some.map(({ row, draft }) => pageOf(ownerId, draft, pictures.get(row))),
          )
          for (const [nth, { row }] of some.entries()) {
            const id = ids[nth] as number
            idOf.set(row, id)
            const picture = pictures.get(row)
            if (picture) await media.claim(picture, id)
          }
        }
        await insertGraves(tx, ready, idOf)
        await insertTies(tx, ties, idOf)
        await andThen?.(tx)
      })
      return ready.length
    })
  }

  /** Runs `work` on the family tree in a ZIP, of which its pictures become portraits; undefined when there is no tree. */
  async function withTree<T>(files: ImportFiles, work: (tree: ImportFiles) => Promise<T>): Promise<T | undefined> {
    const zip = await openTreeZip(files.table)
    if (!zip) return undefined
    const table = path.join(temporaryFolder, randomUUID())
    try {
      if (zip.bytes > IMPORT_TABLE_MAX_BYTES) throw tooLarge(IMPORT_TABLE_TOO_LARGE)
      if (!(await zip.extract(table, IMPORT_TABLE_MAX_BYTES)))
        throw refusedFor([{ row: 1, field: 'file', msg: NO_ZIP }])
      return await work({ ...files, table, photos: files.table })
    } finally {
      zip.close()
      await rm(table, { force: true })
    }
  }

  return {
    /** What `run` would report, with warnings. Throws 429 after too many decoded portraits of the account. */
    async try(ownerId: number, files: ImportFiles, sender: string): Promise<ImportTrial> {
      if (await holdsRows(files.table)) return tryPeople(ownerId, files, sender)
      const trial = await withTree(files, (tree) => tryPeople(ownerId, tree, sender))
      return trial ?? taken.try(ownerId, files.table)
    },

    /**
     * Creates all pages or none, with `skip` all without problems; returns their number. Throws 422 with the problems of rows,
     * and 403 when the account has no places for them.
     */
    async run(ownerId: number, files: ImportFiles, sender: string, choices: ImportChoices = {}): Promise<number> {
      if (await holdsRows(files.table)) return runPeople(ownerId, files, sender, choices)
      const created = await withTree(files, (tree) => runPeople(ownerId, tree, sender, choices))
      return created ?? taken.run(ownerId, files.table, sender, choices)
    },
  }
}

/** A tree names pictures that may be in its ZIP. */
function withTreePortrait<Row extends TriedRow>(row: Row, zip: PhotosZip | undefined): Row {
  const portrait = row.ofTree?.pictures.find((name) => zip?.has(name))
  return portrait === undefined ? row : { ...row, photo: portrait }
}

const PICTURES: Forms = ['фотография', 'фотографии', 'фотографий']
const NO_FILES = (count: number) =>
  `В древе названо: ${counted(count, PICTURES)}, а самих файлов в нём нет. Если сохранить древо вместе с файлами (GDZ или ZIP), портреты придут с ним.`
const NOT_PORTRAITS = (count: number) =>
  `Портретом станет первая фотография человека. Остальные (${counted(count, PICTURES)}) добавьте потом на его странице.`

async function treePictureWarnings(ready: TriedRow[], zip: PhotosZip | undefined): Promise<ImportProblem[]> {
  const ofTrees = await flatMapInTurns(ready, (row) => (row.ofTree?.pictures.length ? [row] : []))
  const named = ofTrees.flatMap(({ ofTree }) => ofTree?.pictures ?? [])
  const there = zip ? named.filter((name) => zip.has(name)).length : 0
  const portraits = ofTrees.filter(({ photo }) => photo !== undefined).length
  const asWarning = (msg: string) => ({ row: 1, field: 'file', msg })
  return [
    ...(there < named.length ? [asWarning(NO_FILES(named.length - there))] : []),
    ...(portraits < there ? [asWarning(NOT_PORTRAITS(there - portraits))] : []),
  ]
}

/** A spreadsheet is a ZIP too. */
async function holdsRows(file: string): Promise<boolean> {
  return !(await isZip(file)) || (await isSpreadsheet(file))
}

async function insertGraves(tx: Db, ready: ReadyRow[], idOf: IdOfRow): Promise<void> {
  const graves = ready.flatMap(({ row, burial }) => (burial ? [burialColumns(idOf.get(row) as number, burial)] : []))
  for (const some of inBatches(graves)) await insertBurials(tx, some)
}

async function insertTies(tx: Db, ties: RowTie[], idOf: IdOfRow): Promise<void> {
  // Of two people one may have been passed over.
  const relations = ties.flatMap(({ row, other, kind }) => {
    const [id, otherId] = [idOf.get(row), idOf.get(other)]
    return id === undefined || otherId === undefined ? [] : [{ memorial_id: id, other_id: otherId, kind }]
  })
  for (const some of inBatches(relations)) await insertRelations(tx, some)
}

function photoProblem({ row, photo, ofTree }: TriedRow, zip: PhotosZip | undefined): ImportProblem | undefined {
  if (photo === undefined || ofTree) return undefined
  if (!zip) return { row, field: 'photo', msg: NO_PHOTOS }
  return zip.has(photo) ? undefined : { row, field: 'photo', msg: NOT_IN_ZIP(photo) }
}

function pageOf(ownerId: number, draft: MemorialDraft, picture: StoredPicture | undefined): NewMemorial {
  return {
    ...draftColumns({ ...draft, rate_check: false }),
    ...portraitColumns(picture?.id, picture?.facts),
    user_id: ownerId,
    is_advanced: false,
    media_storage_limit: 0,
  }
}
