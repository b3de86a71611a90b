import { createWriteStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { PICTURE_COPY } from '@contract/picture'
import { tooMany, unavailable } from '../../lib/api-error'
import { createSemaphore, createSenderSemaphores, refuseWhenFull } from '../../lib/semaphore'
import type { Log } from '../../lib/log'
import { copyStored, type FileStore } from '../../storage/file-store'
import { openNearest } from '../stored-file'
import { createProcessPool, type ProcessLimits } from '../process-pool'
import type { Book, BookPhoto, BookRoadStep, BookTask, BookMemory, BookStory, PlateSheet, PlateSheetTask } from './book'

const MB = 1024 ** 2
/** Wide enough for print on A5. */
const PRINTED_COPY = PICTURE_COPY(1280)
const MAX_AT_ONCE = 1
/** The length of the queue; each user may have one job in it. */
const MAX_WAITING = 6
const MAX_WAITING_OF_ONE = 1
const IDLE_MS = 10_000
const START_MS = 30_000
const RETRY_AFTER_SECONDS = 30
/** The largest book (60 photographs, 350 000 letters) took 20 seconds on a slow processor and 170 MB. */
const COST: ProcessLimits = { maxMs: 120_000, maxProcessorMs: 60_000, maxBytes: 384 * MB }

const TOO_MANY_BOOKS = 'Сейчас готовится слишком много книг. Пожалуйста, попробуйте немного позже.'
const TOO_MANY_OF_YOURS = 'Ваша предыдущая книга ещё готовится. Пожалуйста, подождите немного.'
const NOT_SET = 'Не удалось подготовить книгу. Пожалуйста, попробуйте ещё раз немного позже.'
const SHEETS_BUSY = 'Сейчас готовится слишком много книг и табличек. Пожалуйста, попробуйте немного позже.'
const SHEET_OF_YOURS = 'Ваши предыдущие таблички ещё готовятся. Пожалуйста, подождите немного.'
const SHEET_NOT_SET = 'Не удалось подготовить таблички. Пожалуйста, попробуйте ещё раз немного позже.'
const BOOK_TEXTS = { busy: TOO_MANY_BOOKS, oneOfYours: TOO_MANY_OF_YOURS, notSet: NOT_SET }
const SHEET_TEXTS = { busy: SHEETS_BUSY, oneOfYours: SHEET_OF_YOURS, notSet: SHEET_NOT_SET }

/** Everything that goes into a book. Ids are those of stored pictures. */
export interface BookContents {
  book: Book
  portraitId: string | null
  burialPhotoId: string | null
  road: (BookRoadStep & { id: string })[]
  photos: (BookPhoto & { id: string })[]
  words: AsyncIterable<BookStory | BookMemory>
}

/** A PDF that takes no disk space after it was read or its reader has disconnected. */
export interface MadeBook {
  /** Bytes. */
  size: number
  content: Readable
}

export interface Books {
  /**
   * Makes a book when its turn comes; `gather` is called only then. Throws the 503 error when the queue is full or the
   * book fails, and 429 when this user already has one in the queue.
   */
  make(asker: string, gather: () => Promise<BookContents>): Promise<MadeBook>
  /** The same for plates. */
  makeSheet(asker: string, gather: () => Promise<PlateSheet>): Promise<MadeBook>
  stop(): Promise<void>
}

/**
 * Typesets books and sheets of plates in a separate process, one after another, so that uploaded pictures do not wait
 * for them.
 */
export function startBooks(options: {
  log: Pick<Log, 'warn'>
  store: FileStore
  /** Where the pictures lie while a book is made. */
  temporaryFolder: string
  workerFile?: string
  cost?: ProcessLimits
}): Books {
  const { log, store, temporaryFolder, workerFile = path.join(__dirname, 'book-worker.js'), cost = COST } = options
  const runLimited = createSemaphore(MAX_AT_ONCE, MAX_WAITING)
  const runLimitedPerSender = createSenderSemaphores(1, MAX_WAITING_OF_ONE)
  const pool = createProcessPool({ workerFile, idleMs: IDLE_MS, startMs: START_MS })

  /** Undefined when the file is gone. */
  async function fetchPicture(id: string, file: string): Promise<string | undefined> {
    const found = await openNearest(store, id, PRINTED_COPY)
    if (!found) return undefined
    await copyStored(found.stored, file)
    return file
  }

  async function taskOf(contents: BookContents, folder: string): Promise<BookTask> {
    const { book, portraitId, burialPhotoId, road, photos, words } = contents
    const inFolder = (name: string) => path.join(folder, name)
    const [portrait, burialPhoto] = [
      portraitId ? await fetchPicture(portraitId, inFolder('portrait')) : undefined,
      burialPhotoId ? await fetchPicture(burialPhotoId, inFolder('burial')) : undefined,
    ]
    /** Those of them whose files are there. */
    async function fetchAll<Picture extends { id: string }>(pictures: Picture[], name: string) {
      const fetched: (Omit<Picture, 'id'> & { file: string })[] = []
      for (const [index, { id, ...picture }] of pictures.entries()) {
        const file = await fetchPicture(id, inFolder(`${name}-${index}`))
        if (file) fetched.push({ ...picture, file })
      }
      return fetched
    }
    await pipeline(Readable.from(asLines(words)), createWriteStream(inFolder('words')))
    return {
      book,
      photos: await fetchAll(photos, 'photo'),
      road: await fetchAll(road, 'road'),
      words: inFolder('words'),
      target: inFolder('book.pdf'),
      ...(portrait && { portrait }),
      ...(burialPhoto && { burialPhoto }),
    }
  }

  async function makeIn(task: BookTask | PlateSheetTask, notSet: string): Promise<MadeBook> {
    const outcome = await pool.run(task, cost)
    if (outcome !== 'set') {
      log.warn({ loss: outcome.loss }, 'a book was given up, and its process ended')
      throw unavailable(notSet, RETRY_AFTER_SECONDS)
    }
    // The folder is removed next; the open descriptor still reads to the end.
    const file = await open(task.target)
    const { size } = await file.stat()
    return { size, content: file.createReadStream() }
  }

  async function make(prepare: Prepare, notSet: string): Promise<MadeBook> {
    const folder = path.resolve(await mkdtemp(path.join(temporaryFolder, 'book-')))
    try {
      return await makeIn(await prepare(folder), notSet)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** Books and plates share one queue. */
  const makeInTurn = (asker: string, { busy, oneOfYours, notSet }: typeof BOOK_TEXTS, prepare: Prepare) =>
    runLimitedPerSender(asker, () =>
      runLimited(() => make(prepare, notSet)).catch(refuseWhenFull(unavailable(busy, RETRY_AFTER_SECONDS))),
    ).catch(refuseWhenFull(tooMany(oneOfYours, RETRY_AFTER_SECONDS)))

  return {
    make: (asker, gather) => makeInTurn(asker, BOOK_TEXTS, async (folder) => taskOf(await gather(), folder)),
    makeSheet: (asker, gather) =>
      makeInTurn(asker, SHEET_TEXTS, async (folder) => ({
        sheet: await gather(),
        target: path.join(folder, 'plates.pdf'),
      })),
    stop: () => pool.stop(),
  }
}

/** Collects in this folder what the process needs. */
type Prepare = (folder: string) => Promise<BookTask | PlateSheetTask>

async function* asLines(words: BookContents['words']): AsyncGenerator<string> {
  for await (const one of words) yield `${JSON.stringify(one)}\n`
}
