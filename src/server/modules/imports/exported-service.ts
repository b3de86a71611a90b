import type { ImportTrial } from '@contract/import'
import type { Db } from '../../db/schema'
import { forbidden, unavailable } from '../../lib/api-error'
import { createSemaphore, refuseWhenFull } from '../../lib/semaphore'
import type { MediaLibrary } from '../../media/media-library'
import { createPortraits } from '../memorials/portraits'
import { countPlacesLeft, lockPlaces, spendCredit } from '../memorials/repository'
import type { ImportThreads } from './import-threads'
import { bytesOf, costOf, insertExportedPages, storeExportedFiles, type StoredPage } from './insert-exported-pages'
import { refusedFor } from './reading/problems'
import { type Credits, findCredits } from './repository'
import { PAGE_STORAGE_MAX_BYTES } from './reading/exported-page'
import { trialOf } from './trial'
import { openExportedZip, type ZipReader } from './reading/zip-reader'

const NO_PLACES = 'В архиве больше страниц, чем доступно вашей учётной записи.'
const NO_ADVANCED =
  'Страницам с фотографиями и записями нужен тариф «Продвинутый», а у вашей учётной записи его не хватает на все.'
const NO_STORAGE = 'Файлам этих страниц нужно больше места, чем может добавить ваша учётная запись.'
const NO_ROOM = 'Файлов страницы больше, чем вмещает её хранилище.'
/** Archives are large, and each queued one takes up disk space. */
const WAITING_MAX = 2
const RETRY_AFTER_SECONDS = 60
const BUSY = 'Сейчас загружаются другие архивы. Пожалуйста, попробуйте немного позже.'

export interface ImportChoices {
  /** Leave out what has problems; otherwise one problem stops the import. */
  skip?: boolean
  /** Runs in the transaction that creates the pages. */
  andThen?: (tx: Db) => Promise<void>
}

export type ExportedService = ReturnType<typeof createExportedService>

/** Creates pages from an exported archive of this or another installation. */
export function createExportedService(parts: {
  db: Db
  library: MediaLibrary
  temporaryFolder: string
  importThreads: ImportThreads
}) {
  const { db, library, importThreads } = parts
  const portraits = createPortraits(parts)
  const runLimited = createSemaphore(1, WAITING_MAX)

  const runOrRefuse = <T>(work: () => Promise<T>) =>
    runLimited(work).catch(refuseWhenFull(unavailable(BUSY, RETRY_AFTER_SECONDS)))

  /** Throws 403 when the account's credits do not cover pages with so many bytes of files each. */
  function checkCredits({ advanced, gigabytes }: Credits, bytesOfPages: number[]): void {
    const cost = costOf(bytesOfPages)
    if (cost.advanced > advanced) throw forbidden(NO_ADVANCED)
    if (cost.gigabytes > gigabytes) throw forbidden(NO_STORAGE)
  }

  async function spend(tx: Db, ownerId: number, bytesOfPages: number[]): Promise<void> {
    const cost = costOf(bytesOfPages)
    for (let nth = 0; nth < cost.advanced; nth++) {
      if (!(await spendCredit(tx, ownerId, 'advanced_memorials_left'))) throw forbidden(NO_ADVANCED)
    }
    for (let nth = 0; nth < cost.gigabytes; nth++) {
      if (!(await spendCredit(tx, ownerId, 'bonus_gb_left'))) throw forbidden(NO_STORAGE)
    }
  }

  return {
    /** What `run` would report, except for damaged files. */
    try: (ownerId: number, file: string): Promise<ImportTrial> =>
      runOrRefuse(async () =>
        trialOf(db, ownerId, { ...(await importThreads.readExportedArchive(file)), rowName: 'страница' }),
      ),

    /**
     * Creates all pages or none, with `skip` all without problems; returns their number. Throws 422 with their problems, 403
     * without places or credits for all.
     */
    run: (ownerId: number, file: string, sender: string, { skip = false, andThen }: ImportChoices): Promise<number> =>
      runOrRefuse(async () => {
        const { rows, ready, problems } = await importThreads.readExportedArchive(file)
        // Checked again below under a lock.
        if ((await countPlacesLeft(db, ownerId)) < (skip ? ready.length : rows)) throw forbidden(NO_PLACES)
        if (problems.length > 0 && !(skip && ready.length > 0)) throw refusedFor(problems)
        const said = ready.map(({ items }) => items.reduce((sum, { size }) => sum + size, 0))
        checkCredits(await findCredits(db, ownerId), said)
        const stored = await withZip(file, (zip) => storeExportedFiles(ready, { ...parts, zip, portraits, sender }))
        if ('problem' in stored) throw refusedFor([stored.problem])
        await library.change(stored.all, async (tx, media) => {
          const tooLarge = ready.find((_page, nth) => bytesOf(stored.pages[nth] as StoredPage) > PAGE_STORAGE_MAX_BYTES)
          if (tooLarge) throw refusedFor([{ row: tooLarge.row, field: 'file', msg: NO_ROOM }])
          if ((await lockPlaces(tx, ownerId)) < ready.length) throw forbidden(NO_PLACES)
          await spend(tx, ownerId, stored.pages.map(bytesOf))
          const pages = ready.map((page, nth) => ({ page, stored: stored.pages[nth] as StoredPage }))
          await insertExportedPages(tx, media, { ownerId, pages })
          await andThen?.(tx)
        })
        return ready.length
      }),
  }
}

async function withZip<T>(file: string, work: (zip: ZipReader) => Promise<T>): Promise<T> {
  const zip = await openExportedZip(file)
  if (!zip) throw new Error('A ZIP that was read a moment ago cannot be opened')
  try {
    return await work(zip)
  } finally {
    zip.close()
  }
}
