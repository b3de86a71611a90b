import { zipFiles } from './taken-pages'

/** Small spreadsheets, as Excel and LibreOffice write them. */

/** `day` is YYYY-MM-DD; `format` a number format of Excel; `shown` what LibreOffice displays. */
export type Cell =
  | string
  | number
  | boolean
  | null
  | { day: string; format?: string; shown?: string }
  | { formula: string; value: string | number }

export interface XlsxOptions {
  is1904?: boolean
  /** Texts in the cells, as some programs write them, instead of shared ones. */
  isInline?: boolean
  /** Sheets before this one. */
  before?: { name: string; state?: string; rows: Cell[][] }[]
  /** Replaces entries, such as `xl/workbook.xml`. */
  entries?: Record<string, string>
}

const DAY_MS = 86_400_000
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export async function xlsx(
  rows: Cell[][],
  { is1904 = false, isInline = false, before = [], entries }: XlsxOptions = {},
) {
  const texts: string[] = []
  const formats: string[] = []
  const sheets = [...before, { name: 'Лист1', rows }]
  const styleOf = (format: string): number => {
    const nth = formats.indexOf(format)
    return nth === -1 ? formats.push(format) : nth + 1
  }
  const cell = (value: Cell, reference: string): string => {
    if (value === null || value === '') return ''
    if (typeof value === 'number') return `<c r="${reference}"><v>${value}</v></c>`
    if (typeof value === 'boolean') return `<c r="${reference}" t="b"><v>${Number(value)}</v></c>`
    if (typeof value === 'string') {
      if (isInline) return `<c r="${reference}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
      return `<c r="${reference}" t="s"><v>${texts.push(value) - 1}</v></c>`
    }
    if ('formula' in value) {
      const type = typeof value.value === 'string' ? ' t="str"' : ''
      return `<c r="${reference}"${type}><f>${escaped(value.formula)}</f><v>${escaped(String(value.value))}</v></c>`
    }
    return `<c r="${reference}" s="${styleOf(value.format ?? 'dd\\.mm\\.yyyy')}"><v>${serialOf(value.day, is1904)}</v></c>`
  }
  const sheetXml = sheets.map(({ rows: lines }) => {
    const xml = lines.map((line, nth) => {
      const cells = line.map((value, at) => cell(value, `${columnName(at)}${nth + 1}`)).join('')
      return `<row r="${nth + 1}">${cells}</row>`
    })
    return `${XML}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${xml.join('')}</sheetData></worksheet>`
  })
  const shared = texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')
  return zipped({
    '[Content_Types].xml': `${XML}<Types/>`,
    'xl/workbook.xml': `${XML}<workbook xmlns:r="${OFFICE}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${sheets
      .map(
        (sheet, nth) =>
          `<sheet name="${sheet.name}" sheetId="${nth + 1}" r:id="rId${nth + 1}"${'state' in sheet && sheet.state ? ` state="${sheet.state}"` : ''}/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships>${sheets
      .map((_sheet, nth) => `<Relationship Id="rId${nth + 1}" Target="worksheets/sheet${nth + 1}.xml"/>`)
      .join('')}</Relationships>`,
    ...Object.fromEntries(sheetXml.map((xml, nth) => [`xl/worksheets/sheet${nth + 1}.xml`, xml])),
    'xl/sharedStrings.xml': `${XML}<sst>${shared}</sst>`,
    'xl/styles.xml': `${XML}<styleSheet><numFmts>${formats
      .map((code, nth) => `<numFmt numFmtId="${164 + nth}" formatCode="${escaped(code)}"/>`)
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
      .map((_code, nth) => `<xf numFmtId="${164 + nth}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    ...entries,
  })
}

/** `rows` may hold lines of XML too, such as repeated rows. */
export async function ods(rows: (Cell[] | string)[]) {
  const cell = (value: Cell): string => {
    const typed = (attributes: string, text: string) =>
      `<table:table-cell office:value-type=${attributes}><text:p>${escaped(text)}</text:p></table:table-cell>`
    if (value === null || value === '') return '<table:table-cell/>'
    if (typeof value === 'number') return typed(`"float" office:value="${value}"`, String(value))
    if (typeof value === 'boolean')
      return typed(`"boolean" office:boolean-value="${value}"`, String(value).toUpperCase())
    if (typeof value === 'string') return typed('"string"', value)
    if ('formula' in value) return typed(`"string" table:formula="of:=${escaped(value.formula)}"`, String(value.value))
    return typed(`"date" office:date-value="${value.day}"`, value.shown ?? value.day.split('-').reverse().join('.'))
  }
  const lines = rows.map((row) =>
    typeof row === 'string' ? row : `<table:table-row>${row.map(cell).join('')}</table:table-row>`,
  )
  return zipped({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'META-INF/manifest.xml': `${XML}<manifest/>`,
    'content.xml': `${XML}<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="Лист1">${lines.join('')}</table:table></office:spreadsheet></office:body></office:document-content>`,
  })
}

function zipped(entries: Record<string, string>): Promise<Buffer> {
  return zipFiles(Object.entries(entries).map(([name, content]) => [name, Buffer.from(content)]))
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

function columnName(nth: number): string {
  const last = String.fromCharCode(65 + (nth % 26))
  return nth < 26 ? last : columnName(Math.floor(nth / 26) - 1) + last
}

/** As Excel counts: from 1900, which it takes for a leap year, or from 1904. */
function serialOf(day: string, is1904: boolean): number {
  const instant = Date.parse(day)
  if (is1904) return (instant - Date.UTC(1904, 0, 1)) / DAY_MS
  const days = (instant - Date.UTC(1899, 11, 30)) / DAY_MS
  return days > 60 ? days : days - 1
}
