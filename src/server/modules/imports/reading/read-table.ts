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
import type { ImportRow, RowTie } from './row'
import { readPersonName } from './written-names'
import type { DayOrder } from './written-dates'

/** The people of a file and their relations, or the reasons why it cannot be read. */
export type ReadFile =
  { rows: ImportRow[]; ties?: RowTie[]; warnings?: ImportProblem[] } | { problems: ImportProblem[] }

/** A line of a table, with its number in the file, and its cells as text. */
export interface TableLine {
  row: number
  cells: string[]
}

const FIRST_ROW = 1
const HEADING_SHOWN_LENGTH = 50
const HEADING_MAX_LENGTH = 100
/** Titles, and whom a list is of, stand above the headings. */
const LINES_ABOVE_HEADINGS_MAX = 20
const TOO_MANY_COLUMNS = `В таблице больше ${IMPORT_COLUMNS_MAX} столбцов.`
const TOO_MANY_ROWS = `За один раз можно загрузить не больше ${IMPORT_ROWS_MAX} строк.`
const EMPTY = 'Файл пуст.'
const BAD_QUOTES = 'Строку не удалось прочитать: проверьте в ней кавычки.'
const OLD_EXCEL =
  'Это таблица старого Excel (.xls) или файл с паролем. Откройте её и сохраните как «Книга Excel (.xlsx)», без пароля.'
const LEFT_OUT = (heading: string) => `Столбец «${heading}» мы оставим в стороне: для него на странице нет места.`

/**
 * A table as text of any encoding, with semicolons, commas, tabs or bars between the cells. Lines without anything in
 * them are skipped.
 */
export function readTable(bytes: Uint8Array): ReadFile {
  if (isOldExcel(bytes)) return notATable(FIRST_ROW, OLD_EXCEL)
  const { text, delimiter, skipped } = separatedText(decodedText(bytes))
  let records: CsvRecord[]
  try {
    records = parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: IMPORT_ROWS_MAX + LINES_ABOVE_HEADINGS_MAX + 2,
    }) as unknown as CsvRecord[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return notATable(((error as { lines?: number }).lines ?? FIRST_ROW) + skipped, BAD_QUOTES)
  }
  let before = 0
  const lines = records.map(({ record, info }) => {
    // A quoted text may span several lines: the row number is that of its first line.
    const row = before + 1 + skipped
    before = info.lines
    return { row, cells: record }
  })
  return tableOf(lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')))
}

interface CsvRecord {
  record: string[]
  info: { lines: number }
}

const DELIMITERS = [';', ',', '\t', '|']
const HEAD_LENGTH = 20_000

/** The delimiter that Excel wrote above everything, or else the one that finds most headings. */
function separatedText(text: string): { text: string; delimiter: string; skipped: number } {
  const unmarked = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const [said, delimiter] = /^"?sep=(.|\\t)"?\n/i.exec(unmarked) ?? []
  if (said !== undefined && delimiter) {
    return { text: unmarked.slice(said.length), delimiter: delimiter === '\\t' ? '\t' : delimiter, skipped: 1 }
  }
  const head = unmarked.slice(0, HEAD_LENGTH).split('\n').slice(0, LINES_ABOVE_HEADINGS_MAX)
  const count = (sign: string) =>
    Math.max(
      ...head.map((line) => {
        const columns = columnsOf(line.split(sign))
        return (haveNames(columns) ? 1e6 : 0) + columns.filter(Boolean).length * 1000 + columns.length
      }),
    )
  const [best = ';'] = DELIMITERS.map((sign) => ({ sign, found: count(sign) }))
    .sort((one, other) => other.found - one.found)
    .map(({ sign }) => sign)
  return { text: unmarked, delimiter: best, skipped: 0 }
}

/** Columns beside those of the contract: a whole name, both dates, and numbers of rows, which mean nothing. */
type Column = ImportField | 'full_name' | 'life' | 'number'

/** A heading in small letters, without signs; the first pattern that fits names the column. */
const COLUMNS: [RegExp, Column][] = [
  ...Object.entries(IMPORT_HEADINGS).map(([heading, field]): [RegExp, Column] => [
    new RegExp(`^${plainHeading(heading)}$`),
    field,
  ]),
  [/^(?:no?|n|п п|no? ?п ?п|номер(?: п п| по порядку)?|ид|id|п н)$/, 'number'],
  [
    /^(?:ф ?и ?о|фамилия(?: и)? имя(?: и)?(?: отчество)?|имя(?: и)? фамилия|полное имя|имя полностью)(?: .*)?$/,
    'full_name',
  ],
  [/^имя(?: и)? отчество$/, 'name'],
  [
    /^(?:девичья|дев фамилия|добрачная|урожденная|(?:фамилия )?(?:при рождении|до (?:брака|замужества))|девичья .*|прежняя фамилия)$/,
    'maiden_name',
  ],
  [/^(?:фамилия(?: .*)?|фам|last ?name|family name)$/, 'lastname'],
  [/^(?:имя|имя (?:человека|погибшего|умершего)|first ?name|given name)$/, 'name'],
  [/^(?:отчество(?: .*)?|отч|отч во|patronymic|middle ?name)$/, 'surname'],
  [/^(?:годы|даты|время) жизни$|^рождение смерть$/, 'life'],
  [
    /^(?:дата|год|день|число)(?: и год| год)? (?:рожд|рожден)[а-я]*(?: .*)?$|^(?:рождение|родил[а-я]*(?: [а-я]{1,4})?|г ?р|д ?р|г рожд|дата рожд|birth ?date|date of birth|born)$/,
    'birth_date',
  ],
  [
    /^(?:дата|год|день|число)(?: и год| год)? (?:смерти|гибели|кончины|выбытия|ухода|упокоения)(?: .*)?$|^(?:смерть|гибель|кончина|умер(?: ?ла)?|погиб(?: ?ла)?|дата см|г см|когда (?:умер|погиб)[а-я]*|death ?date|date of death|died)$/,
    'death_date',
  ],
  [
    /^(?:(?:краткая )?(?:биография|биографическая справка)|биографические (?:сведения|данные)|(?:о человеке|описание|история|рассказ)|примечани[ея]|комментари[йи]|заметки|(?:дополнительн[а-я]+|прочие|другие|краткие|доп) (?:сведения|информация|данные)|сведения|судьба|biography|notes?)$/,
    'biography',
  ],
  [/^(?:публичн[а-я]+(?: страница)?|открыт[а-я]+(?: страница)?|видна всем)$/, 'public_status'],
  [/^(?:герой сво|участник сво|сво)$/, 'swo_status'],
  [/^(?:фото(?:графи[яи]|портрет)?|портрет|снимок|(?:имя )?файла?(?: фото(?:графии)?)?|photo)$/, 'photo'],
]

function columnOf(heading: string): Column | undefined {
  if (heading.length > HEADING_MAX_LENGTH) return undefined
  const plain = plainHeading(heading)
  return plain === '' ? undefined : COLUMNS.find(([pattern]) => pattern.test(plain))?.[1]
}

function plainHeading(heading: string): string {
  return heading
    .replace(/\p{Default_Ignorable_Code_Point}|[\u0300\u0301]/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/\([^)]{0,100}\)/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function columnsOf(cells: string[]): (Column | undefined)[] {
  return cells.slice(0, IMPORT_COLUMNS_MAX + 1).map(columnOf)
}

function haveNames(columns: (Column | undefined)[]): boolean {
  return columns.includes('full_name') || (columns.includes('lastname') && columns.includes('name'))
}

interface Headings {
  row: number
  names: string[]
  columns: (Column | undefined)[]
}

/** The first lines may be titles. Undefined when no line has the names of people. */
export function headingsOf(lines: TableLine[]): (Headings & { nth: number }) | undefined {
  for (const [nth, { row, cells }] of lines.slice(0, LINES_ABOVE_HEADINGS_MAX).entries()) {
    const columns = columnsOf(cells)
    if (haveNames(columns)) return { nth, row, names: cells, columns }
  }
  return undefined
}

/** The people below the headings. Lines have at least one cell that is not empty. */
export function tableOf(lines: TableLine[]): ReadFile {
  const [first] = lines
  if (!first) return notATable(FIRST_ROW, EMPTY)
  const found = headingsOf(lines) ?? { nth: 0, row: first.row, names: first.cells, columns: columnsOf(first.cells) }
  if (found.names.length > IMPORT_COLUMNS_MAX) return notATable(found.row, TOO_MANY_COLUMNS)
  const problems = headingProblems(found)
  if (problems.length > 0) return { problems }
  const others = lines.slice(found.nth + 1).filter(({ cells }) => !isRepeated(cells, found.names))
  if (others.length > IMPORT_ROWS_MAX) return notATable(found.row, TOO_MANY_ROWS)
  const unknown = found.names.flatMap((name, nth) => {
    if (found.columns[nth] || name.trim() === '') return []
    const heading = name.trim().slice(0, HEADING_SHOWN_LENGTH)
    return [{ row: found.row, field: heading, msg: LEFT_OUT(heading) }]
  })
  const dayOrder = dayOrderOf(others, found.columns)
  return { rows: others.map((line) => rowOf(line, found.columns, dayOrder)), warnings: unknown }
}

/** Long tables repeat their headings on each page. */
function isRepeated(cells: string[], names: string[]): boolean {
  return cells.length > 1 && names.every((name, nth) => (cells[nth] ?? '').trim() === name.trim())
}

/** The same heading twice is a mistake. Two for the same thing («Биография» and «Примечание») complete each other. */
function headingProblems({ row, names, columns }: Headings): ImportProblem[] {
  const plain = names.map(plainHeading)
  const twice = names.flatMap((name, nth) => {
    const field = name.trim().slice(0, HEADING_SHOWN_LENGTH)
    const isTwice = columns[nth] && columns[nth] !== 'number' && plain.indexOf(plain[nth] ?? '') < nth
    return isTwice ? [{ row, field, msg: `Столбец «${field}» повторяется.` }] : []
  })
  const hasNames = columns.includes('full_name')
  const missing = IMPORT_MUST.filter((name) => !hasNames && !columns.includes(IMPORT_HEADINGS[name])).map((name) => ({
    row,
    field: IMPORT_HEADINGS[name],
    msg: `Нет столбца «${name}». Вместо «Фамилия» и «Имя» подойдёт и один столбец «ФИО».`,
  }))
  return [...missing, ...twice]
}

function rowOf({ row, cells }: TableLine, columns: (Column | undefined)[], dayOrder: DayOrder): ImportRow {
  const said: Partial<Record<Exclude<Column, 'number'>, string>> = {}
  for (const [nth, column] of columns.entries()) {
    const text = (cells[nth] ?? '').trim()
    if (!column || column === 'number' || text === '') continue
    if (column === 'biography') said.biography = said.biography ? `${said.biography}\n\n${text}` : text
    // Excel marks a text by an apostrophe before it.
    else said[column] ??= text.replace(/^['’](?=\S)/, '')
  }
  const { full_name: fullName, life, ...fields } = said
  const [born = '', died = ''] = datesOfLife(life ?? '')
  const { birth_date = born, death_date = died, ...texts } = fields
  return { row, dayOrder, texts: { ...texts, birth_date, death_date, ...readPersonName(texts, fullName) } }
}

/** «1920–1943», «05.05.1920 — ?». */
function datesOfLife(text: string): string[] {
  const apart = text.split(/\s[\p{Pd}\u2212]\s/u)
  return apart.length > 1 ? apart : text.split(/[\p{Pd}\u2212]/u)
}

const WITH_SLASHES = /^\D*(\d{1,2})\s?\/\s?(\d{1,2})\s?\/\s?\d{4}/

/** American dates are told by those of them that no Russian one can be. */
function dayOrderOf(lines: TableLine[], columns: (Column | undefined)[]): DayOrder {
  const dates = [...columns.entries()].flatMap(([nth, column]) =>
    column === 'birth_date' || column === 'death_date' ? [nth] : [],
  )
  let isAmerican = false
  for (const { cells } of lines) {
    for (const nth of dates) {
      const [, first, second] = WITH_SLASHES.exec((cells[nth] ?? '').slice(0, 30)) ?? []
      if (Number(first) > 12) return 'day first'
      if (Number(second) > 12) isAmerican = true
    }
  }
  return isAmerican ? 'month first' : 'day first'
}

const OLE = [0xd0, 0xcf, 0x11, 0xe0]

function isOldExcel(bytes: Uint8Array): boolean {
  return OLE.every((byte, at) => bytes[at] === byte)
}

export function notATable(row: number, msg: string): ReadFile {
  return { problems: [{ row, field: 'file', msg }] }
}
