import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { ImportProblem } from '@contract/import'
import { ApiError } from '../../lib/api-error'
import type { KeptMedia, KeptPicture, LocalFile, MediaLibrary } from '../../media/media-library'
import type { NewPortrait, Portraits } from '../memorials/portraits'
import { TAKEN_PICTURE_MAX_BYTES, takenFileLimit } from './reading/taken-files'
import type { TakenDraft, TakenItemDraft, TakenWordsDraft } from './reading/taken-page'
import type { ZipReader } from './reading/zip-reader'

/** Of a file in an archive: shown to people, without the folder of its page. */
const NOT_READABLE = (name: string) => `Файл «${name}» повреждён, или это не то, чем он назван.`
/** What `Pictures` and the library answer to a file of another kind, or too large. */
const NOT_OF_KIND = [413, 415]
/** How often the files that are stored already are told to wait on. */
const WAIT_EVERY_MS = 15 * 60_000

/** The stored files of one page. */
export interface KeptPage {
  portrait: NewPortrait | undefined
  gravePhoto: KeptPicture | undefined
  items: { item: TakenItemDraft; kept: KeptMedia }[]
  words: { written: TakenWordsDraft; photo: KeptPicture | undefined }[]
}

/** A file that turned out to be none of its kind. */
class Unreadable extends Error {
  constructor(readonly problem: ImportProblem) {
    super(problem.msg)
  }
}

/**
 * Stores the files of pages one after another, by the ways of ordinary uploads. When one of them cannot be read, nothing stays,
 * and the problem is what is returned.
 */
export async function keepTakenFiles(
  pages: TakenDraft[],
  parts: { zip: ZipReader; library: MediaLibrary; portraits: Portraits; temporaryFolder: string; sender: string },
): Promise<{ pages: KeptPage[]; all: KeptMedia[] } | { problem: ImportProblem }> {
  const { zip, library, portraits, temporaryFolder, sender } = parts
  const all: KeptMedia[] = []
  let waited = Date.now()

  async function keep<T>(
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

  const keepPicture = async (row: number, file: string): Promise<KeptPicture> => {
    const picture = await keep(row, file, TAKEN_PICTURE_MAX_BYTES, (sent) => library.keepPicture(sent))
    all.push(picture)
    return picture
  }

  async function keepPage({ row, portrait, burial, items, words }: TakenDraft): Promise<KeptPage> {
    const page: KeptPage = { portrait: undefined, gravePhoto: undefined, items: [], words: [] }
    if (portrait) {
      const { file, view } = portrait
      page.portrait = await keep(row, file, TAKEN_PICTURE_MAX_BYTES, (sent) => portraits.keepNew(sent, view))
      all.push(...page.portrait.kept)
    }
    if (burial?.photo !== undefined) page.gravePhoto = await keepPicture(row, burial.photo)
    for (const item of items) {
      const { kind } = item
      const kept = await keep(row, item.file, takenFileLimit(kind), (sent): Promise<KeptMedia> =>
        kind === 'photo' ? library.keepPicture(sent) : library.keepRecording(sent, kind),
      )
      all.push(kept)
      page.items.push({ item, kept })
    }
    for (const written of words) {
      const photo = written.photo === undefined ? undefined : await keepPicture(row, written.photo)
      page.words.push({ written, photo })
    }
    return page
  }

  try {
    const kept: KeptPage[] = []
    for (const page of pages) kept.push(await keepPage(page))
    await library.wait(all)
    return { pages: kept, all }
  } catch (error) {
    await library.discard(all)
    if (error instanceof Unreadable) return { problem: error.problem }
    throw error
  }
}

type SentFile = LocalFile & { sender: string }
