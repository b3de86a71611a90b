import { IMPORT_PAGE_DATA_MAX_BYTES, IMPORT_ROWS_MAX, type ImportProblem } from '@contract/import'
import { type ExportedDraft, PAGE_STORAGE_MAX_BYTES, readExportedPage } from './exported-page'
import type { ZipReader } from './zip-reader'

const DATA_FILE = 'data.json'
const NO_ZIP = 'Это не ZIP-архив, или он повреждён.'
const NO_PAGES = 'Это не архив страниц Помним: в нём нет файла data.json.'
const TOO_MANY_PAGES = `За один раз можно загрузить не больше ${IMPORT_ROWS_MAX} страниц.`
const TOO_MUCH_DATA = 'В архиве слишком много текста. Загрузите страницы по одной.'
const NOT_READABLE = 'Данные страницы не удалось прочитать.'
const NO_ROOM = 'Файлов страницы больше, чем вмещает её хранилище.'
const TWICE = 'Эта страница в архиве повторяется.'
/** For all pages of an archive together: they stay in memory until stored. */
const ALL_DATA_MAX_BYTES = 64 * 1024 ** 2
/** Values in one data.json: the largest page has half as many. Each takes memory, however short its text. */
const VALUES_MAX = 500_000
const NAME_SHOWN_LENGTH = 100

/** The valid pages of an archive, and the problems of the others. */
export interface ReadArchive {
  rows: number
  ready: ExportedDraft[]
  problems: ImportProblem[]
}

/** The folders of an archive's pages: each with a data.json, '' for the root. */
function foldersOf(zip: ZipReader): string[] {
  return zip.keys().flatMap((key) => {
    const folder = key.slice(0, -DATA_FILE.length)
    return key.endsWith(DATA_FILE) && (folder === '' || folder.endsWith('/')) ? [folder] : []
  })
}

/** Reads and validates the data of all pages. Of their files it only checks existence and declared size. */
export async function readArchive(zip: ZipReader | undefined): Promise<ReadArchive> {
  if (!zip) return { rows: 0, ready: [], problems: [{ row: 1, field: 'file', msg: NO_ZIP }] }
  const folders = foldersOf(zip)
  const whole = problemOfAll(zip, folders)
  if (whole !== undefined) return { rows: 0, ready: [], problems: [{ row: 1, field: 'file', msg: whole }] }
  const ready: ExportedDraft[] = []
  const problems: ImportProblem[] = []
  const ids = new Set<number>()
  for (const [nth, folder] of folders.entries()) {
    const row = nth + 1
    const read = await readPage(zip, folder, row)
    const found = 'problems' in read ? read.problems : problemsOfPage(read.ready, ids)
    // With several pages, name the folder in each problem: people know their pages by name.
    problems.push(...(folder === '' ? found : found.map((each) => named(each, folder))))
    if ('ready' in read && found.length === 0) ready.push(read.ready)
  }
  return { rows: folders.length, ready, problems }
}

function problemOfAll(zip: ZipReader, folders: string[]): string | undefined {
  if (folders.length === 0) return NO_PAGES
  if (folders.length > IMPORT_ROWS_MAX) return TOO_MANY_PAGES
  const bytes = folders.reduce((sum, folder) => sum + (zip.sizeOf(folder + DATA_FILE) ?? 0), 0)
  return bytes > ALL_DATA_MAX_BYTES ? TOO_MUCH_DATA : undefined
}

async function readPage(zip: ZipReader, folder: string, row: number) {
  const bytes = await zip.read(folder + DATA_FILE, IMPORT_PAGE_DATA_MAX_BYTES)
  const value = bytes && hasFewValues(bytes) ? parsed(bytes) : undefined
  if (value === undefined) return { problems: [{ row, field: DATA_FILE, msg: NOT_READABLE }] }
  return readExportedPage(value, { row, zip, folder })
}

function problemsOfPage({ row, id, items }: ExportedDraft, ids: Set<number>): ImportProblem[] {
  const bytes = items.reduce((sum, { size }) => sum + size, 0)
  const problems: ImportProblem[] = []
  if (bytes > PAGE_STORAGE_MAX_BYTES) problems.push({ row, field: 'file', msg: NO_ROOM })
  if (ids.has(id)) problems.push({ row, field: 'id', msg: TWICE })
  ids.add(id)
  return problems
}

function named(problem: ImportProblem, folder: string): ImportProblem {
  const name = folder.split('/').at(-2) ?? ''
  return { ...problem, msg: `${name.slice(0, NAME_SHOWN_LENGTH)}: ${problem.msg}` }
}

/** Counts commas and brackets, which are at least as many as values: every value but the first follows one. */
function hasFewValues(bytes: Buffer): boolean {
  let values = 0
  let isText = false
  for (let at = 0; at < bytes.length; at++) {
    const sign = bytes[at]
    if (sign === BACKSLASH && isText) at++
    else if (sign === QUOTE) isText = !isText
    else if (!isText && (sign === COMMA || sign === BRACKET || sign === BRACE)) values++
    if (values > VALUES_MAX) return false
  }
  return true
}

const QUOTE = 0x22
const COMMA = 0x2c
const BRACKET = 0x5b
const BACKSLASH = 0x5c
const BRACE = 0x7b

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
