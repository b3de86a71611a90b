import { pointAt, writeCoordinates } from '@contract/coordinates'
import { IMPORT_ROWS_MAX, type ImportProblem } from '@contract/import'
import { BIOGRAPHY_MAX_LENGTH, LIFESPAN_MAX_YEARS, PLOT_MAX_LENGTH } from '@contract/limits'
import { fullName, type PersonName } from '@contract/names'
import { counted, type Forms } from '@contract/plurals'
import {
  ENDLESS_LENGTH,
  eventDate,
  factsOf,
  isDeniedEvent,
  LINES_MAX,
  NO_DATE,
  textOfNote,
  notesOf,
  placeOf,
  plainText,
  type SharedRecords,
} from './gedcom-biography'
import { type GedcomDate, spokenDate } from './gedcom-dates'
import { namesOf } from './gedcom-names'
import { childrenOf, type GedcomNode, type GedcomRecord, gedcomRecords, gedcomText, valueOf } from './gedcom-records'
import type { ReadFile } from './read-table'
import type { ImportRow, RowTie } from './row'

/** Characters for all people together: each person who shares a note has it in full. */
const TEXT_MAX_LENGTH = 32 * 1024 ** 2
const TOO_MUCH_TEXT = 'В файле слишком много текста: разделите его на несколько.'
const TOO_MANY_PEOPLE = `В дереве больше ${IMPORT_ROWS_MAX} умерших: разделите его на несколько.`
const TOO_MANY_TIES = 'В дереве слишком много родственных связей: разделите его на несколько.'

/**
 * The people of a family tree who died: pages exist for no one else. `row` is the number of the person in the file. One person
 * never stops a tree: what is not understood becomes a warning, and stays in the biography.
 */
export function readGedcomFile(bytes: Uint8Array, { presumed = true } = {}): ReadFile {
  const text = gedcomText(bytes)
  const shared = sharedRecordsOf(text)
  const rows: ImportRow[] = []
  const rowOf = new Map<string, number>()
  const warnings: ImportProblem[] = []
  let [people, living, characters] = [0, 0, 0]
  for (const record of gedcomRecords(text)) {
    if (record.tag !== 'INDI') continue
    const row = ++people
    const died = deathOf(record)
    if (died === 'no' || (died === 'presumed' && !presumed)) {
      living++
      continue
    }
    if (rows.length === IMPORT_ROWS_MAX) return unreadable(TOO_MANY_PEOPLE)
    const { read, warnings: ofPerson } = asRow(record, { row, shared, isPresumed: died === 'presumed' })
    characters += read.texts.biography?.length ?? 0
    if (characters > TEXT_MAX_LENGTH) return unreadable(TOO_MUCH_TEXT)
    rows.push(read)
    warnings.push(...ofPerson)
    if (record.pointer !== '') rowOf.set(record.pointer, row)
  }
  const ties = tiesOf(shared.families, rowOf)
  if (!ties) return unreadable(TOO_MANY_TIES)
  if (living > 0) warnings.unshift({ row: 1, field: 'file', msg: LEFT_OUT(living) })
  return { rows, ties, warnings }
}

const PEOPLE: Forms = ['человек', 'человека', 'человек']
const LEFT_OUT = (count: number) =>
  `${counted(count, PEOPLE)} из древа не возьмём: в нём не сказано, что они умерли. Страницы создаются только для умерших.`

function unreadable(msg: string): ReadFile {
  return { problems: [{ row: 1, field: 'file', msg }] }
}

function sharedRecordsOf(text: string): SharedRecords {
  const shared: SharedRecords = { notes: new Map(), files: new Map(), families: [], marriages: new Map() }
  for (const record of gedcomRecords(text)) {
    const { tag, pointer, value } = record
    if (tag === 'NOTE' || tag === 'SNOTE') shared.notes.set(pointer, plainText(value).trim())
    else if (tag === 'OBJE') shared.files.set(pointer, filesOf(record))
    else if (tag === 'FAM') {
      const events = childrenOf(record, 'MARR', 'DIV')
      for (const { value: partner } of childrenOf(record, 'HUSB', 'WIFE').slice(0, PARTNERS_MAX)) {
        const all = shared.marriages.get(partner.trim())
        if (all) all.push(...events.slice(0, LINES_MAX))
        else if (events.length > 0) shared.marriages.set(partner.trim(), events.slice(0, LINES_MAX))
      }
      shared.families.push({ ...record, children: childrenOf(record, 'HUSB', 'WIFE', 'CHIL') })
    }
  }
  return shared
}

const PICTURE = /\.(?:jpe?g|png|webp|heic|heif|gif|bmp|tiff?|avif)$/i

/** The names of picture files, without their folders. */
function filesOf(object: GedcomNode): string[] {
  const names = childrenOf(object, 'FILE').map(({ value }) => value.trim().split(/[\\/]/).at(-1) ?? '')
  return names.filter((name) => PICTURE.test(name)).map(decodedUri)
}

/** GEDCOM 7 writes names of files as parts of a URI. */
function decodedUri(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

const ALIVE = /^(?:living|alive|жива?)$/i
/** So old, no one lives: such people are taken unless the tree says that they live. */
const OLDEST_YEARS = 110

function deathOf(person: GedcomNode): 'yes' | 'presumed' | 'no' {
  const deaths = childrenOf(person, 'DEAT')
  const isDenied =
    deaths.some((death) => isDeniedEvent(death) || ALIVE.test(valueOf(death, 'DATE'))) ||
    childrenOf(person, 'NO').some(({ value }) => value.trim() === 'DEAT')
  if (isDenied) return 'no'
  if (deaths.length > 0 || childrenOf(person, 'BURI', 'CREM', 'PROB').some((event) => !isDeniedEvent(event)))
    return 'yes'
  return yearOf(dateOf(person, 'BIRT', 'CHR', 'BAPM')) <= new Date().getFullYear() - OLDEST_YEARS ? 'presumed' : 'no'
}

interface PersonContext {
  row: number
  shared: SharedRecords
  /** No death is stated, but the birth was too long ago. */
  isPresumed: boolean
}

/** NaN when it is unknown. */
function yearOf({ cell }: GedcomDate): number {
  return Number(/\d{4}$/.exec(cell)?.[0])
}

function asRow(
  person: GedcomRecord,
  { row, shared, isPresumed }: PersonContext,
): { read: ImportRow; warnings: ImportProblem[] } {
  const names = namesOf(person)
  const birth = dateOf(person, 'BIRT')
  const stated = dateOf(person, 'DEAT')
  const isTooLate = yearOf(stated) - yearOf(birth) > LIFESPAN_MAX_YEARS
  const death = isTooLate ? { cell: '', more: spokenDate(stated) } : stated
  const burial = burialOf(person, shared)
  const notes = notesOf(person, shared)
  const facts = factsOf(person, { shared, birth, death, alsoCalled: names.also })
  const biography = [...notes.texts, facts].filter(Boolean).join('\n\n')
  const isEndless = Math.max(notes.length, biography.length) > ENDLESS_LENGTH
  const warnings: ImportProblem[] = []
  const warn = (field: string, msg: string) =>
    warnings.push({ row, field, msg: `${fullName(names.texts as PersonName)}: ${msg}` })
  if (isPresumed) warn('death_date', LONG_AGO)
  if (isTooLate) warn('death_date', TOO_LATE(spokenDate(stated)))
  if (birth.unclear !== undefined) warn('birth_date', UNCLEAR(birth.unclear))
  if (death.unclear !== undefined) warn('death_date', UNCLEAR(death.unclear))
  if (biography.length > BIOGRAPHY_MAX_LENGTH && !isEndless)
    warn('biography', CUT(biography.slice(BIOGRAPHY_MAX_LENGTH)))
  const pictures = childrenOf(person, 'OBJE').flatMap(
    (object) => shared.files.get(object.value.trim()) ?? filesOf(object),
  )
  const read: ImportRow = {
    row,
    texts: {
      ...names.texts,
      birth_date: birth.cell,
      death_date: death.cell,
      // An endless text stays too long, so that the person is refused.
      biography: isEndless ? 'я'.repeat(BIOGRAPHY_MAX_LENGTH + 1) : biography.slice(0, BIOGRAPHY_MAX_LENGTH),
    },
    ...(burial && { burial }),
    ofTree: { pictures, isPresumed },
  }
  return { read, warnings }
}

const TOO_LATE = (said: string) =>
  `между рождением и смертью больше ${LIFESPAN_MAX_YEARS} лет. Дата смерти «${said}» останется в биографии.`
const LONG_AGO = 'о смерти в древе не сказано, но с рождения прошло больше 110 лет.'
const UNCLEAR = (said: string) => `дату «${said}» понять не удалось. Она останется в биографии как написана.`
const CUT = (rest: string) =>
  `биография длиннее ${BIOGRAPHY_MAX_LENGTH} знаков. Не поместилось то, что начинается так: «${rest.trim().slice(0, 80)}».`
/** The first date of these events that says something. */
function dateOf(person: GedcomNode, ...events: string[]): GedcomDate {
  for (const event of childrenOf(person, ...events)) {
    const date = eventDate(event)
    if (date.cell !== '' || date.more !== undefined) return date
  }
  return NO_DATE
}

/** Does not interpret the levels of a place: one may be a cemetery or a town, depending on the program. */
function burialOf(person: GedcomNode, shared: SharedRecords): ImportRow['burial'] {
  const [burial] = childrenOf(person, 'BURI')
  const [place] = childrenOf(burial, 'PLAC')
  const [map] = childrenOf(place, 'MAP')
  const [latitude, longitude] = ['LATI', 'LONG'].map((tag) => degreesOf(valueOf(map, tag)))
  const point = pointAt(latitude, longitude)
  const plot = textOfNote(burial, shared)
  const said = {
    burial_address: placeOf(burial),
    cemetery: valueOf(burial, '_CEME', 'CEME'),
    plot: plot.length <= PLOT_MAX_LENGTH ? plot : '',
    burial_coordinates: point ? writeCoordinates(point) : '',
  }
  if (!Object.values(said).some(Boolean)) return undefined
  return Object.fromEntries(Object.entries(said).filter(([, text]) => text !== ''))
}

/** Parses values such as N55.6 and W37.4. */
function degreesOf(text: string): number | undefined {
  const [, side, degrees] = /^([NSEW+-]?)(\d{1,3}(?:\.\d{1,15})?)$/.exec(text.trim()) ?? []
  if (degrees === undefined) return undefined
  return side && 'SW-'.includes(side) ? -Number(degrees) : Number(degrees)
}

const PARTNERS_MAX = 2
/** Siblings in larger families are not tied pairwise: their parents tie them. */
const CHILDREN_MAX = 20
/** Per file. People in families of five have three ties each. */
const TIES_MAX = 400_000
/** Per file. Beyond it, children are tied by their parents alone. */
const SIBLINGS_MAX = 100_000

/**
 * The relations in a family tree, once per pair. Skips people without a row. Undefined when there are too many ties for one
 * import.
 */
function tiesOf(families: GedcomRecord[], rowOf: ReadonlyMap<string, number>): RowTie[] | undefined {
  const ties: RowTie[] = []
  const pairs = new Set<number>()
  const add = (tie: RowTie) => {
    const pair = Math.min(tie.row, tie.other) * 2 ** 26 + Math.max(tie.row, tie.other)
    if (tie.row === tie.other || pairs.has(pair)) return
    pairs.add(pair)
    ties.push(tie)
  }
  const all = families.map((family) => membersOf(family, rowOf))
  for (const { partners, children } of all) {
    for (const row of children) for (const other of partners) add({ row, other, kind: 'parent' })
    const [one, another] = partners
    if (one !== undefined && another !== undefined) add({ row: one, other: another, kind: 'spouse' })
    if (ties.length > TIES_MAX) return undefined
  }
  const most = ties.length + SIBLINGS_MAX
  // First those whom no parents tie.
  for (const { partners, children } of all.sort((one, other) => one.partners.length - other.partners.length)) {
    if (children.length > CHILDREN_MAX) continue
    if (ties.length > most) return partners.length === 0 ? undefined : ties
    for (const [nth, row] of children.entries())
      for (const other of children.slice(nth + 1)) add({ row, other, kind: 'sibling' })
  }
  return ties
}

function membersOf(family: GedcomRecord, rowOf: ReadonlyMap<string, number>) {
  const rowsOf = (...tags: string[]) => childrenOf(family, ...tags).map(({ value }) => rowOf.get(value.trim()))
  const known = (rows: (number | undefined)[]) => rows.filter((row) => row !== undefined)
  return { partners: known(rowsOf('HUSB', 'WIFE').slice(0, PARTNERS_MAX)), children: known(rowsOf('CHIL')) }
}
