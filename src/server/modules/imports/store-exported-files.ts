import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { ImportProblem } from '@contract/import'
import { ApiError } from '../../lib/api-error'
import type { StoredMedia, StoredPicture, LocalFile, MediaLibrary } from '../../media/media-library'
import type { NewPortrait, Portraits } from '../memorials/portraits'
import { EXPORTED_PICTURE_MAX_BYTES, exportedFileLimit } from './reading/exported-files'
import type { ExportedDraft, ExportedItemDraft, ExportedWordsDraft } from './reading/exported-page'
import type { ZipReader } from './reading/zip-reader'

/** `name` is shown to people, so it comes without the folder of the page. */
const NOT_READABLE = (name: string) => `Файл «${name}» повреждён, или это не то, чем он назван.`
/** The statuses of `Pictures` and the library for a file that is too large or of another kind. */
const NOT_OF_KIND = [413, 415]
/** How often the waiting time of files already stored is extended. */
const WAIT_EVERY_MS = 15 * 60_000

/** The stored files of one page. */
export interface StoredPage {
  portrait: NewPortrait | undefined
  gravePhoto: StoredPicture | undefined
  items: { item: ExportedItemDraft; stored: StoredMedia }[]
  words: { written: ExportedWordsDraft; photo: StoredPicture | undefined }[]
}

/** A file turned out to be damaged or of another kind. */
class Unreadable extends Error {
  constructor(readonly problem: ImportProblem) {
    super(problem.msg)
  }
}

/**
 * Stores the files of pages one by one, like ordinary uploads. When one cannot be read, discards them all and returns the
 * problem.
 */
export async function storeExportedFiles(
  pages: ExportedDraft[],
  parts: { zip: ZipReader; library: MediaLibrary; portraits: Portraits; temporaryFolder: string; sender: string },
): Promise<{ pages: StoredPage[]; all: StoredMedia[] } | { problem: ImportProblem }> {
  const { zip, library, portraits, temporaryFolder, sender } = parts
  const all: StoredMedia[] = []
  let waited = Date.now()

  async function store<T>(
    row: number,
    file: string,
    maxBytes: number,
    store: (file: SentFile) => Promise<T>,
  ): Promise<T> {
    const target = path.join(temporaryFolder, randomUUID())
    const unreadable = () =>
      new Unreadable({ row, field: 'file', msg: NOT_READABLE(file.slice(file.lastIndexOf('/') + 1)) })
    try {
      if (!(await zip.extract(file, target, maxBytes))) throw unreadable()
      return await store({ path: target, sender, isOurs: true })
    } catch (error) {
      if (error instanceof ApiError && NOT_OF_KIND.includes(error.status)) throw unreadable()
      throw error
    } finally {
      await rm(target, { force: true })
      if (Date.now() - waited > WAIT_EVERY_MS) {
        waited = Date.now()
        await library.wait(all)
      }
    }
  }

  const storePicture = async (row: number, file: string): Promise<StoredPicture> => {
    const picture = await store(row, file, EXPORTED_PICTURE_MAX_BYTES, (sent) => library.storePicture(sent))
    all.push(picture)
    return picture
  }

  async function storePage({ row, portrait, burial, items, words }: ExportedDraft): Promise<StoredPage> {
    const page: StoredPage = { portrait: undefined, gravePhoto: undefined, items: [], words: [] }
    if (portrait) {
      const { file, view } = portrait
      page.portrait = await store(row, file, EXPORTED_PICTURE_MAX_BYTES, (sent) => portraits.storeNew(sent, view))
      all.push(...page.portrait.stored)
    }
    if (burial?.photo !== undefined) page.gravePhoto = await storePicture(row, burial.photo)
    for (const item of items) {
      const { kind } = item
      const stored = await store(row, item.file, exportedFileLimit(kind), (sent): Promise<StoredMedia> =>
        kind === 'photo' ? library.storePicture(sent) : library.storeRecording(sent, kind),
      )
      all.push(stored)
      page.items.push({ item, stored })
    }
    for (const written of words) {
      const photo = written.photo === undefined ? undefined : await storePicture(row, written.photo)
      page.words.push({ written, photo })
    }
    return page
  }

  try {
    const stored: StoredPage[] = []
    for (const page of pages) stored.push(await storePage(page))
    await library.wait(all)
    return { pages: stored, all }
  } catch (error) {
    await library.discard(all)
    if (error instanceof Unreadable) return { problem: error.problem }
    throw error
  }
}

type SentFile = LocalFile & { sender: string }
