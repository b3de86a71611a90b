import { readCoordinates } from '@contract/coordinates'
import { isDay, partsOfDay } from '@contract/days'
import type { ExportedPage } from '@contract/export'
import type { Precision } from '@contract/memorial-terms'
import type { RelationKind } from '@contract/relations'
import { inBatches } from '../../lib/zip-of'

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/** What a family tree shows of a page. */
export type PersonInTree = Pick<ExportedPage, 'memorial' | 'burial' | 'address'>

/**
 * The people of pages and their relations in FamilySearch GEDCOM 7.0, for genealogy software, as chunks of text. The ties are
 * among these people.
 */
export async function* gedcomOf(people: PersonInTree[], ties: FamilyTie[]): AsyncGenerator<string> {
  const families = await familiesOf(ties)
  const links = await linksByPerson(families)
  // The format recommends a byte-order mark; Windows software needs it.
  yield textOf(['\ufeff0 HEAD', '1 GEDC', '2 VERS 7.0', '1 LANG ru'])
  for await (const person of inBatches(people)) {
    yield textOf([...linesOfPerson(person), ...(links.get(person.memorial.id) ?? [])])
  }
  for await (const [index, family] of inBatches(families.entries())) yield textOf(linesOfFamily(family, index))
  yield textOf(['0 TRLR'])
}

const textOf = (lines: string[]) => lines.map((line) => `${line}\n`).join('')

function linesOfPerson({ memorial, burial, address }: PersonInTree): string[] {
  const { id, lastname, maiden_name: maidenName, biography } = memorial
  const given = [memorial.name, memorial.surname].filter(Boolean).join(' ')
  return [
    `0 ${personKey(id)} INDI`,
    ...nameLines(given, lastname),
    ...(maidenName ? [...nameLines(given, maidenName), '2 TYPE MAIDEN'] : []),
    ...eventLines('BIRT', memorial.birth_date, memorial.birth_precision),
    ...eventLines('DEAT', memorial.death_date, memorial.death_precision),
    ...(burial ? burialLines(burial) : []),
    ...(biography ? textLines(1, 'NOTE', biography) : []),
    ...addressLines(id, address),
  ]
}

/** The URL in two fields whose concatenation it is: the format's way to write an external identifier. */
function addressLines(id: number, address: string): string[] {
  return [...textLines(1, 'EXID', String(id)), ...textLines(2, 'TYPE', address.slice(0, -String(id).length))]
}

/** By a person's id: the families where they are a child, and those where they are a parent. */
async function linksByPerson(families: Family[]): Promise<Map<number, string[]>> {
  const links = new Map<number, string[]>()
  const add = (id: number, line: string) => {
    const lines = links.get(id)
    if (lines) lines.push(line)
    else links.set(id, [line])
  }
  for await (const [index, { parents, children }] of inBatches(families.entries())) {
    for (const child of children) add(child, `1 FAMC ${familyKey(index)}`)
    for (const parent of parents) add(parent, `1 FAMS ${familyKey(index)}`)
  }
  return links
}

/** In GEDCOM 7, HUSB and WIFE imply nothing about sex. */
function linesOfFamily({ parents: [first, second], children }: Family, index: number): string[] {
  return [
    `0 ${familyKey(index)} FAM`,
    ...(first === undefined ? [] : [`1 HUSB ${personKey(first)}`]),
    ...(second === undefined ? [] : [`1 WIFE ${personKey(second)}`]),
    ...children.map((child) => `1 CHIL ${personKey(child)}`),
  ]
}

const personKey = (id: number) => `@I${id}@`
const familyKey = (index: number) => `@F${index + 1}@`

function nameLines(given: string, lastname: string): string[] {
  // Slashes delimit the last name, so a name must not contain them.
  const [plainGiven = '', plainLastname = ''] = [given, lastname].map((part) => part.replaceAll('/', ' ').trim())
  return [
    ...textLines(1, 'NAME', `${plainGiven} /${plainLastname}/`.trim()),
    ...(given ? textLines(2, 'GIVN', given) : []),
    ...(lastname ? textLines(2, 'SURN', lastname) : []),
  ]
}

/** A death is known even when its day is not. */
function eventLines(tag: 'BIRT' | 'DEAT', date: string | null, precision: Precision): string[] {
  const known = dateOf(date, precision)
  if (known) return [`1 ${tag}`, `2 DATE ${known}`]
  return tag === 'DEAT' ? [`1 ${tag} Y`] : []
}

function dateOf(date: string | null, precision: Precision): string {
  if (!date || !isDay(date) || precision === 'unknown') return ''
  const { year, month, day } = partsOfDay(date)
  if (precision === 'year') return String(Number(year))
  if (precision === 'about') return `ABT ${Number(year)}`
  const ofMonth = `${MONTHS[Number(month) - 1] ?? ''} ${Number(year)}`
  return precision === 'month' ? ofMonth : `${Number(day)} ${ofMonth}`
}

function burialLines({
  burial_address,
  cemetery,
  plot,
  burial_coordinates,
}: NonNullable<ExportedPage['burial']>): string[] {
  const place = [cemetery, burial_address].flatMap((part) => part || [])
  const point = readCoordinates(burial_coordinates ?? '')
  return [
    '1 BURI',
    // Commas separate the levels of a place, the smallest first.
    ...(place.length > 0 || point
      ? textLines(
          2,
          'PLAC',
          place
            .join('\n')
            .split('\n')
            .map((part) => part.trim())
            .join(', '),
        )
      : []),
    ...(point
      ? [
          '3 MAP',
          `4 LATI ${point.latitude < 0 ? 'S' : 'N'}${Math.abs(point.latitude)}`,
          `4 LONG ${point.longitude < 0 ? 'W' : 'E'}${Math.abs(point.longitude)}`,
        ]
      : []),
    ...(plot ? textLines(2, 'NOTE', plot) : []),
  ]
}

/** One GEDCOM line per line of text; a leading @ is doubled. */
function textLines(level: number, tag: string, text: string): string[] {
  const [first = '', ...others] = text.split(/\r\n?|\n/).map((line) => (line.startsWith('@') ? `@${line}` : line))
  return [`${level} ${tag}${first && ` ${first}`}`, ...others.map((line) => `${level + 1} CONT${line && ` ${line}`}`)]
}

/** States that `other` is a `kind` to `person`; both are ids of pages. */
export interface FamilyTie {
  person: number
  other: number
  kind: RelationKind
}

/** A family as in GEDCOM: up to two parents and their common children. */
interface Family {
  parents: number[]
  children: number[]
}

const PARENTS_MAX = 2

/**
 * The families that these ties form, in order of appearance. A child whose parents are unknown shares a family without parents
 * with their siblings.
 */
export async function familiesOf(ties: FamilyTie[]): Promise<Family[]> {
  const families = new Map<string, Family>()
  const familyOf = (parents: number[]): Family => {
    const key = parents.join()
    const family = families.get(key) ?? { parents, children: [] }
    families.set(key, family)
    return family
  }

  for await (const [child, parents] of inBatches(await parentsByChild(ties))) {
    const sorted = [...parents].sort((one, other) => one - other)
    for (let from = 0; from < sorted.length; from += PARENTS_MAX) {
      familyOf(sorted.slice(from, from + PARENTS_MAX)).children.push(child)
    }
  }
  for await (const { person, other, kind } of inBatches(ties)) {
    if (kind === 'spouse') familyOf([person, other].sort((one, another) => one - another))
  }
  return [...families.values(), ...(await siblingsWithoutParents(ties, [...families.values()]))]
}

/** The families of each child, by the child's id. */
async function familiesByChild(families: Family[]): Promise<Map<number, Set<Family>>> {
  const byChild = new Map<number, Set<Family>>()
  for await (const family of inBatches(families)) {
    for (const child of family.children) byChild.set(child, (byChild.get(child) ?? new Set()).add(family))
  }
  return byChild
}

async function siblingsWithoutParents(ties: FamilyTie[], families: Family[]): Promise<Family[]> {
  const known = await familiesByChild(families)
  const made = new Set<Family>()
  const madeFor = new Map<number, Set<Family>>()
  const add = (family: Family, child: number) => {
    family.children.push(child)
    madeFor.set(child, (madeFor.get(child) ?? new Set()).add(family))
  }

  for await (const { person, other, kind } of inBatches(ties)) {
    if (kind !== 'sibling') continue
    if (haveCommon(known, person, other) || haveCommon(madeFor, person, other)) continue
    const [shared] = [...(madeFor.get(person) ?? []), ...(madeFor.get(other) ?? [])]
    if (shared) {
      add(shared, madeFor.get(person)?.has(shared) ? other : person)
      continue
    }
    const family: Family = { parents: [], children: [] }
    made.add(family)
    add(family, person)
    add(family, other)
  }
  return [...made]
}

function haveCommon(families: Map<number, Set<Family>>, one: number, other: number): boolean {
  const ofOther = families.get(other)
  return ofOther !== undefined && [...(families.get(one) ?? [])].some((family) => ofOther.has(family))
}

async function parentsByChild(ties: FamilyTie[]): Promise<Map<number, Set<number>>> {
  const parents = new Map<number, Set<number>>()
  for await (const { person, other, kind } of inBatches(ties)) {
    if (kind !== 'parent' && kind !== 'child') continue
    const [child, parent] = kind === 'parent' ? [person, other] : [other, person]
    parents.set(child, (parents.get(child) ?? new Set()).add(parent))
  }
  return parents
}
