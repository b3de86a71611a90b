import { readFile } from 'node:fs/promises'
import { serialize } from 'node:v8'
import type { ImportProblem } from '@contract/import'
import { problemsShown } from './problems'
import { readArchive } from './read-exported-archive'
import { readRow, type ReadyRow, type RowTie } from './row'
import type { ExportedDraft } from './exported-page'
import { readTable } from './read-table'
import { openExportedZip } from './zip-reader'

/**
 * Entry point of the worker thread that reads import files. Results go to the server in chunks, each of which unpacks in a few
 * milliseconds.
 */

/** The size of a chunk, in rows, or in pages and elements of their lists. */
const WEIGHT_OF_CHUNK = 500
/** So many characters take as long to unpack as a row. */
const LETTERS_OF_ROW = 1000

export interface PackedPeople {
  rowName: string
  rows: number
  problems: ImportProblem[]
  /** Serialised chunks of ReadyRow. */
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

export async function readPeople(file: string): Promise<PackedPeople> {
  const { ready, ties, problems, ...read } = await checkPeople(await readFile(file))
  return { ...read, problems: problemsShown(problems), ready: packed(ready, weightOfRow), ties: packed(ties) }
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

const weightOf = (...texts: string[]) => texts.reduce((sum, text) => sum + text.length / LETTERS_OF_ROW, 1)
const weightOfRow = ({ draft }: ReadyRow) => weightOf(draft.biography)

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

function packed<T>(rows: T[], weighed: (row: T) => number = () => 1): Uint8Array[] {
  const chunks: Uint8Array[] = []
  let chunk: T[] = []
  let weight = 0
  for (const row of rows) {
    chunk.push(row)
    weight += weighed(row)
    if (weight < WEIGHT_OF_CHUNK) continue
    chunks.push(shared(serialize(chunk)))
    chunk = []
    weight = 0
  }
  return chunk.length > 0 ? [...chunks, shared(serialize(chunk))] : chunks
}

/** Copies to shared memory: structured cloning of many megabytes would block the server. */
function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}

/** A table or a family tree. `rowName` is the word for its rows, such as «строка». */
export interface ReadPeople {
  rowName: string
  rows: number
  ready: ReadyRow[]
  ties: RowTie[]
  problems: ImportProblem[]
}

/** Reads a table or a family tree, and validates every row. */
async function checkPeople(bytes: Uint8Array): Promise<ReadPeople> {
  const isTree = isGedcom(bytes)
  const rowName = isTree ? 'человек' : 'строка'
  const read = isTree ? (await import('./read-gedcom-file')).readGedcomFile(bytes) : readTable(bytes)
  if ('problems' in read) return { rowName, rows: 0, ready: [], ties: [], problems: read.problems }
  const problems: ImportProblem[] = []
  const ready: ReadyRow[] = []
  for (const row of read.rows) {
    const checked = readRow(row)
    if ('problems' in checked) problems.push(...checked.problems)
    else ready.push(checked.ready)
  }
  return { rowName, rows: read.rows.length, ready, ties: read.ties ?? [], problems }
}

/** Looks for the first bytes of a GEDCOM file, after a byte-order mark. */
function isGedcom(bytes: Uint8Array): boolean {
  return /^\W*0\s+HEAD/.test(new TextDecoder('latin1').decode(bytes.subarray(0, 64)).replaceAll('\0', ''))
}
