import { readGedcom, type SelectionIndividualRecord, type SelectionName } from 'read-gedcom'
import { pointAt, writeCoordinates } from '@contract/coordinates'
import { IMPORT_ROWS_MAX, IMPORT_TREE_MAX_BYTES } from '@contract/import'
import { BIOGRAPHY_MAX_LENGTH } from '@contract/limits'
import { paths } from '@contract/paths'
import { gedcomInUtf8 } from './decoded-text'
import { tiesOf } from './gedcom-families'
import type { ReadFile } from './read-table'
import type { ImportRow } from './row'

const PATRONYMIC = /(вич|вна|ьич|ична|инична|оглы|оглу|кызы|улы)$/i
const TOO_LARGE = `Файл GEDCOM больше ${IMPORT_TREE_MAX_BYTES / 1024 ** 2} МБ: разделите его на несколько.`
/** Letters of all people: notes that many share are read anew for each. */
const TEXT_MAX_LENGTH = 32 * 1024 ** 2
const TOO_MUCH_TEXT = 'В файле слишком много текста: разделите его на несколько.'
const UNREADABLE = 'Файл GEDCOM не удалось прочитать.'

/**
 * The people of a family tree of whom it says that they died: pages are for nobody else. `row` is the number of the person in
 * the file.
 */
export function readGedcomFile(bytes: Uint8Array): ReadFile {
  if (bytes.length > IMPORT_TREE_MAX_BYTES) return unreadable(TOO_LARGE)
  try {
    const file = readGedcom(new Uint8Array(gedcomInUtf8(bytes)).buffer)
    const people = file.getIndividualRecord().arraySelect()
    const dead = people.flatMap((person, nth) => (hasDied(person) ? [{ person, row: nth + 1 }] : []))
    if (dead.length > IMPORT_ROWS_MAX) throw new RangeError()
    const rowOf = new Map(dead.map(({ person, row }) => [person[0]?.pointer ?? '', row]))
    const rows = dead.map(({ person, row }) => asRow(person, row))
    const letters = rows.reduce((sum, { texts }) => sum + (texts.biography?.length ?? 0), 0)
    if (letters > TEXT_MAX_LENGTH) return unreadable(TOO_MUCH_TEXT)
    return {
      rows,
      ties: tiesOf(file.getFamilyRecord(), rowOf),
    }
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
  const burial = burialOf(person)
  return {
    row,
    texts: {
      ...namesOf(person),
      birth_date: dateOf(person.getEventBirth().getDate()),
      death_date: dateOf(person.getEventDeath().getDate()),
      biography: biographyOf(person),
    },
    ...(burial && { burial }),
  }
}

/**
 * Somebody who married is remembered under the last name, and the first one is the maiden name. Some programs keep the name of
 * the marriage in a field of their own.
 */
function namesOf(person: SelectionIndividualRecord) {
  const names = person.getName().arraySelect()
  const ofType = (type: string) => names.find((name) => typeOf(name) === type)
  const maiden = ofType('MAIDEN')
  const first = names.find((name) => name !== maiden) ?? maiden
  const [given, family] = partsOf(first)
  const [, married] = partsOf(ofType('MARRIED'))
  const lastname = married || (first?.get('_MARNM').valueNonNull()[0] ?? '').trim() || family
  const [, born] = maiden ? partsOf(maiden) : ['', family]
  const [name = '', ...others] = given.split(/\s+/)
  const surname = PATRONYMIC.test(others.at(-1) ?? '') ? others.splice(-1).join(' ') : ''
  return { lastname, name: [name, ...others].join(' '), surname, maiden_name: born === lastname ? '' : born }
}

function typeOf(name: SelectionName): string | undefined {
  return name.getType().valueNonNull()[0]?.trim().toUpperCase()
}

/** Given names, which may stand after the family's too, and the family's. */
function partsOf(name: SelectionName | undefined): [given: string, family: string] {
  const [before, family, after] = name?.valueAsParts()[0] ?? []
  return [[before, after].flatMap((part) => part?.trim() || []).join(' '), family?.trim() ?? '']
}

const SHARED_NOTE = /^@[^@ ]+@$/

/**
 * What is written of a person, without the address of their page, which older files of ours have among it. No more is read
 * than tells that it is too long.
 */
function biographyOf(person: SelectionIndividualRecord): string {
  const ownAddress = paths.memorial(Number(/^@I(\d+)@$/.exec(person[0]?.pointer ?? '')?.[1]))
  let biography = ''
  for (const note of person.getNote().arraySelect()) {
    const isShared = SHARED_NOTE.test(note[0]?.value ?? '')
    for (const text of isShared ? note.getNoteRecord().valueNonNull() : note.valueNonNull()) {
      if (text === '' || (/^https?:\S+$/.test(text) && text.endsWith(ownAddress))) continue
      biography += biography === '' ? text : `\n\n${text}`
      if (biography.length > BIOGRAPHY_MAX_LENGTH) return biography.slice(0, BIOGRAPHY_MAX_LENGTH + 1)
    }
  }
  return biography
}

/** The parts of a place are not told apart: a program may mean a cemetery by one, or a town. */
function burialOf(person: SelectionIndividualRecord): ImportRow['burial'] {
  const burial = person.getEventBurial()
  const place = burial.getPlace()
  const [latitude, longitude] = ['LATI', 'LONG'].map((tag) =>
    degreesOf(place.get('MAP').get(tag).valueNonNull()[0] ?? ''),
  )
  const point = pointAt(latitude, longitude)
  const said = {
    burial_address: place.valueNonNull()[0] ?? '',
    plot: burial.getNote().valueNonNull()[0] ?? '',
    burial_coordinates: point ? writeCoordinates(point) : '',
  }
  return Object.values(said).some(Boolean) ? said : undefined
}

/** N55.6 and W37.4, with as many digits as a file has. */
function degreesOf(text: string): number | undefined {
  const [, side, degrees] = /^([NSEW+-]?)(\d{1,3}(?:\.\d{1,15})?)$/.exec(text.trim()) ?? []
  if (degrees === undefined) return undefined
  return side && 'SW-'.includes(side) ? -Number(degrees) : Number(degrees)
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
