import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { ImportProblem } from '@contract/import'
import { ARCHIVE_LIMIT_BYTES, STORAGE_STEP_BYTES } from '@contract/limits'
import type { Db } from '../../db/schema'
import { ApiError } from '../../lib/api-error'
import type {
  LocalFile,
  MediaLibrary,
  MediaOfChange,
  StoredMedia,
  StoredPicture,
  StoredVoice,
} from '../../media/media-library'
import { insertItems } from '../archives/repository'
import { asStep, burialColumns, insertBurial, writeRoad } from '../burial/repository'
import type { NewPortrait, Portraits } from '../memorials/portraits'
import { draftColumns } from '../memorials/presentation'
import { insertMemorials, type NewMemorial } from '../memorials/repository'
import { insertMemories } from '../memories/repository'
import { voiceColumns } from '../memories/voices'
import { insertStories } from '../questions/story-repository'
import { insertRelations, type NewRelation } from '../relations/repository'
import { inBatches } from './repository'
import {
  EXPORTED_PICTURE_MAX_BYTES,
  type ExportedDraft,
  exportedFileLimit,
  type ExportedItemDraft,
  type ExportedMemoryDraft,
  type ExportedStoryDraft,
  type ExportedVoiceDraft,
} from './reading/exported-page'
import type { ZipReader } from './reading/zip-reader'

/** A page with its stored files. */
export interface StoredDraft {
  page: ExportedDraft
  stored: StoredPage
}

/** The cost of pages with archives: the tariff for each, and a gigabyte where the files exceed the tariff's storage. */
export function costOf(bytesOfPages: number[]): { advanced: number; gigabytes: number } {
  return {
    advanced: bytesOfPages.filter((bytes) => bytes > 0).length,
    gigabytes: bytesOfPages.filter((bytes) => bytes > ARCHIVE_LIMIT_BYTES).length,
  }
}

/** Bytes that the archives of a page take up, including the smaller copies of photos. */
export function bytesOf({ items }: StoredPage): number {
  return items.reduce((sum, { stored }) => sum + stored.size, 0)
}

/** Inserts pages with everything that belongs to them. The caller has already taken places and credits. */
export async function insertExportedPages(
  tx: Db,
  media: MediaOfChange,
  { ownerId, pages }: { ownerId: number; pages: StoredDraft[] },
): Promise<void> {
  const newIds = new Map<number, number>()
  for (const some of inBatches(pages)) {
    const ids = await insertMemorials(
      tx,
      some.map((each) => columnsOf(ownerId, each)),
    )
    for (const [nth, each] of some.entries()) {
      const id = ids[nth] as number
      newIds.set(each.page.id, id)
      await insertParts(tx, media, id, each)
    }
  }
  const relations = relationsBetween(
    pages.map(({ page }) => page),
    newIds,
  )
  for (const some of inBatches(relations)) await insertRelations(tx, some)
}

function columnsOf(ownerId: number, { page, stored }: StoredDraft): NewMemorial {
  const bytes = bytesOf(stored)
  const isAdvanced = page.items.length > 0
  const limit = bytes > ARCHIVE_LIMIT_BYTES ? ARCHIVE_LIMIT_BYTES + STORAGE_STEP_BYTES : ARCHIVE_LIMIT_BYTES
  return {
    ...draftColumns({ ...page.draft, rate_check: isAdvanced }),
    ...stored.portrait?.columns,
    user_id: ownerId,
    is_advanced: isAdvanced,
    media_storage_limit: isAdvanced ? limit : 0,
    // Voices count too, and need neither a tariff nor room.
    used_storage_bytes: [...stored.words, ...stored.stories].reduce(
      (sum, { voice }) => sum + (voice?.size ?? 0),
      bytes,
    ),
  }
}

async function insertParts(tx: Db, media: MediaOfChange, id: number, { page, stored }: StoredDraft): Promise<void> {
  const road = stored.road.map(({ photo }) => photo)
  const ofWords = stored.words.flatMap(({ photo, voice }) => [photo, voice])
  const ofStories = stored.stories.flatMap(({ photos, voice }) => [...photos, voice])
  const ofParts = [stored.gravePhoto, ...road, ...ofWords, ...ofStories].filter((file) => file !== undefined)
  const files = [...(stored.portrait?.stored ?? []), ...ofParts, ...stored.items.map((each) => each.stored)]
  for (const file of files) await media.claim(file, id)
  if (page.burial) {
    await insertBurial(tx, {
      ...burialColumns(id, page.burial.draft),
      photo_id: stored.gravePhoto?.id ?? null,
      road: writeRoad(stored.road.map(({ line, photo }) => asStep(photo, line))),
    })
  }
  const positions = { photo: 0, audio: 0, video: 0 }
  const items = stored.items.map(({ item: { kind, described }, stored: file }) => ({
    memorial_id: id,
    kind,
    media_id: file.id,
    file_name: file.fileName,
    size_bytes: file.size,
    position: (positions[kind] += 1),
    description: described.description || null,
    date_text: described.date_text || null,
    people: described.people || null,
  }))
  for (const some of inBatches(items)) await insertItems(tx, some)
  // At equal times the higher id comes first, and the archive lists the newest first.
  const words = stored.words.toReversed().map(({ written, photo, voice }) => ({
    memorials_id: id,
    author: written.author,
    author_email: null,
    description: written.description,
    reply: written.reply || null,
    photo_id: photo?.id ?? null,
    ...importedVoice(voice, written.voice),
    status: 'approved' as const,
    created_at: written.writtenAt,
    decided_at: new Date(),
  }))
  for (const some of inBatches(words)) await insertMemories(tx, some)
  const stories = stored.stories.map(({ draft, photos, voice }, nth) => ({
    ...{ memorial_id: id, question: draft.question, to_name: draft.author },
    ...{ author: draft.author, relation: draft.relation, text: draft.text },
    ...importedVoice(voice, draft.voice),
    photo_ids: photos.map((photo) => photo.id),
    ...{ status: 'approved' as const, position: nth + 1, told_at: draft.writtenAt, decided_at: new Date() },
  }))
  for (const some of inBatches(stories)) await insertStories(tx, some)
}

function importedVoice(stored: StoredVoice | undefined, { text, peaks }: Partial<ExportedVoiceDraft> = {}) {
  return { ...voiceColumns(stored, peaks), voice_text: (stored && text) || null }
}

/** Relations between pages of the archive, each once. */
function relationsBetween(pages: ExportedDraft[], newIds: Map<number, number>): NewRelation[] {
  const known = new Map<string, NewRelation>()
  for (const { id: taken, relations } of pages) {
    const id = newIds.get(taken) as number
    for (const { id: exportedOther, kind } of relations) {
      const other = newIds.get(exportedOther)
      const between = [taken, exportedOther].sort((one, another) => one - another).join()
      if (other === undefined || other === id || known.has(between)) continue
      known.set(between, { memorial_id: id, other_id: other, kind })
    }
  }
  return [...known.values()]
}

/** `name` is shown to people, so it comes without the folder of the page. */
const NOT_READABLE = (name: string) => `Файл «${name}» повреждён, или это не то, чем он назван.`
/** The statuses of `Pictures` and the library for a file that is too large or of another kind. */
const NOT_OF_KIND = [413, 415, 422]
/** How often the waiting time of files already stored is extended. */
const WAIT_EVERY_MS = 15 * 60_000

/** The stored files of one page. */
export interface StoredPage {
  portrait: NewPortrait | undefined
  gravePhoto: StoredPicture | undefined
  road: { line: string; photo: StoredPicture }[]
  items: { item: ExportedItemDraft; stored: StoredMedia }[]
  words: { written: ExportedMemoryDraft; photo: StoredPicture | undefined; voice: StoredVoice | undefined }[]
  stories: { draft: ExportedStoryDraft; photos: StoredPicture[]; voice: StoredVoice | undefined }[]
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

  const storeVoice = async (row: number, file: string): Promise<StoredVoice> => {
    const voice = await store(row, file, exportedFileLimit('voice'), (sent) => library.storeVoice(sent))
    all.push(voice)
    return voice
  }

  async function storePage(draft: ExportedDraft): Promise<StoredPage> {
    const { row, portrait, burial, items, words, stories } = draft
    const page: StoredPage = {
      ...{ portrait: undefined, gravePhoto: undefined },
      ...{ road: [], items: [], words: [], stories: [] },
    }
    if (portrait) {
      const { file, view } = portrait
      page.portrait = await store(row, file, EXPORTED_PICTURE_MAX_BYTES, (sent) => portraits.storeNew(sent, view))
      all.push(...page.portrait.stored)
    }
    if (burial?.photo !== undefined) page.gravePhoto = await storePicture(row, burial.photo)
    for (const { file, line } of burial?.road ?? []) page.road.push({ line, photo: await storePicture(row, file) })
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
      const voice = written.voice && (await storeVoice(row, written.voice.file))
      page.words.push({ written, photo, voice })
    }
    for (const story of stories) {
      const photos: StoredPicture[] = []
      for (const photo of story.photos) photos.push(await storePicture(row, photo))
      const voice = story.voice && (await storeVoice(row, story.voice.file))
      page.stories.push({ draft: story, photos, voice })
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
