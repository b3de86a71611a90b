import type { ImportTrial } from '@contract/import'
import type { Db } from '../../db/schema'
import { forbidden, unavailable } from '../../lib/api-error'
import { createGate, refuseWhenFull } from '../../lib/gate'
import type { MediaLibrary } from '../../media/media-library'
import { createPortraits } from '../memorials/portraits'
import { countPlacesLeft, lockPlaces, spendCredit } from '../memorials/repository'
import type { ImportThreads } from './import-threads'
import { bytesOf, costOf, insertTakenPages } from './insert-taken-pages'
import { keepTakenFiles } from './keep-taken-files'
import { refusedFor } from './refused'
import { type Credits, findCredits } from './repository'
import { PAGE_STORAGE_MAX_BYTES } from './reading/taken-files'
import { trialOf } from './trial'
import { openTakenZip, type ZipReader } from './reading/zip-reader'

const NO_PLACES = 'В архиве больше страниц, чем доступно вашей учётной записи.'
const NO_ADVANCED =
  'Страницам с фотографиями и записями нужен тариф «Продвинутый», а у вашей учётной записи его не хватает на все.'
const NO_STORAGE = 'Файлам этих страниц нужно больше места, чем может добавить ваша учётная запись.'
const NO_ROOM = 'Файлов страницы больше, чем вмещает её хранилище.'
/** Archives are large, and each that waits lies on the disk. */
const WAITING_MAX = 2
const RETRY_AFTER_SECONDS = 60
const BUSY = 'Сейчас загружаются другие архивы. Пожалуйста, попробуйте немного позже.'

/** What else is done in the transaction that makes the pages. */
export type AndThen = (tx: Db) => Promise<void>
export const NOTHING_MORE: AndThen = () => Promise.resolve()

export type TakenService = ReturnType<typeof createTakenService>

/** Makes pages anew from an archive in which they were taken home, here or elsewhere. */
export function createTakenService(parts: {
  db: Db
  library: MediaLibrary
  temporaryFolder: string
  importThreads: ImportThreads
}) {
  const { db, library, importThreads } = parts
  const portraits = createPortraits(parts)
  const throughGate = createGate(1, WAITING_MAX)

  const inTurn = <T>(work: () => Promise<T>) =>
    throughGate(work).catch(refuseWhenFull(unavailable(BUSY, RETRY_AFTER_SECONDS)))

  /** Throws 403 where the account cannot pay for pages with so many bytes of files each. */
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
    /** What `run` would say, but for files that turn out to be damaged. */
    try: (ownerId: number, file: string): Promise<ImportTrial> =>
      inTurn(async () =>
        trialOf(db, ownerId, { ...(await importThreads.readTakenArchive(file)), rowName: 'страница' }),
      ),

    /** Makes all pages or none; returns how many. Throws 422 with their problems, and 403 without places or credits for all. */
    run: (ownerId: number, file: string, sender: string, andThen: AndThen = NOTHING_MORE): Promise<number> =>
      inTurn(async () => {
        const { rows, ready, problems } = await importThreads.readTakenArchive(file)
        // Asked again below, where nobody can take a place meanwhile.
        if ((await countPlacesLeft(db, ownerId)) < rows) throw forbidden(NO_PLACES)
        if (problems.length > 0) throw refusedFor(problems)
        const said = ready.map(({ items }) => items.reduce((sum, { size }) => sum + size, 0))
        checkCredits(await findCredits(db, ownerId), said)
        const kept = await withZip(file, (zip) => keepTakenFiles(ready, { ...parts, zip, portraits, sender }))
        if ('problem' in kept) throw refusedFor([kept.problem])
        await library.change(kept.all, async (tx, media) => {
          const tooLarge = kept.pages.findIndex((page) => bytesOf(page) > PAGE_STORAGE_MAX_BYTES)
          if (tooLarge !== -1) throw refusedFor([{ row: tooLarge + 1, field: 'file', msg: NO_ROOM }])
          if ((await lockPlaces(tx, ownerId)) < ready.length) throw forbidden(NO_PLACES)
          await spend(tx, ownerId, kept.pages.map(bytesOf))
          const pages = ready.map((page, nth) => ({ page, kept: kept.pages[nth] as (typeof kept.pages)[number] }))
          await insertTakenPages(tx, media, { ownerId, pages })
          await andThen(tx)
        })
        return ready.length
      }),
  }
}

async function withZip<T>(file: string, work: (zip: ZipReader) => Promise<T>): Promise<T> {
  const zip = await openTakenZip(file)
  if (!zip) throw new Error('A ZIP that was read a moment ago cannot be opened')
  try {
    return await work(zip)
  } finally {
    zip.close()
  }
}
