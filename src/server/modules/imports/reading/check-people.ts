import type { ImportProblem } from '@contract/import'
import type { RowTie } from './gedcom-families'
import { readTable } from './read-table'
import { type ReadyRow, readRow } from './row'

/** A table or a family tree. `rowName` is what a row of it is called: «строка». */
export interface ReadPeople {
  rowName: string
  rows: number
  ready: ReadyRow[]
  ties: RowTie[]
  problems: ImportProblem[]
}

/** Reads a table or a family tree, and checks each row of it. */
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

/** The first bytes of a GEDCOM file, after a mark of its encoding. */
function isGedcom(bytes: Uint8Array): boolean {
  return /^\W*0\s+HEAD/.test(new TextDecoder('latin1').decode(bytes.subarray(0, 64)).replaceAll('\0', ''))
}
