import { IMPORT_COLUMNS_MAX } from '@contract/import'
import type { TableLine } from './read-table'
import {
  ENTRY_MAX_BYTES,
  fill,
  SHARED_TEXTS_MAX,
  SHEETS_MAX,
  TooMuchText,
  parse,
  lineCollector,
  type Sheet,
} from './sheet-lines'
import { WORKBOOK, type ZipReader } from './zip-reader'

// XLSX

type DateFormat = 'day' | 'month' | 'year'

export async function* sheetsOfXlsx(zip: ZipReader): AsyncGenerator<Sheet> {
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
        if (isInValue) value = (value ?? '') + text
      },
    },
    ENTRY_MAX_BYTES,
  )
  return lines
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
