import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { ArchiveKind } from '@contract/archive'
import {
  EXPORTED_PAGE_FORMAT,
  EXPORTED_PAGE_VERSION,
  type ExportedFile,
  type ExportedItem,
  type ExportedPage,
  type ExportedRelation,
  type ExportedMemory,
  type ExportedStory,
} from '@contract/export'
import type { Revision } from '@contract/history'
import { PAGE_SIZE_MAX } from '@contract/limits'
import { fullName } from '@contract/names'
import { paths } from '@contract/paths'
import { PICTURE_FILE } from '@contract/picture'
import { inverseOf } from '@contract/relations'
import type { Editable, MemorialAccess } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { ApiError } from '../../lib/api-error'
import { inBatches, ZIP_CHUNK_BYTES, type ZipEntry } from '../../lib/zip-of'
import { findPictureSizes } from '../../media/repository'
import type { FileStore, StoredFile } from '../../storage/file-store'
import { copyFileOf } from '../archives/recording-preparation'
import { type ArchiveItemRow, listItems } from '../archives/repository'
import { type BurialRow, findBurial, roadOf } from '../burial/repository'
import { listHistory } from '../history/revisions'
import { originalOf, viewOf } from '../memorials/portraits'
import { wishesOf } from '../memorials/presentation'
import { listApprovedMemories, type ShownVoice } from '../memories/repository'
import { withVoiceFacts } from '../memories/voices'
import { listApprovedStories, type StoryRow } from '../questions/story-repository'
import { listTiesAmong } from '../relations/repository'
import { type FamilyTie, gedcomOf, type PersonInTree } from './gedcom'
import { type ListedPage, listHtml, pageHtml, STYLE_SHEET, exportStyle } from './page-html'

/** Characters in a folder's name: with the id and a file name the path stays below the limit of Windows. */
const FOLDER_NAME_MAX = 80

export type PageEntries = ReturnType<typeof createPageEntries>

/** The ZIP entries of exported pages: HTML, all originals, and all data in machine-readable form. */
export function createPageEntries(parts: {
  db: Db
  store: FileStore
  access: Pick<MemorialAccess, 'toEdit'>
  /** Without a trailing slash. */
  publicUrl: string
}) {
  const { db, access } = parts

  /** Yields the entries of one page in a folder ('' for the root); returns the page. */
  async function* entriesOf(
    page: Editable,
    { folder, list, relations }: { folder: string; list?: string; relations: ExportedRelation[] },
  ): AsyncGenerator<ZipEntry, ExportedPage> {
    const exporting = exportPage(parts, page, relations)
    let taken = await exporting.next()
    for (; !taken.done; taken = await exporting.next()) yield { ...taken.value, path: folder + taken.value.path }
    const styleSheet = (list ? '../' : '') + STYLE_SHEET
    const html = await pageHtml(taken.value, { styleSheet, ...(list && { list }) })
    yield { path: `${folder}data.json`, content: Buffer.from(JSON.stringify(taken.value, undefined, 2)) }
    yield { path: `${folder}index.html`, content: Buffer.from(html) }
    return taken.value
  }

  /** A single page. */
  async function* one(page: Editable): AsyncGenerator<ZipEntry> {
    yield* exportStyle()
    yield* entriesOf(page, { folder: '', relations: [] })
  }

  /** Several pages, each in a folder, with a list; skips pages that the account no longer keeps. */
  async function* all(accountId: number, ids: number[]): AsyncGenerator<ZipEntry> {
    yield* exportStyle()
    const listed: ListedPage[] = []
    const people: PersonInTree[] = []
    const ties = await listTiesAmong(db, ids)
    const relations = await relationsByPerson(ties)
    for (const id of ids) {
      const page = await access.toEdit({ id: accountId }, id).catch(nothingWhenRefused)
      if (!page) continue
      const folder = folderOf(page)
      const { memorial, portrait, burial, address } = yield* entriesOf(page, {
        folder: `${folder}/`,
        list: '../index.html',
        relations: relations.get(id) ?? [],
      })
      listed.push({ folder, page: { memorial, portrait } })
      people.push({ memorial, burial, address })
    }
    const taken = new Set(people.map(({ memorial }) => memorial.id))
    const tiesOfExported = ties.filter(({ person, other }) => taken.has(person) && taken.has(other))
    yield { path: 'family.ged', content: gedcomOf(people, tiesOfExported) }
    yield { path: 'index.html', content: Buffer.from(await listHtml(listed, { styleSheet: STYLE_SHEET })) }
  }

  return { one, all }
}

/** By the id of a page: the relations of its person, whichever page asked for them. */
async function relationsByPerson(ties: FamilyTie[]): Promise<Map<number, ExportedRelation[]>> {
  const relations = new Map<number, ExportedRelation[]>()
  const add = (id: number, relation: ExportedRelation) => {
    const known = relations.get(id)
    if (known) known.push(relation)
    else relations.set(id, [relation])
  }
  for await (const { person, other, kind } of inBatches(ties)) {
    add(person, { id: other, kind })
    add(other, { id: person, kind: inverseOf(kind) })
  }
  return relations
}

/** Skips pages deleted or handed over during the export. */
function nothingWhenRefused(error: unknown): undefined {
  if (error instanceof ApiError) return undefined
  throw error
}

/** For example «Берёзкина Мария (12)»; unique per page. */
function folderOf(page: Editable): string {
  return `${fileNameOf(fullName(page))} (${page.id})`
}

/** Strips what file systems do not allow in names. */
export function fileNameOf(name: string): string {
  const words = name.replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ').split(/\s/)
  const short = words.filter(Boolean).join(' ').slice(0, FOLDER_NAME_MAX)
  return short.trim().replace(/\.$/, '') || 'Страница'
}

/** The folder of each archive in an exported page. */
const FOLDERS: Record<ArchiveKind, string> = { photo: 'photos', audio: 'audio', video: 'video' }

interface Sources {
  db: Db
  store: FileStore
  /** Without a trailing slash. */
  publicUrl: string
}

/** ZIP entries; returns their data once all are read. */
type Entries<T> = AsyncGenerator<ZipEntry, T>

/** Yields the files of a page, then its data. Skips what is deleted during the export. */
async function* exportPage(
  { db, store, publicUrl }: Sources,
  page: Editable,
  relations: ExportedRelation[],
): Entries<ExportedPage> {
  const exportedAt = new Date()

  async function* exportFile(path: string, mediaId: string, fileName: string): Entries<ExportedFile | undefined> {
    const stored = await store.open(`${mediaId}/${fileName}`)
    if (!stored) return undefined
    yield { path, read: () => readInLargeChunks(stored) }
    return { file: path, size: stored.size }
  }

  async function* exportPortrait(): Entries<ExportedPage['portrait']> {
    const originalId = originalOf(page)
    const shown = page.photo_id && (yield* exportFile('portrait.jpg', page.photo_id, PICTURE_FILE))
    if (!shown || !originalId) return null
    const original =
      originalId === page.photo_id ? undefined : yield* exportFile('portrait-original.jpg', originalId, PICTURE_FILE)
    return { ...shown, ...viewOf(page), ...(original && { original }) }
  }

  async function* exportBurial(burial: BurialRow | undefined): Entries<ExportedPage['burial']> {
    if (!burial) return null
    const { burial_address, cemetery, plot, burial_coordinates } = burial
    const photo = burial.photo_id ? yield* exportFile('grave.jpg', burial.photo_id, PICTURE_FILE) : undefined
    const road: ExportedStep[] = []
    for (const { id, line } of roadOf(burial)) {
      const file: ExportedFile | undefined = yield* exportFile(
        `road/${numbered(road.length + 1)}.jpg`,
        id,
        PICTURE_FILE,
      )
      if (file) road.push({ ...file, line })
    }
    const pictures = { ...(photo && { photo }), ...(road.length > 0 && { road }) }
    return { burial_address, cemetery, plot, burial_coordinates, ...pictures }
  }

  async function* exportItem(row: ArchiveItemRow, name: string): Entries<ExportedItem | undefined> {
    const file = yield* exportFile(`${name}${extensionOf(row.file_name)}`, row.media_id, row.file_name)
    if (!file) return undefined
    const poster = row.poster_id ? yield* exportFile(`${name}-poster.jpg`, row.poster_id, PICTURE_FILE) : undefined
    const copy = row.copy_id
      ? yield* exportFile(`${name}-copy${extensionOf(copyFileOf(row.kind))}`, row.copy_id, copyFileOf(row.kind))
      : undefined
    const { description, date_text, people, width, height, duration } = row
    const words = { description, date_text, people, width, height, duration }
    return {
      ...file,
      ...words,
      ...(poster && { poster }),
      ...(copy && { copy }),
      added_at: row.created_at.toISOString(),
    }
  }

  async function* exportVoice(
    { voice_id, voice_file, voice_copy_id, voice_duration: duration, voice_text: text, voice_peaks: peaks }: ShownVoice,
    path: string,
  ): Entries<ExportedMemory['voice']> {
    if (!voice_id || !voice_file) return undefined
    const file = yield* exportFile(`${path}-voice${extensionOf(voice_file)}`, voice_id, voice_file)
    if (!file) return undefined
    const copyFile = copyFileOf('audio')
    const copy = voice_copy_id
      ? yield* exportFile(`${path}-voice-copy${extensionOf(copyFile)}`, voice_copy_id, copyFile)
      : undefined
    return { ...file, ...(copy && { copy }), duration, text, peaks }
  }

  async function* exportArchive(kind: ArchiveKind): Entries<ExportedItem[]> {
    const items: ExportedItem[] = []
    for (const [index, row] of (await listItems(db, page.id, kind)).entries()) {
      const item = yield* exportItem(row, `${FOLDERS[kind]}/${numbered(index + 1)}`)
      if (item) items.push(item)
    }
    return items
  }

  async function* exportStory(row: StoryRow & ShownVoice, nth: number): Entries<ExportedStory> {
    const { id, question, author, relation, text, told_at, photo_ids } = row
    const sizes = await findPictureSizes(db, photo_ids)
    const photos: ExportedStory['photos'] = []
    for (const photo of photo_ids) {
      const path = `stories/${numbered(nth)}-${photos.length + 1}.jpg`
      const file: ExportedFile | undefined = yield* exportFile(path, photo, PICTURE_FILE)
      if (file) photos.push({ ...file, ...(sizes.get(photo) ?? { width: null, height: null }) })
    }
    const voice = (yield* exportVoice(row, `stories/${numbered(nth)}`)) ?? null
    return { id, question, author, relation, text, voice, photos, told_at: told_at.toISOString() }
  }

  const portrait = yield* exportPortrait()
  const burial = yield* exportBurial(await findBurial(db, page.id))
  const photos = yield* exportArchive('photo')
  const audios = yield* exportArchive('audio')
  const videos = yield* exportArchive('video')
  const words: ExportedMemory[] = []
  for (const { row, ...written } of await wordsOf(db, page.id)) {
    const path = `words/${numbered(words.length + 1)}`
    const photo = row.photo_id ? yield* exportFile(`${path}.jpg`, row.photo_id, PICTURE_FILE) : undefined
    const voice = yield* exportVoice(row, path)
    words.push({ ...written, ...(photo && { photo }), ...(voice && { voice }) })
  }
  const stories: ExportedStory[] = []
  for (const row of await withVoiceFacts(db, await listApprovedStories(db, page.id)))
    stories.push(yield* exportStory(row, stories.length + 1))
  return {
    format: EXPORTED_PAGE_FORMAT,
    version: EXPORTED_PAGE_VERSION,
    address: publicUrl + paths.memorial(page.id),
    taken_at: exportedAt.toISOString(),
    memorial: personOf(page),
    portrait,
    burial,
    photos,
    audios,
    videos,
    words,
    stories,
    relations,
    ...(await historyOf(db, page.id)),
  }
}

type ExportedStep = NonNullable<NonNullable<ExportedPage['burial']>['road']>[number]

function personOf(page: Editable): ExportedPage['memorial'] {
  const { id, role, lastname, name, surname, maiden_name, biography, indexable, created_at } = page
  const { birth_date, birth_precision, death_date, death_precision } = page
  const names = { lastname, name, surname, maiden_name }
  const dates = { birth_date, birth_precision, death_date, death_precision }
  return { id, role, ...names, ...dates, biography, ...wishesOf(page), indexable, created_at: created_at.toISOString() }
}

type WrittenRow = Awaited<ReturnType<typeof listApprovedMemories>>[number]

/** All approved memories, newest first. */
async function wordsOf(db: Db, memorialId: number) {
  const words = new Map<number, ExportedMemory & { row: WrittenRow }>()
  for (let offset = 0; ; offset += PAGE_SIZE_MAX) {
    const some = await listApprovedMemories(db, memorialId, { offset, limit: PAGE_SIZE_MAX })
    // New memories shift the others to later pages.
    for (const row of some) {
      const { id, author, description, reply, created_at } = row
      words.set(id, { author, text: description, reply, written_at: created_at.toISOString(), row })
    }
    if (some.length < PAGE_SIZE_MAX) return [...words.values()]
  }
}

/** An import reads a data.json up to a size, and up to a number of values. */
const HISTORY_MAX = { revisions: 10_000, bytes: 8 * 1024 ** 2 }

async function historyOf(
  db: Db,
  memorialId: number,
): Promise<Required<Pick<ExportedPage, 'history' | 'history_total'>>> {
  const history: Revision[] = []
  let bytes = 0
  for (;;) {
    const page = { offset: history.length, limit: PAGE_SIZE_MAX }
    const { result, total } = await listHistory(db, memorialId, page)
    bytes += Buffer.byteLength(JSON.stringify(result))
    const isWhole = result.length === 0 || bytes > HISTORY_MAX.bytes || history.length >= HISTORY_MAX.revisions
    if (isWhole) return { history, history_total: total }
    history.push(...result)
  }
}

/** An archive reads whole files, so large chunks pay off. */
function readInLargeChunks(stored: StoredFile): Promise<Readable> {
  const { localFile } = stored
  return localFile ? Promise.resolve(createReadStream(localFile, { highWaterMark: ZIP_CHUNK_BYTES })) : stored.read()
}

/** Zero-padded (001), so that a folder lists files in order. */
function numbered(number: number): string {
  return String(number).padStart(3, '0')
}

function extensionOf(fileName: string): string {
  return fileName.slice(fileName.lastIndexOf('.'))
}
