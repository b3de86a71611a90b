import { CsvError, parse } from 'csv-parse/sync'
import {
  IMPORT_COLUMNS_MAX,
  IMPORT_HEADINGS,
  IMPORT_MUST,
  IMPORT_ROWS_MAX,
  type ImportField,
  type ImportProblem,
} from '@contract/import'
import { fieldOf, type ImportRow, type RowTie } from './row'

/**
 * The people of a file, their relations, and what was not understood or left out; or the reasons why it cannot be read.
 */
export type ReadFile =
  { rows: ImportRow[]; ties?: RowTie[]; warnings?: ImportProblem[] } | { problems: ImportProblem[] }

const HEADINGS_ROW = 1
const HEADING_SHOWN_LENGTH = 50
const TOO_MANY_COLUMNS = `В таблице больше ${IMPORT_COLUMNS_MAX} столбцов.`

/** A CSV table in UTF-8 or Windows-1251, separated by semicolons or commas. Skips empty lines. */
export function readTable(bytes: Uint8Array): ReadFile {
  const text = decodedText(bytes)
  const options = {
    bom: true,
    delimiter: delimiterOf(text),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
  }
  let records: CsvRecord[]
  try {
    records = parse(text, { ...options, to: IMPORT_ROWS_MAX + 2 }) as unknown as CsvRecord[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const row = (error as { lines?: number }).lines ?? HEADINGS_ROW
    return notATable(row, 'Строку не удалось прочитать: проверьте в ней кавычки.')
  }
  const [first, ...others] = records
  if (!first) return notATable(HEADINGS_ROW, 'Файл пуст.')
  if (first.record.length > IMPORT_COLUMNS_MAX) return notATable(HEADINGS_ROW, TOO_MANY_COLUMNS)
  const headings = first.record.map(fieldOf)
  const problems = headingProblems(first.record, headings)
  if (problems.length > 0) return { problems }
  if (others.length > IMPORT_ROWS_MAX) {
    return notATable(HEADINGS_ROW, `За один раз можно загрузить не больше ${IMPORT_ROWS_MAX} строк.`)
  }
  let before = first.info.lines
  const rows = others.map(({ record, info }) => {
    // A quoted text may span several lines: the row number is that of its first line.
    const row = before + 1
    before = info.lines
    return { row, texts: textsOf(headings, record) }
  })
  return { rows }
}

interface CsvRecord {
  record: string[]
  info: { lines: number }
}

/** The more frequent one in the header line. */
function delimiterOf(text: string): ';' | ',' {
  const [line = ''] = text.split('\n', 1)
  return line.split(';').length >= line.split(',').length ? ';' : ','
}

function headingProblems(names: string[], fields: (ImportField | undefined)[]): ImportProblem[] {
  const known = Object.keys(IMPORT_HEADINGS).join(', ')
  const shown = names.map((name) => name.trim().slice(0, HEADING_SHOWN_LENGTH))
  const unknown = shown.flatMap((field, nth) =>
    fields[nth] || field === ''
      ? []
      : [{ row: HEADINGS_ROW, field, msg: `Неизвестный столбец «${field}». Можно: ${known}.` }],
  )
  const twice = shown.flatMap((field, nth) =>
    fields[nth] && fields.indexOf(fields[nth]) < nth
      ? [{ row: HEADINGS_ROW, field, msg: `Столбец «${field}» повторяется.` }]
      : [],
  )
  const missing = IMPORT_MUST.filter((name) => !fields.includes(IMPORT_HEADINGS[name])).map((name) => ({
    row: HEADINGS_ROW,
    field: IMPORT_HEADINGS[name],
    msg: `Нет столбца «${name}».`,
  }))
  return [...missing, ...unknown, ...twice]
}

function textsOf(headings: (ImportField | undefined)[], record: string[]): ImportRow['texts'] {
  return Object.fromEntries(headings.flatMap((field, nth) => (field ? [[field, record[nth] ?? '']] : [])))
}

function notATable(row: number, msg: string): ReadFile {
  return { problems: [{ row, field: 'file', msg }] }
}

const CYRILLIC = {
  windows: 'windows-1251',
  dos: 'ibm866',
} as const

/** Decodes UTF-8, with Windows-1251 as the fallback. */
function decodedText(bytes: Uint8Array): string {
  return asUtf8(bytes) ?? new TextDecoder(CYRILLIC.windows).decode(bytes)
}

/**
 * Converts a GEDCOM file to UTF-8 with a byte-order mark. The GEDCOM package decodes every Windows and DOS text as Western, so
 * Russian texts are decoded here; other texts stay as they are.
 */
export function gedcomInUtf8(bytes: Uint8Array): Uint8Array {
  const text = hasMark(bytes) ? undefined : (asUtf8(bytes) ?? asCyrillic(bytes))
  return text === undefined ? bytes : new TextEncoder().encode(`\ufeff${text}`)
}

function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const MARKS = [
  [0xef, 0xbb, 0xbf],
  [0xff, 0xfe],
  [0xfe, 0xff],
]
const HEAD_BYTES = 5000
/** The encoding that the header of a file declares. */
const DECLARED = /^1 CHAR(?:ACTER)? (.*)/i
const OF_DOS = /^(?:IBM ?PC|(?:MS-?)?DOS|(?:IBM|CP)-?866)/i
/** Neither DOS nor Windows: ANSEL has its own accents, Macintosh other letters, UNICODE two bytes per letter. */
const OF_NEITHER = /^(?:ANSEL|MACINTOSH|UNICODE|UTF-?16)/i

function hasMark(bytes: Uint8Array): boolean {
  return MARKS.some((mark) => mark.every((byte, at) => bytes[at] === byte))
}

/** Undefined when the text is not Russian. */
function asCyrillic(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES))
  const lines = head.split(/[\r\n]/).map((line) => line.trim().replaceAll('\t', ' '))
  const declared = lines.flatMap((line) => DECLARED.exec(line)?.[1] ?? [])[0]?.trim() ?? ''
  if (OF_NEITHER.test(declared)) return undefined
  const text = new TextDecoder(OF_DOS.test(declared) ? CYRILLIC.dos : CYRILLIC.windows).decode(bytes)
  return isRussian(text) ? text : undefined
}

/** Whether Cyrillic letters are mostly adjacent: in a wrongly decoded Western text each stands alone among Latin ones. */
function isRussian(text: string): boolean {
  const words = text.match(/[а-яё]+/gi) ?? []
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  const inWords = words.reduce((sum, word) => sum + (word.length > 1 ? word.length : 0), 0)
  return inWords > letters / 2
}
