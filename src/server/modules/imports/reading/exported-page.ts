import { type ArchiveDescription, archiveDescriptionSchema, type ArchiveKind } from '@contract/archive'
import { BURIAL_EMPTY, type BurialDraft, burialDraftSchema, ROAD_LINE_LABEL } from '@contract/burial'
import {
  EXPORTED_PAGE_FORMAT,
  EXPORTED_PAGE_VERSION,
  type ExportedRelation,
  exportedRelationSchema,
} from '@contract/export'
import { lineOfText, longText, REQUIRED } from '@contract/fields'
import { IMPORT_RELATIONS_MAX, IMPORT_MEMORIES_MAX, type ImportProblem } from '@contract/import'
import {
  ARCHIVE_ITEMS_MAX,
  ARCHIVE_LIMIT_BYTES,
  QUESTION_MAX_LENGTH,
  REPLY_MAX_LENGTH,
  ROAD_LINE_MAX_LENGTH,
  ROAD_STEPS_MAX,
  STORAGE_STEP_BYTES,
  VOICE_MAX_BYTES,
  VOICE_TEXT_MAX_LENGTH,
  STORY_PHOTOS_MAX,
} from '@contract/limits'
import { type MemorialDraft, memorialDraftSchema } from '@contract/memorial'
import { MEMORY_LABELS, memoryDraftSchema, voicePeaksField } from '@contract/memory'
import { type PortraitView, portraitViewFields, WHOLE_PORTRAIT } from '@contract/portrait-view'
import { storyDraftSchema, QUESTION_LABELS, STORIES_MAX } from '@contract/questions'
import { mixed, object } from 'yup'
import { checked } from './problems'
import type { ZipReader } from './zip-reader'

/** A valid page of an exported archive. Files are keys in the ZIP. */
export interface ExportedDraft {
  /** The position in the archive, from 1. */
  row: number
  /** The id in the archive, which relations of the same archive refer to. */
  id: number
  draft: MemorialDraft
  portrait: { file: string; view: PortraitView } | undefined
  burial: { draft: BurialDraft; photo: string | undefined; road: { file: string; line: string }[] } | undefined
  items: ExportedItemDraft[]
  words: ExportedMemoryDraft[]
  stories: ExportedStoryDraft[]
  relations: ExportedRelation[]
}

export interface ExportedItemDraft {
  kind: ArchiveKind
  file: string
  /** In bytes, as declared by the archive. */
  size: number
  described: ArchiveDescription
}

export interface ExportedVoiceDraft {
  file: string
  size: number
  text: string
  peaks?: string | undefined
}

export interface ExportedMemoryDraft {
  author: string
  description: string
  reply: string
  photo: string | undefined
  voice: ExportedVoiceDraft | undefined
  writtenAt: Date
}

export interface ExportedStoryDraft {
  question: string
  author: string
  relation: string
  text: string
  voice: ExportedVoiceDraft | undefined
  photos: string[]
  writtenAt: Date
}

const NOT_READABLE = 'Данные страницы не удалось прочитать.'
const TOO_NEW = 'Архив сделан более новой версией Помним.'
const TOO_MANY = (max: number) => `Не больше ${max}.`
const NO_INSTANT = 'Не удалось прочитать время, когда это написано.'

/** The names of the archives in data.json. */
const ARCHIVES: Record<ArchiveKind, 'photos' | 'audios' | 'videos'> = {
  photo: 'photos',
  audio: 'audios',
  video: 'videos',
}
/** Per page: no one fixes more at a time. */
const PROBLEMS_MAX = 100
const EARLIEST_MEMORY = Date.UTC(1990)

const viewSchema = object(portraitViewFields)
const roadStepSchema = object({ line: lineOfText(ROAD_LINE_LABEL, ROAD_LINE_MAX_LENGTH).default('') })
const voiceDataSchema = object({
  text: longText(MEMORY_LABELS.voice_text, VOICE_TEXT_MAX_LENGTH).default(''),
  peaks: voicePeaksField(),
})
const exportedStorySchema = storyDraftSchema.pick(['author', 'relation', 'text']).shape({
  voice: mixed(),
  question: lineOfText(QUESTION_LABELS.text, QUESTION_MAX_LENGTH).required(REQUIRED(QUESTION_LABELS.text)),
})
const wordsSchema = memoryDraftSchema
  .pick(['author', 'description'])
  .shape({ voice: mixed(), reply: longText(MEMORY_LABELS.reply, REPLY_MAX_LENGTH).default('') })

/**
 * Validates a data.json by the rules of the forms. `folder` is its folder in the ZIP, with a trailing slash unless empty. Every
 * imported page is closed, so that its owner can review it before opening it.
 */
export function readExportedPage(
  value: unknown,
  { row, zip, folder }: { row: number; zip: ZipReader; folder: string },
): { ready: ExportedDraft } | { problems: ImportProblem[] } {
  const problems: ImportProblem[] = []
  const report = (field: string, msg: string) => {
    if (problems.length < PROBLEMS_MAX) problems.push({ row, field, msg })
  }
  const one = problemInFormat(value)
  if (one !== undefined || !isRecord(value))
    return { problems: [{ row, field: 'data.json', msg: one ?? NOT_READABLE }] }
  const files = exportedFilesOf({ zip, folder, report })
  const said = isRecord(value.memorial) ? value.memorial : {}
  const draft = checked(memorialDraftSchema, { ...withoutNulls(said), ...CLOSED }, (path, msg) => report(path, msg))
  const portrait = portraitOf(value.portrait, files, report)
  const burial = burialOf(value.burial, files, report)
  const items: ExportedItemDraft[] = []
  for (const [kind, name] of Object.entries(ARCHIVES) as [ArchiveKind, string][]) {
    for (const [at, item] of elementsOf(value, { name, max: ARCHIVE_ITEMS_MAX, report })) {
      const described = checked(archiveDescriptionSchema, withoutNulls(item), (path, msg) =>
        report(`${at}.${path}`, msg),
      )
      const file = files.take(item, at, kind)
      if (described && file) items.push({ kind, ...file, described })
    }
  }
  const words: ExportedMemoryDraft[] = []
  for (const [at, said] of elementsOf(value, { name: 'words', max: IMPORT_MEMORIES_MAX, report })) {
    const sent = { ...withoutNulls(said), description: said.text }
    const written = checked(wordsSchema, sent, (path, msg) => report(`${at}.${path}`, msg))
    const writtenAt = instantOf(said.written_at)
    if (!writtenAt) report(`${at}.written_at`, NO_INSTANT)
    const photo = isRecord(said.photo) ? files.take(said.photo, `${at}.photo`, 'photo') : undefined
    const voice = voiceOf(said.voice, { at: `${at}.voice`, files, report })
    if (written && writtenAt) words.push({ ...written, photo: photo?.file, voice, writtenAt })
  }
  const stories = storiesOf(value, files, report)
  const relations: ExportedRelation[] = []
  if (value.relations !== undefined) {
    for (const [at, said] of elementsOf(value, { name: 'relations', max: IMPORT_RELATIONS_MAX, report })) {
      const relation = checked(exportedRelationSchema, said, (path) => report(`${at}.${path}`, NOT_READABLE))
      if (relation) relations.push(relation)
    }
  }
  if (!Number.isSafeInteger(said.id)) report('id', NOT_READABLE)
  if (problems.length > 0 || !draft) return { problems }
  return { ready: { row, id: said.id as number, draft, portrait, burial, items, words, stories, relations } }
}

type Report = (field: string, msg: string) => void
type Said = Record<string, unknown>

const CLOSED = { public_status: false, swo_status: false, rate_check: false }

function problemInFormat(value: unknown): string | undefined {
  if (!isRecord(value) || value.format !== EXPORTED_PAGE_FORMAT || !Number.isSafeInteger(value.version))
    return NOT_READABLE
  return (value.version as number) > EXPORTED_PAGE_VERSION ? TOO_NEW : undefined
}

/** The original where there is one, to be rotated and cropped again; otherwise the portrait as displayed. */
function portraitOf(said: unknown, files: ExportedFiles, report: Report): ExportedDraft['portrait'] {
  if (!isRecord(said)) return undefined
  const { original, rotate, crop } = said
  const file = files.take(isRecord(original) ? original : said, 'portrait', 'photo')
  if (!isRecord(original)) return file && { file: file.file, view: WHOLE_PORTRAIT }
  const view = checked(viewSchema, { rotate, crop }, (path, msg) => report(`portrait.${path}`, msg))
  return file && view && { file: file.file, view: { ...WHOLE_PORTRAIT, ...(view as Partial<PortraitView>) } }
}

function burialOf(said: unknown, files: ExportedFiles, report: Report): ExportedDraft['burial'] {
  if (!isRecord(said)) return undefined
  const draft = checked(burialDraftSchema, withoutNulls(said), (path, msg) => report(`burial.${path}`, msg))
  const photo = isRecord(said.photo) ? files.take(said.photo, 'burial.photo', 'photo') : undefined
  if (draft && !photo && !Object.values(draft).some(Boolean)) report('burial', BURIAL_EMPTY)
  return draft && { draft, photo: photo?.file, road: roadOf(said.road, files, report) }
}

/** Absent in archives from before there were any. */
function roadOf(said: unknown, files: ExportedFiles, report: Report): { file: string; line: string }[] {
  if (said === undefined) return []
  return [...elementsOf({ road: said }, { name: 'road', max: ROAD_STEPS_MAX, report })].flatMap(([at, step]) => {
    const described = checked(roadStepSchema, withoutNulls(step), (path, msg) => report(`${at}.${path}`, msg))
    const photo = files.take(step, at, 'photo')
    return described && photo ? { file: photo.file, line: described.line } : []
  })
}

/** Absent in archives from before there were any. */
function voiceOf(
  said: unknown,
  { at, files, report }: { at: string; files: ExportedFiles; report: Report },
): ExportedMemoryDraft['voice'] {
  if (!isRecord(said)) return undefined
  const described = checked(voiceDataSchema, withoutNulls(said), (path, msg) => report(`${at}.${path}`, msg))
  const file = files.take(said, at, 'voice')
  return described && file && { ...file, ...described }
}

/** Absent in archives from before there were any. */
function storiesOf(value: Said, files: ExportedFiles, report: Report): ExportedStoryDraft[] {
  if (value.stories === undefined) return []
  return [...elementsOf(value, { name: 'stories', max: STORIES_MAX, report })].flatMap(([at, said]) => {
    const story = checked(exportedStorySchema, withoutNulls(said), (path, msg) => report(`${at}.${path}`, msg))
    const writtenAt = instantOf(said.told_at)
    if (!writtenAt) report(`${at}.told_at`, NO_INSTANT)
    const photos = [...elementsOf(said, { name: 'photos', max: STORY_PHOTOS_MAX, report })].flatMap(([of, photo]) => {
      const taken = files.take(photo, `${at}.${of}`, 'photo')
      return taken ? taken.file : []
    })
    const voice = voiceOf(said.voice, { at: `${at}.voice`, files, report })
    return story && writtenAt ? { ...story, voice, photos, writtenAt } : []
  })
}

/** Yields the elements of a list with their field names. Reports a value that is not a list of objects, or too long. */
function* elementsOf(
  value: Said,
  { name, max, report }: { name: string; max: number; report: Report },
): Generator<[string, Said]> {
  const list = value[name]
  if (!Array.isArray(list) || list.length > max) {
    report(name, Array.isArray(list) ? TOO_MANY(max) : NOT_READABLE)
    return
  }
  for (const [nth, element] of (list as unknown[]).entries()) {
    const at = `${name}.${nth + 1}`
    if (isRecord(element)) yield [at, element]
    else report(at, NOT_READABLE)
  }
}

/** A missing value is null in data.json and absent in a form. */
function withoutNulls(said: Said): Said {
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null))
}

function instantOf(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT[\d:.]{5,12}Z$/.test(value)) return undefined
  const time = Date.parse(value)
  if (!(time >= EARLIEST_MEMORY)) return undefined
  // The clock of the exporting machine may be ahead.
  return new Date(Math.min(time, Date.now()))
}

function isRecord(value: unknown): value is Said {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const NO_FILE = 'Файл не указан, или его имя неверно.'
const NOT_THERE = (name: string) => `В архиве нет файла «${name}».`
const OTHER_SIZE = (name: string) => `Файл «${name}» другого размера, чем был: архив повреждён.`
const TWICE = (name: string) => `Файл «${name}» указан дважды.`
const TOO_LARGE = (name: string) => `Файл «${name}» слишком большой.`

/** File names as exports write them. Does not allow a path out of the page's folder. */
const NAME = /^[\w-]{1,40}(?:\/[\w-]{1,40}){0,2}\.\w{1,8}$/
const NAME_SHOWN_LENGTH = 60
/** A stored picture may be larger than its source file. */
export const EXPORTED_PICTURE_MAX_BYTES = 64 * 1024 ** 2
/** The largest storage of a page: its tariff and the gigabyte that can be added. */
export const PAGE_STORAGE_MAX_BYTES = ARCHIVE_LIMIT_BYTES + STORAGE_STEP_BYTES

export function exportedFileLimit(kind: ArchiveKind | 'voice'): number {
  if (kind === 'voice') return VOICE_MAX_BYTES
  return kind === 'photo' ? EXPORTED_PICTURE_MAX_BYTES : PAGE_STORAGE_MAX_BYTES
}

interface ExportedFiles {
  /** The file named in data.json: its key in the ZIP and its size in bytes. Reports errors, and then returns undefined. */
  take(
    said: Record<string, unknown>,
    field: string,
    kind: ArchiveKind | 'voice',
  ): { file: string; size: number } | undefined
}

/** The files of one page. Each can be taken once: items that share a file could exceed the size of the archive. */
function exportedFilesOf({
  zip,
  folder,
  report,
}: {
  zip: ZipReader
  folder: string
  report: (field: string, msg: string) => void
}): ExportedFiles {
  const taken = new Set<string>()

  function problemOf({ file, size }: Record<string, unknown>, kind: ArchiveKind | 'voice'): string | undefined {
    if (typeof file !== 'string' || !NAME.test(file)) return NO_FILE
    const shown = file.slice(0, NAME_SHOWN_LENGTH)
    const bytes = zip.sizeOf(folder + file)
    if (bytes === undefined) return NOT_THERE(shown)
    if (bytes !== size) return OTHER_SIZE(shown)
    if (bytes > exportedFileLimit(kind)) return TOO_LARGE(shown)
    if (taken.has(file)) return TWICE(shown)
    taken.add(file)
    return undefined
  }

  return {
    take(said, field, kind) {
      const problem = problemOf(said, kind)
      if (problem !== undefined) {
        report(field, problem)
        return undefined
      }
      const file = folder + String(said.file)
      return { file, size: Number(said.size) }
    },
  }
}
