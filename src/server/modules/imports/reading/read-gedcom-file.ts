import { readGedcom, type SelectionFamilyRecord, type SelectionIndividualRecord, type SelectionName } from 'read-gedcom'
import { pointAt, writeCoordinates } from '@contract/coordinates'
import { IMPORT_ROWS_MAX, IMPORT_TREE_MAX_BYTES } from '@contract/import'
import { BIOGRAPHY_MAX_LENGTH } from '@contract/limits'
import { paths } from '@contract/paths'
import { gedcomInUtf8, type ReadFile } from './read-table'
import type { ImportRow, RowTie } from './row'

const PATRONYMIC = /(вич|вна|ьич|ична|инична|оглы|оглу|кызы|улы)$/i
const TOO_LARGE = `Файл GEDCOM больше ${IMPORT_TREE_MAX_BYTES / 1024 ** 2} МБ: разделите его на несколько.`
/** Characters for all people together: a shared note is read again for each of them. */
const TEXT_MAX_LENGTH = 32 * 1024 ** 2
const TOO_MUCH_TEXT = 'В файле слишком много текста: разделите его на несколько.'
const UNREADABLE = 'Файл GEDCOM не удалось прочитать.'

/**
 * The people whom a family tree states to have died: pages exist for no one else. `row` is the number of the person in the
 * file.
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
 * A married person is remembered under the married name, and the name at birth is the maiden name. Some programs store the
 * married name in a separate field.
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

/** Given names, which may also follow the surname, and the surname. */
function partsOf(name: SelectionName | undefined): [given: string, family: string] {
  const [before, family, after] = name?.valueAsParts()[0] ?? []
  return [[before, after].flatMap((part) => part?.trim() || []).join(' '), family?.trim() ?? '']
}

const SHARED_NOTE = /^@[^@ ]+@$/

/**
 * The notes on a person, without the URL of their page, which our older exports contain. Stops reading once the text is too
 * long.
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

/** Does not interpret the levels of a place: one may be a cemetery or a town, depending on the program. */
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

/** Parses values such as N55.6 and W37.4. */
function degreesOf(text: string): number | undefined {
  const [, side, degrees] = /^([NSEW+-]?)(\d{1,3}(?:\.\d{1,15})?)$/.exec(text.trim()) ?? []
  if (degrees === undefined) return undefined
  return side && 'SW-'.includes(side) ? -Number(degrees) : Number(degrees)
}

type Dates = ReturnType<ReturnType<SelectionIndividualRecord['getEventBirth']>['getDate']>

/** Formats a date like a table cell. An estimate becomes «около» and its year; ranges and other calendars are dropped. */
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

const PARTNERS_MAX = 2
/** Siblings in larger families are not tied pairwise: their parents tie them. */
const CHILDREN_MAX = 20
/** Per file. Thousands of families have fewer. */
const TIES_MAX = 100_000

/**
 * The relations in a family tree, once per pair. Skips people without a row. Throws RangeError when there are too many ties for
 * one import.
 */
function tiesOf(families: SelectionFamilyRecord, rowOf: ReadonlyMap<string, number>): RowTie[] {
  const ties = new Map<string, RowTie>()
  const add = (tie: RowTie) => {
    const between = [tie.row, tie.other].sort((one, other) => one - other).join()
    if (tie.row === tie.other || ties.has(between)) return
    if (ties.size === TIES_MAX) throw new RangeError()
    ties.set(between, tie)
  }
  for (const { partners, children } of families.arraySelect().map((family) => membersOf(family, rowOf))) {
    for (const row of children) for (const other of partners) add({ row, other, kind: 'parent' })
    const [one, another] = partners
    if (one !== undefined && another !== undefined) add({ row: one, other: another, kind: 'spouse' })
    if (children.length > CHILDREN_MAX) continue
    for (const [nth, row] of children.entries())
      for (const other of children.slice(nth + 1)) add({ row, other, kind: 'sibling' })
  }
  return [...ties.values()]
}

function membersOf(family: SelectionFamilyRecord, rowOf: ReadonlyMap<string, number>) {
  const rowsOf = (tags: string[], max = Infinity) =>
    family
      .get(tags)
      .valueNonNull()
      .slice(0, max)
      .flatMap((pointer) => rowOf.get(pointer) ?? [])
  return { partners: rowsOf(['HUSB', 'WIFE'], PARTNERS_MAX), children: rowsOf(['CHIL']) }
}
