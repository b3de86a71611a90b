import { type ArchiveDescription, archiveDescriptionSchema, type ArchiveKind } from '@contract/archive'
import { BURIAL_EMPTY, type BurialDraft, burialDraftSchema } from '@contract/burial'
import {
  EXPORTED_PAGE_FORMAT,
  EXPORTED_PAGE_VERSION,
  type ExportedRelation,
  exportedRelationSchema,
} from '@contract/export'
import { longText } from '@contract/fields'
import { IMPORT_RELATIONS_MAX, IMPORT_WORDS_MAX, type ImportProblem } from '@contract/import'
import { ARCHIVE_ITEMS_MAX, MEMORY_MAX_LENGTH } from '@contract/limits'
import { type MemorialDraft, memorialDraftSchema } from '@contract/memorial'
import { MEMORY_LABELS, memoryDraftSchema } from '@contract/memory'
import { type PortraitView, portraitViewFields, WHOLE_PORTRAIT } from '@contract/portrait-view'
import { object } from 'yup'
import { checked } from './checked'
import { type ExportedFiles, exportedFilesOf } from './exported-files'
import type { ZipReader } from './zip-reader'

/** A page of a taken archive that can be made anew. Files are keys in the ZIP. */
export interface ExportedDraft {
  /** Which page of the archive it is, from 1. */
  row: number
  /** The id that it had: relations of the same archive name it. */
  id: number
  draft: MemorialDraft
  portrait: { file: string; view: PortraitView } | undefined
  burial: { draft: BurialDraft; photo: string | undefined } | undefined
  items: ExportedItemDraft[]
  words: ExportedWordsDraft[]
  relations: ExportedRelation[]
}

export interface ExportedItemDraft {
  kind: ArchiveKind
  file: string
  /** Bytes, as the archive says. */
  size: number
  described: ArchiveDescription
}

export interface ExportedWordsDraft {
  author: string
  description: string
  reply: string
  photo: string | undefined
  writtenAt: Date
}

const NOT_READABLE = 'Данные страницы не удалось прочитать.'
const TOO_NEW = 'Архив сделан более новой версией Помним.'
const TOO_MANY = (max: number) => `Не больше ${max}.`
const NO_INSTANT = 'Не удалось прочитать время, когда это написано.'

/** The lists of data.json, and what of them one page may hold. */
const ARCHIVES: Record<ArchiveKind, 'photos' | 'audios' | 'videos'> = {
  photo: 'photos',
  audio: 'audios',
  video: 'videos',
}
/** Nobody mends more at a time. */
const PROBLEMS_MAX = 100
const EARLIEST_WORDS = Date.UTC(1990)

const viewSchema = object(portraitViewFields)
const wordsSchema = memoryDraftSchema
  .pick(['author', 'description'])
  .shape({ reply: longText(MEMORY_LABELS.reply, MEMORY_MAX_LENGTH).default('') })

/**
 * Checks what a data.json says by the rules of the forms. `folder` is where it lies in the ZIP, with a slash at its end unless
 * it is empty. Every page is closed: whoever brings it opens it when they have looked at it.
 */
export function readExportedPage(
  value: unknown,
  { row, zip, folder }: { row: number; zip: ZipReader; folder: string },
): { ready: ExportedDraft } | { problems: ImportProblem[] } {
  const problems: ImportProblem[] = []
  const tell = (field: string, msg: string) => {
    if (problems.length < PROBLEMS_MAX) problems.push({ row, field, msg })
  }
  const one = problemInFormat(value)
  if (one !== undefined || !isRecord(value))
    return { problems: [{ row, field: 'data.json', msg: one ?? NOT_READABLE }] }
  const files = exportedFilesOf({ zip, folder, tell })
  const said = isRecord(value.memorial) ? value.memorial : {}
  const draft = checked(memorialDraftSchema, { ...withoutNulls(said), ...CLOSED }, (path, msg) => tell(path, msg))
  const portrait = portraitOf(value.portrait, files, tell)
  const burial = burialOf(value.burial, files, tell)
  const items: ExportedItemDraft[] = []
  for (const [kind, name] of Object.entries(ARCHIVES) as [ArchiveKind, string][]) {
    for (const [at, item] of elementsOf(value, { name, max: ARCHIVE_ITEMS_MAX, tell })) {
      const described = checked(archiveDescriptionSchema, withoutNulls(item), (path, msg) => tell(`${at}.${path}`, msg))
      const file = files.take(item, at, kind)
      if (described && file) items.push({ kind, ...file, described })
    }
  }
  const words: ExportedWordsDraft[] = []
  for (const [at, said] of elementsOf(value, { name: 'words', max: IMPORT_WORDS_MAX, tell })) {
    const sent = { ...withoutNulls(said), description: said.text }
    const written = checked(wordsSchema, sent, (path, msg) => tell(`${at}.${path}`, msg))
    const writtenAt = instantOf(said.written_at)
    if (!writtenAt) tell(`${at}.written_at`, NO_INSTANT)
    const photo = isRecord(said.photo) ? files.take(said.photo, `${at}.photo`, 'photo') : undefined
    if (written && writtenAt) words.push({ ...written, photo: photo?.file, writtenAt })
  }
  const relations: ExportedRelation[] = []
  if (value.relations !== undefined) {
    for (const [at, said] of elementsOf(value, { name: 'relations', max: IMPORT_RELATIONS_MAX, tell })) {
      const relation = checked(exportedRelationSchema, said, (path) => tell(`${at}.${path}`, NOT_READABLE))
      if (relation) relations.push(relation)
    }
  }
  if (!Number.isSafeInteger(said.id)) tell('id', NOT_READABLE)
  if (problems.length > 0 || !draft) return { problems }
  return { ready: { row, id: said.id as number, draft, portrait, burial, items, words, relations } }
}

type Tell = (field: string, msg: string) => void
type Said = Record<string, unknown>

const CLOSED = { public_status: false, swo_status: false, rate_check: false }

function problemInFormat(value: unknown): string | undefined {
  if (!isRecord(value) || value.format !== EXPORTED_PAGE_FORMAT || !Number.isSafeInteger(value.version))
    return NOT_READABLE
  return (value.version as number) > EXPORTED_PAGE_VERSION ? TOO_NEW : undefined
}

/** Its original where there is one, which is turned and cropped anew, or else the portrait as it was shown. */
function portraitOf(said: unknown, files: ExportedFiles, tell: Tell): ExportedDraft['portrait'] {
  if (!isRecord(said)) return undefined
  const { original, rotate, crop } = said
  const file = files.take(isRecord(original) ? original : said, 'portrait', 'photo')
  if (!isRecord(original)) return file && { file: file.file, view: WHOLE_PORTRAIT }
  const view = checked(viewSchema, { rotate, crop }, (path, msg) => tell(`portrait.${path}`, msg))
  return file && view && { file: file.file, view: { ...WHOLE_PORTRAIT, ...(view as Partial<PortraitView>) } }
}

function burialOf(said: unknown, files: ExportedFiles, tell: Tell): ExportedDraft['burial'] {
  if (!isRecord(said)) return undefined
  const draft = checked(burialDraftSchema, withoutNulls(said), (path, msg) => tell(`burial.${path}`, msg))
  const photo = isRecord(said.photo) ? files.take(said.photo, 'burial.photo', 'photo') : undefined
  if (draft && !photo && !Object.values(draft).some(Boolean)) tell('burial', BURIAL_EMPTY)
  return draft && { draft, photo: photo?.file }
}

/** The elements of a list with their fields' names. Anything else than a list of so many objects is told. */
function* elementsOf(
  value: Said,
  { name, max, tell }: { name: string; max: number; tell: Tell },
): Generator<[string, Said]> {
  const list = value[name]
  if (!Array.isArray(list) || list.length > max) {
    tell(name, Array.isArray(list) ? TOO_MANY(max) : NOT_READABLE)
    return
  }
  for (const [nth, element] of (list as unknown[]).entries()) {
    const at = `${name}.${nth + 1}`
    if (isRecord(element)) yield [at, element]
    else tell(at, NOT_READABLE)
  }
}

/** What a page has not is null in data.json, and absent in a form. */
function withoutNulls(said: Said): Said {
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null))
}

function instantOf(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT[\d:.]{5,12}Z$/.test(value)) return undefined
  const time = Date.parse(value)
  if (!(time >= EARLIEST_WORDS)) return undefined
  // The clock of another machine may be ahead.
  return new Date(Math.min(time, Date.now()))
}

function isRecord(value: unknown): value is Said {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
