import { readFile } from 'node:fs/promises'
import { serialize } from 'node:v8'
import type { ImportProblem } from '@contract/import'
import { problemsShown } from '../refused'
import { checkPeople } from './check-people'
import { readArchive } from './read-taken-archive'
import type { ReadyRow } from './row'
import { openTakenZip } from './zip-reader'

/**
 * The entry of the thread that reads files of imports. What it makes of them goes to the server in pieces, each of which is
 * unpacked in a few milliseconds.
 */

/** What is in one piece: rows, or for a page also its items and words. */
const WEIGHT_OF_PIECE = 500
/** So many letters take as long to unpack as a row. */
const LETTERS_OF_ROW = 1000

export interface PackedPeople {
  rowName: string
  rows: number
  problems: ImportProblem[]
  /** Of ReadyRow. */
  ready: Uint8Array[]
  /** Of RowTie. */
  ties: Uint8Array[]
}

export interface PackedArchive {
  rows: number
  problems: ImportProblem[]
  /** Of TakenDraft. */
  ready: Uint8Array[]
}

export async function readPeople(file: string): Promise<PackedPeople> {
  const { ready, ties, problems, ...read } = await checkPeople(await readFile(file))
  return { ...read, problems: problemsShown(problems), ready: packed(ready, weightOfRow), ties: packed(ties) }
}

export async function readTakenArchive(file: string): Promise<PackedArchive> {
  const zip = await openTakenZip(file)
  try {
    const { rows, ready, problems } = await readArchive(zip)
    const weight = ({ items, words }: (typeof ready)[number]) => 1 + items.length + words.length
    return { rows, problems: problemsShown(problems), ready: packed(ready, weight) }
  } finally {
    zip?.close()
  }
}

const weightOfRow = ({ draft }: ReadyRow) => 1 + draft.biography.length / LETTERS_OF_ROW

function packed<T>(rows: T[], weightOf: (row: T) => number = () => 1): Uint8Array[] {
  const pieces: Uint8Array[] = []
  let piece: T[] = []
  let weight = 0
  for (const row of rows) {
    piece.push(row)
    weight += weightOf(row)
    if (weight < WEIGHT_OF_PIECE) continue
    pieces.push(shared(serialize(piece)))
    piece = []
    weight = 0
  }
  return piece.length > 0 ? [...pieces, shared(serialize(piece))] : pieces
}

/** In memory that both threads see: to copy many megabytes would hold the server. */
function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}
