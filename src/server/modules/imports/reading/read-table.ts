import { CsvError, parse } from 'csv-parse/sync'
import {
  IMPORT_COLUMNS_MAX,
  IMPORT_HEADINGS,
  IMPORT_MUST,
  IMPORT_ROWS_MAX,
  type ImportField,
  type ImportProblem,
} from '@contract/import'
import { decodedText } from './gedcom-records'
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
