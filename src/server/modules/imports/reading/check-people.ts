import type { ImportProblem } from '@contract/import'
import type { RowTie } from './gedcom-families'
import { readTable } from './read-table'
import { type ReadyRow, readRow } from './row'

/** A table or a family tree. `rowName` is the word for its rows, such as «строка». */
export interface ReadPeople {
  rowName: string
  rows: number
  ready: ReadyRow[]
  ties: RowTie[]
  problems: ImportProblem[]
}

/** Reads a table or a family tree, and validates every row. */
export async function checkPeople(bytes: Uint8Array): Promise<ReadPeople> {
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
