import { readGedcom, type SelectionIndividualRecord } from 'read-gedcom'
import { IMPORT_ROWS_MAX, IMPORT_TREE_MAX_BYTES } from '@contract/import'
import type { ReadFile } from './read-table'
import type { ImportRow } from './row'

const PATRONYMIC = /(вич|вна|ьич|ична|инична|оглы|оглу|кызы|улы)$/i
const TOO_LARGE = `Файл GEDCOM больше ${IMPORT_TREE_MAX_BYTES / 1024 ** 2} МБ: разделите его на несколько.`
const UNREADABLE = 'Файл GEDCOM не удалось прочитать.'

/** The first bytes of a GEDCOM file, after a mark of its encoding. */
export function isGedcom(bytes: Uint8Array): boolean {
  return /^\W*0\s+HEAD/.test(new TextDecoder('latin1').decode(bytes.subarray(0, 64)).replaceAll('\0', ''))
}

/**
 * The people of a family tree of whom it says that they died: pages are for nobody else. `row` is the number of the person in
 * the file.
 */
export function readGedcomFile(bytes: Uint8Array): ReadFile {
  if (bytes.length > IMPORT_TREE_MAX_BYTES) return unreadable(TOO_LARGE)
  try {
    const file = readGedcom(new Uint8Array(bytes).buffer)
    const people = file.getIndividualRecord().arraySelect()
    const rows = people.flatMap((person, nth) => (hasDied(person) ? [asRow(person, nth + 1)] : []))
    if (rows.length > IMPORT_ROWS_MAX) throw new RangeError()
    return { rows }
  } catch {
    return unreadable(UNREADABLE)
  }
}

function unreadable(msg: string): ReadFile {
  return { problems: [{ row: 1, field: 'file', msg }] }
}

function hasDied(person: SelectionIndividualRecord): boolean {
  return person.getEventDeath().length > 0
}

function asRow(person: SelectionIndividualRecord, row: number): ImportRow {
  const name = person.getName()
  const [given = '', family = ''] = name.valueAsParts()[0] ?? []
  const [first = '', ...others] = (given || '').split(/\s+/)
  const last = others.at(-1) ?? ''
  const surname = PATRONYMIC.test(last) ? others.splice(-1).join(' ') : ''
  return {
    row,
    texts: {
      lastname: family,
      name: [first, ...others].join(' '),
      surname,
      birth_date: dateOf(person.getEventBirth().getDate()),
      death_date: dateOf(person.getEventDeath().getDate()),
      biography: person.getNote().value().filter(Boolean).join('\n\n'),
    },
  }
}

type Dates = ReturnType<ReturnType<SelectionIndividualRecord['getEventBirth']>['getDate']>

/** In the manner of a table's cell. Dates of other calendars, ranges and guesses become their year alone. */
function dateOf(dates: Dates): string {
  const [value] = dates.valueAsDate()
  if (!value?.hasDate || !('date' in value)) return ''
  const { date } = value
  const { year, month, day } = date as { year: { value: number; isBce: boolean }; month?: number; day?: number }
  if (!date.calendar.isGregorian || year.isBce) return ''
  const text = String(year.value).padStart(4, '0')
  if (value.isDateApproximated) return `около ${text}`
  if (month === undefined) return text
  return [...(day === undefined ? [] : [day]), month, text].join('.')
}
