import type { Readable } from 'node:stream'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { IMPORT_ROWS_MAX } from '@contract/import'
import type { TableLine } from './read-table'
import type { ZipReader } from './zip-reader'

export interface Sheet {
  name: string
  lines: TableLine[]
}

/** An entry of the archive, unpacked. 100 000 rows of ten columns have 40 to 100 MB. */
export const ENTRY_MAX_BYTES = 256 * 1024 ** 2
export const SMALL_ENTRY_MAX_BYTES = 16 * 1024 ** 2
/** Characters of all cells: a shared text counts wherever it stands. */
const TEXT_MAX_LENGTH = 32 * 1024 ** 2
export const SHARED_TEXTS_MAX = 4_000_000
export const SHEETS_MAX = 50
/** The headings and one row more than an import may have. */
const LINES_MAX = IMPORT_ROWS_MAX + 50

/** A spreadsheet with more text than an import takes. */
export class TooMuchText extends Error {}

interface Handlers {
  open: (name: string, attributes: Record<string, string>) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

/** Parses an entry of the ZIP. Names come without their prefix. Throws for what is no XML, or absent. */
export async function parse(
  zip: ZipReader,
  key: string,
  { open, close, text }: Handlers,
  maxBytes = SMALL_ENTRY_MAX_BYTES,
) {
  const parser = new SaxesParser({ position: false, xmlns: false })
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => open(localName(name), attributes))
  if (close) parser.on('closetag', ({ name }: SaxesTagPlain) => close(localName(name)))
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  let failure: unknown
  const isWhole = await zip.consume(key, maxBytes, async (content: Readable) => {
    try {
      const decoder = new TextDecoder('utf-8', { fatal: true })
      for await (const chunk of content) parser.write(decoder.decode(chunk as Buffer, { stream: true }))
      parser.write(decoder.decode()).close()
      return true
    } catch (error) {
      failure = error
      throw error
    }
  })
  if (!isWhole) throw failure instanceof Error ? failure : new Error(`${key} cannot be read`)
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Collects the lines of a sheet. */
export function lineCollector() {
  const lines: TableLine[] = []
  let characters = 0
  return {
    lines,
    /** False when no more lines are taken. */
    add: (row: number, cells: string[]): boolean => {
      if (cells.every((cell) => cell === '')) return true
      for (const cell of cells) characters += cell.length
      if (characters > TEXT_MAX_LENGTH) throw new TooMuchText()
      if (lines.length >= LINES_MAX) return false
      lines.push({ row, cells: [...cells] })
      return true
    },
  }
}

/** Puts a text into a column, from 1, and empty texts before it. */
export function fill(cells: string[], column: number, text: string): void {
  while (cells.length < column - 1) cells.push('')
  cells[column - 1] = text
}
