import { IMPORT_COLUMNS_MAX } from '@contract/import'
import { headingsOf, notATable, type ReadFile, tableOf } from './read-table'
import { fill, ENTRY_MAX_BYTES, SHEETS_MAX, TooMuchText, parse, lineCollector, type Sheet } from './sheet-lines'
import { sheetsOfXlsx } from './xlsx'
import { openExportedZip, spreadsheetKind, type ZipReader } from './zip-reader'

/**
 * XLSX (ECMA-376) and ODS (ISO 26300) as lines of text. Only values are read: formulas count by the results that the file
 * has of them. Streamed by yauzl and saxes, which expands no entities, so that the memory is that of the texts.
 */

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
