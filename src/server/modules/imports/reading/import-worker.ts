import { readFile } from 'node:fs/promises'
import { serialize } from 'node:v8'
import {
  CORRECTED_TEXT_MAX_LENGTH,
  IMPORT_CORRECTED,
  IMPORT_CORRECTIONS_MAX,
  type ImportCorrection,
  type ImportProblem,
} from '@contract/import'
import { problemsShown } from './problems'
import { readArchive } from './read-exported-archive'
import { type ImportRow, readRow, type ReadyRow, type RowTie, type TriedRow } from './row'
import type { ExportedDraft } from './exported-page'
import { type ReadFile, readTable } from './read-table'
import { isZip, openExportedZip } from './zip-reader'

/**
 * Entry point of the worker thread that reads import files. Results go to the server in chunks, each of which unpacks in a few
 * milliseconds.
 */

/** The size of a chunk, in rows, or in pages and elements of their lists. */
const WEIGHT_OF_CHUNK = 500
/** So many characters take as long to unpack as a row. */
const CHARACTERS_OF_ROW = 1000

export interface PackedPeople {
  rowName: string
  rows: number
  problems: ImportProblem[]
  warnings: ImportProblem[]
  toCorrect: ImportCorrection[]
  /** Serialised chunks of ReadyRow, or of TriedRow. */
  ready: Uint8Array[]
  /** Serialised chunks of RowTie. */
  ties: Uint8Array[]
}

export interface PackedArchive {
  rows: number
  problems: ImportProblem[]
  /** Serialised chunks of ExportedPart. */
  ready: Uint8Array[]
}

/** The lists of a page that may be long. */
export type ExportedList = 'items' | 'words' | 'relations'

/** A page with its lists left empty, or an element of a list of the last page: one page may hold 20 000 memories. */
export type ExportedPart =
  | { page: ExportedDraft }
  | { [List in ExportedList]: { list: List; element: ExportedDraft[List][number] } }[ExportedList]

/** How to read a file of people. */
export interface ReadingOfPeople {
  corrections?: ImportCorrection[] | undefined
  /** Whether people are taken whose death a tree does not state, if they were born too long ago. On by default. */
  presumed?: boolean | undefined
  /** Shared memory: how many rows are checked, and of how many. */
  progress?: Int32Array | undefined
}
export interface FileOfPeople extends ReadingOfPeople {
  file: string
}

export async function readPeople({ file, ...reading }: FileOfPeople): Promise<PackedPeople> {
  return checkPeople(file, reading, (row) => row)
}

/** The same, with what a trial needs of each row: biographies may be most of a file. */
export async function tryPeople({ file, ...reading }: FileOfPeople): Promise<PackedPeople> {
  return checkPeople(file, reading, triedRow)
}

function triedRow({ row, draft, photo, ofTree }: ReadyRow): TriedRow {
  const { lastname, name, surname, birth_date, public_status } = draft
  return { row, draft: { lastname, name, surname, birth_date, public_status }, photo, ...(ofTree && { ofTree }) }
}

export async function readExportedArchive(file: string): Promise<PackedArchive> {
  const zip = await openExportedZip(file)
  try {
    const { rows, ready, problems } = await readArchive(zip)
    return { rows, problems: problemsShown(problems), ready: packed(ready.flatMap(partsOf), weightOfPart) }
  } finally {
    zip?.close()
  }
}

const weightOf = (...texts: string[]) => texts.reduce((sum, text) => sum + text.length / CHARACTERS_OF_ROW, 1)
const weightOfRow = ({ draft }: TriedRow & { draft: { biography?: string } }) => weightOf(draft.biography ?? '')

function weightOfPart(part: ExportedPart): number {
  if ('page' in part) return weightOf(part.page.draft.biography)
  return part.list === 'words' ? weightOf(part.element.description, part.element.reply) : 1
}

function partsOf(page: ExportedDraft): ExportedPart[] {
  const { items, words, relations } = page
  return [
    { page: { ...page, items: [], words: [], relations: [] } },
    ...items.map((element) => ({ list: 'items' as const, element })),
    ...words.map((element) => ({ list: 'words' as const, element })),
    ...relations.map((element) => ({ list: 'relations' as const, element })),
  ]
}

function packed<T>(rows: T[], weighed?: (row: T) => number): Uint8Array[] {
  const chunks = packer(weighed)
  for (const row of rows) chunks.add(row)
  return chunks.all()
}

/** Serialises rows as they come, so that no more than a chunk of them is held. */
function packer<T>(weighed: (row: T) => number = () => 1) {
  const full: Uint8Array[] = []
  let chunk: T[] = []
  let weight = 0
  return {
    add(row: T): void {
      chunk.push(row)
      weight += weighed(row)
      if (weight < WEIGHT_OF_CHUNK) return
      full.push(shared(serialize(chunk)))
      chunk = []
      weight = 0
    },
    all: () => (chunk.length > 0 ? [...full, shared(serialize(chunk))] : full),
  }
}

/** Copies to shared memory: structured cloning of many megabytes would block the server. */
function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}

/** A table or a family tree. `rowName` is the word for its rows, such as «строка». */
export interface ReadPeople<Row = ReadyRow> {
  rowName: string
  rows: number
  ready: Row[]
  ties: RowTie[]
  problems: ImportProblem[]
  /** What was not understood or left out. */
  warnings: ImportProblem[]
  /** The first rows with problems. */
  toCorrect: ImportCorrection[]
}

/** Reads a table or a family tree, and validates every row after its correction. */
async function checkPeople(
  file: string,
  { corrections = [], presumed = true, progress }: ReadingOfPeople,
  toSend: (row: ReadyRow) => TriedRow,
): Promise<PackedPeople> {
  const { rowName, read } = await readFileOfPeople(file, presumed)
  const toCorrect: ImportCorrection[] = []
  if ('problems' in read)
    return { rowName, rows: 0, ready: [], ties: [], problems: problemsShown(read.problems), warnings: [], toCorrect }
  const correctedTexts = new Map(corrections.map(({ row, texts }) => [row, texts]))
  const problems: ImportProblem[] = []
  const warnings = [...(read.warnings ?? [])]
  const ready = packer(weightOfRow)
  const { length: rows } = read.rows
  // Taken from the end, so that what has been checked can be forgotten.
  const waiting = read.rows.reverse()
  if (progress) Atomics.store(progress, 1, rows)
  for (let asRead = waiting.pop(); asRead; asRead = waiting.pop()) {
    if (progress) Atomics.add(progress, 0, 1)
    const corrected = correctedTexts.get(asRead.row)
    const row = corrected ? { ...asRead, texts: { ...asRead.texts, ...corrected } } : asRead
    const checked = readRow(row)
    if ('ready' in checked) {
      ready.add(toSend(row.ofTree ? { ...checked.ready, ofTree: row.ofTree } : checked.ready))
      warnings.push(...checked.warnings)
    } else {
      problems.push(...checked.problems)
      if (toCorrect.length < IMPORT_CORRECTIONS_MAX) toCorrect.push(asCorrection(row))
    }
  }
  const shown = { problems: problemsShown(problems), warnings: problemsShown(warnings) }
  return { rowName, rows, ...shown, ready: ready.all(), ties: packed(read.ties ?? []), toCorrect }
}

async function readFileOfPeople(file: string, presumed: boolean): Promise<{ rowName: string; read: ReadFile }> {
  if (await isZip(file)) {
    const { readSpreadsheet } = await import('./read-spreadsheet')
    return { rowName: ROW, read: await readSpreadsheet(file) }
  }
  const bytes = await readFile(file)
  if (!isGedcom(bytes)) return { rowName: ROW, read: readTable(bytes) }
  return { rowName: PERSON, read: (await import('./read-gedcom-file')).readGedcomFile(bytes, { presumed }) }
}

const ROW = 'строка'
const PERSON = 'человек'

function asCorrection({ row, texts }: ImportRow): ImportCorrection {
  const shown = IMPORT_CORRECTED.map((field) => [field, texts[field]?.trim().slice(0, CORRECTED_TEXT_MAX_LENGTH)])
  return { row, texts: Object.fromEntries(shown.filter(([, text]) => text !== undefined)) as ImportCorrection['texts'] }
}

/** Looks for the first line of a GEDCOM file, after a byte-order mark and empty lines. */
function isGedcom(bytes: Uint8Array): boolean {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES)).replaceAll('\0', '')
  return /^\W*0\s+(?:HEAD|@[^@\s]+@\s+(?:INDI|FAM|SUBM))\b/.test(head)
}

const HEAD_BYTES = 512
