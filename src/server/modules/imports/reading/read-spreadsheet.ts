import type { Readable } from 'node:stream'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX } from '@contract/import'
import { headingsOf, notATable, type ReadFile, type TableLine, tableOf } from './read-table'
import { openExportedZip, spreadsheetKind, WORKBOOK, type ZipReader } from './zip-reader'

/**
 * XLSX (ECMA-376) and ODS (ISO 26300) as lines of text. Only values are read: formulas count by the results that the file
 * has of them. Streamed by yauzl and saxes, which expands no entities, so that the memory is that of the texts.
 */

interface Sheet {
  name: string
  lines: TableLine[]
}

/** An entry of the archive, unpacked. 100 000 rows of ten columns have 40 to 100 MB. */
const ENTRY_MAX_BYTES = 256 * 1024 ** 2
const SMALL_ENTRY_MAX_BYTES = 16 * 1024 ** 2
/** Characters of all cells: a shared text counts wherever it stands. */
const TEXT_MAX_LENGTH = 32 * 1024 ** 2
const SHARED_TEXTS_MAX = 4_000_000
const SHEETS_MAX = 50
/** The headings and one row more than an import may have. */
const LINES_MAX = IMPORT_ROWS_MAX + 50

/** A spreadsheet with more text than an import takes. */
class TooMuchText extends Error {}

const EMPTY = 'Файл пуст.'
const BROKEN = 'Файл не удалось прочитать: похоже, он повреждён. Откройте его и сохраните ещё раз.'
const TOO_MUCH_TEXT = 'В таблице слишком много текста: разделите её на несколько.'

/** The first visible sheet with the headings of a table of people. */
export async function readSpreadsheet(file: string): Promise<ReadFile> {
  const zip = await openExportedZip(file)
  try {
    if (!zip) return notATable(1, BROKEN)
    let first: ReadFile | undefined
    for await (const { lines } of spreadsheetKind(zip.keys()) === 'ods' ? sheetsOfOds(zip) : sheetsOfXlsx(zip)) {
      const read = tableOf(lines)
      if (headingsOf(lines)) return read
      first ??= read
    }
    return first ?? notATable(1, EMPTY)
  } catch (error) {
    // A failing disk is no fault of the file.
    if ((error as NodeJS.ErrnoException).syscall) throw error
    return notATable(1, error instanceof TooMuchText ? TOO_MUCH_TEXT : BROKEN)
  } finally {
    zip?.close()
  }
}

interface Handlers {
  open: (name: string, attributes: Record<string, string>) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

/** Parses an entry of the ZIP. Names come without their prefix. Throws for what is no XML, or absent. */
async function parse(zip: ZipReader, key: string, { open, close, text }: Handlers, maxBytes = SMALL_ENTRY_MAX_BYTES) {
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
function lineCollector() {
  const lines: TableLine[] = []
  let letters = 0
  return {
    lines,
    /** False when no more lines are taken. */
    add(row: number, cells: string[]): boolean {
      if (cells.every((cell) => cell === '')) return true
      for (const cell of cells) letters += cell.length
      if (letters > TEXT_MAX_LENGTH) throw new TooMuchText()
      if (lines.length >= LINES_MAX) return false
      lines.push({ row, cells: Array.from(cells, (cell) => cell ?? '') })
      return true
    },
  }
}

// XLSX

type DateFormat = 'day' | 'month' | 'year'

async function* sheetsOfXlsx(zip: ZipReader): AsyncGenerator<Sheet> {
  const folder = 'xl/'
  const workbook = zip.keys().find((key) => WORKBOOK.test(key)) ?? ''
  const named: { name: string; id: string }[] = []
  let is1904 = false
  await parse(zip, workbook, {
    open: (tag, attributes) => {
      if (tag === 'workbookPr') is1904 = ['1', 'true'].includes(attributes.date1904 ?? '')
      if (tag !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
      if (id !== undefined && named.length < SHEETS_MAX) named.push({ name: attributes.name ?? '', id })
    },
  })
  const targets = new Map<string, string>()
  await parse(zip, `${folder}_rels/${workbook.slice(folder.length)}.rels`, {
    open: (tag, { Id = '', Target = '' }) => {
      if (tag === 'Relationship') targets.set(Id, Target.startsWith('/') ? Target.slice(1) : folder + Target)
    },
  })
  const texts = await sharedTexts(zip, `${folder}sharedStrings.xml`)
  const formats = await dateFormats(zip, `${folder}styles.xml`)
  for (const { name, id } of named) {
    const key = targets.get(id)
    if (key === undefined || !zip.keys().includes(key) || !key.includes('worksheets')) continue
    const lines = await xlsxLines(zip, key, { texts, formats, is1904 })
    if (lines.length > 0) yield { name, lines }
  }
}

async function sharedTexts(zip: ZipReader, key: string): Promise<string[]> {
  const texts: string[] = []
  if (!zip.keys().includes(key)) return texts
  const rich = richText()
  await parse(
    zip,
    key,
    {
      ...rich.handlers,
      close: (tag) => {
        rich.handlers.close(tag)
        if (tag !== 'si') return
        if (texts.length >= SHARED_TEXTS_MAX) throw new TooMuchText()
        texts.push(rich.take())
      },
    },
    ENTRY_MAX_BYTES,
  )
  return texts
}

/** A text in runs (`t`), without the phonetic ones. */
function richText() {
  let said = ''
  let isInside = false
  let phonetic = 0
  return {
    take(): string {
      const whole = said.includes('_x')
        ? said.replace(/_x([\dA-Fa-f]{4})_/g, (_all, code: string) => String.fromCharCode(parseInt(code, 16)))
        : said
      said = ''
      return whole
    },
    handlers: {
      open: (tag: string) => {
        if (tag === 'rPh') phonetic++
        isInside = tag === 't' && phonetic === 0
      },
      close: (tag: string) => {
        if (tag === 'rPh') phonetic--
        isInside = false
      },
      text: (text: string) => {
        if (isInside) said += text
      },
    },
  }
}

/** Formats with these numbers are never written into the file. */
const BUILT_IN_DAYS = [14, 15, 16, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]
const BUILT_IN_MONTHS = [17, 55, 56]

/** What the cells of each style show of a number, if they show a date. */
async function dateFormats(zip: ZipReader, key: string): Promise<(DateFormat | undefined)[]> {
  const codes = new Map<string, string>()
  const formats: (DateFormat | undefined)[] = []
  if (!zip.keys().includes(key)) return formats
  let isInCells = false
  await parse(zip, key, {
    open: (tag, { numFmtId = '0', formatCode = '' }) => {
      if (tag === 'numFmt') codes.set(numFmtId, formatCode)
      if (tag === 'cellXfs') isInCells = true
      if (tag === 'xf' && isInCells) formats.push(dateFormat(Number(numFmtId), codes.get(numFmtId)))
    },
    close: (tag) => {
      if (tag === 'cellXfs') isInCells = false
    },
  })
  return formats
}

function dateFormat(id: number, code: string | undefined): DateFormat | undefined {
  if (code === undefined) return BUILT_IN_DAYS.includes(id) ? 'day' : BUILT_IN_MONTHS.includes(id) ? 'month' : undefined
  const [shown = ''] = code
    .replace(/"[^"]{0,100}"|\[[^\]]{0,100}\]|\\.|[_*]./g, '')
    .toLowerCase()
    .split(';')
  if (shown.includes('d')) return 'day'
  if (!shown.includes('y')) return undefined
  return shown.includes('m') ? 'month' : 'year'
}

interface XlsxContext {
  texts: string[]
  formats: (DateFormat | undefined)[]
  is1904: boolean
}

async function xlsxLines(zip: ZipReader, key: string, { texts, formats, is1904 }: XlsxContext): Promise<TableLine[]> {
  const { lines, add } = lineCollector()
  const rich = richText()
  let row = 0
  let column = 0
  let cells: string[] = []
  let cell: Record<string, string> = {}
  let value: string | undefined
  let isInValue = false

  const cellText = (): string => {
    const { t: type = 'n', s: style } = cell
    if (type === 'inlineStr') return rich.take().trim()
    if (value === undefined || type === 'e') return ''
    if (type === 's') return texts[Number(value)]?.trim() ?? ''
    if (type === 'b') return value === '1' ? 'да' : 'нет'
    if (type !== 'n') return value.trim()
    const format = style === undefined ? undefined : formats[Number(style)]
    const number = Number(value)
    if (!Number.isFinite(number)) return value
    return format ? dateOfSerial(number, format, is1904) : String(number)
  }

  await parse(
    zip,
    key,
    {
      open: (tag, attributes) => {
        rich.handlers.open(tag)
        if (tag === 'row') {
          row = Number(attributes.r) || row + 1
          column = 0
          cells = []
        } else if (tag === 'c') {
          column = attributes.r === undefined ? column + 1 : columnOf(attributes.r)
          cell = attributes
          value = undefined
        } else if (tag === 'v') {
          value = ''
          isInValue = true
        }
      },
      close: (tag) => {
        rich.handlers.close(tag)
        if (tag === 'c') {
          const text = cellText()
          if (text !== '' && column <= IMPORT_COLUMNS_MAX + 1) fill(cells, column, text)
        } else if (tag === 'v') isInValue = false
        else if (tag === 'row') add(row, cells)
      },
      text: (text) => {
        rich.handlers.text(text)
        if (isInValue) value += text
      },
    },
    ENTRY_MAX_BYTES,
  )
  return lines
}

/** Puts a text into a column, from 1, and empty texts before it. */
function fill(cells: string[], column: number, text: string): void {
  while (cells.length < column - 1) cells.push('')
  cells[column - 1] = text
}

/** 28 of AB5. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of reference) {
    const number = letter.charCodeAt(0) - 64
    if (number < 1 || number > 26 || column > 1_000_000) break
    column = column * 26 + number
  }
  return column
}

const DAY_MS = 86_400_000
const LAST_SERIAL = 2_958_465
/** Excel takes 1900 for a leap year. */
const NO_LEAP_DAY = 60

/** The date of a number in a date cell, as a table would say it. */
function dateOfSerial(serial: number, format: DateFormat, is1904: boolean): string {
  const days = Math.floor(serial)
  if (Math.abs(days) > LAST_SERIAL) return String(serial)
  if (is1904) return dateText(Date.UTC(1904, 0, 1) + days * DAY_MS, format)
  if (days === NO_LEAP_DAY) return '29.02.1900'
  // A time without a date.
  if (days === 0) return ''
  return dateText(Date.UTC(1899, 11, 30) + (days > 0 && days < NO_LEAP_DAY ? days + 1 : days) * DAY_MS, format)
}

function dateText(instant: number, format: DateFormat): string {
  const [year = '', month = '', day = ''] = new Date(instant).toISOString().slice(0, 10).split('-')
  return { day: `${day}.${month}.${year}`, month: `${month}.${year}`, year }[format]
}

// ODS

const CONTENT = 'content.xml'

async function* sheetsOfOds(zip: ZipReader): AsyncGenerator<Sheet> {
  const sheets: Sheet[] = []
  let collector = lineCollector()
  let row = 0
  let rowRepeats = 1
  let cells: string[] = []
  let column = 0
  let cell: { attributes: Record<string, string>; paragraphs: string[] } | undefined
  let isInParagraph = false
  let outside = 0

  const endCell = () => {
    if (!cell) return
    const { attributes, paragraphs } = cell
    const repeats = Math.max(1, Number(attributes['table:number-columns-repeated']) || 1)
    const text = odsText(attributes, paragraphs)
    if (text !== '') {
      const last = Math.min(column + repeats, IMPORT_COLUMNS_MAX + 1)
      for (let each = column + 1; each <= last; each++) fill(cells, each, text)
    }
    column += repeats
    cell = undefined
  }
  const endRow = () => {
    const isEmpty = cells.length === 0
    for (let each = 0; each < rowRepeats && !isEmpty; each++) {
      if (!collector.add(row + each, cells)) break
    }
    row += rowRepeats
  }

  await parse(
    zip,
    CONTENT,
    {
      open: (tag, attributes) => {
        // A comment on a cell has paragraphs of its own, and so have drawings.
        if (tag === 'annotation' || tag === 'shapes' || tag === 'frame') outside++
        if (outside > 0) return
        if (tag === 'table') {
          collector = lineCollector()
          row = 1
          if (sheets.length < SHEETS_MAX) sheets.push({ name: attributes['table:name'] ?? '', lines: collector.lines })
        } else if (tag === 'table-row') {
          rowRepeats = Math.max(1, Number(attributes['table:number-rows-repeated']) || 1)
          cells = []
          column = 0
        } else if (tag === 'table-cell' || tag === 'covered-table-cell') cell = { attributes, paragraphs: [] }
        else if (tag === 'p' && cell) {
          isInParagraph = true
          cell.paragraphs.push('')
        } else if (isInParagraph) append(tag === 's' ? ' ' : tag === 'tab' ? '\t' : tag === 'line-break' ? '\n' : '')
      },
      close: (tag) => {
        if (tag === 'annotation' || tag === 'shapes' || tag === 'frame') outside--
        if (outside > 0) return
        if (tag === 'p') isInParagraph = false
        else if (tag === 'table-cell' || tag === 'covered-table-cell') endCell()
        else if (tag === 'table-row') endRow()
      },
      text: (text) => {
        if (isInParagraph && outside === 0) append(text)
      },
    },
    ENTRY_MAX_BYTES,
  )
  yield* sheets.filter(({ lines }) => lines.length > 0)

  function append(text: string) {
    if (cell) cell.paragraphs.push((cell.paragraphs.pop() ?? '') + text)
  }
}

function odsText(attributes: Record<string, string>, paragraphs: string[]): string {
  const shown = paragraphs.join('\n').trim()
  const value = attributes['office:value']
  switch (attributes['office:value-type']) {
    case 'date':
      return odsDate(attributes['office:date-value'] ?? '', shown)
    case 'float':
      return value === undefined || !Number.isFinite(Number(value)) ? shown : String(Number(value))
    case 'boolean':
      return attributes['office:boolean-value'] === 'true' ? 'да' : 'нет'
    case 'string':
      return attributes['office:string-value']?.trim() || shown
    default:
      return shown
  }
}

/** By its value; a cell that shows the month or the year alone has no more. */
function odsDate(value: string, shown: string): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)/.exec(value) ?? []
  if (year === '') return shown
  if (/^\d{4}(?: ?г\.?)?$/.test(shown)) return year
  if (/^(?:\d{1,2}[./-]\d{4}|[а-яa-z]{3,9}\.?[ .-]?\d{2,4})(?: ?г\.?)?$/i.test(shown)) return `${month}.${year}`
  return `${day}.${month}.${year}`
}
