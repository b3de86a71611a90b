import { setImmediate as otherWork } from 'node:timers/promises'
import type { ImportCorrection, ImportProblem, ImportTrial } from '@contract/import'
import type { MemorialDraft } from '@contract/memorial'
import { fullName } from '@contract/names'
import type { Db } from '../../db/schema'
import { nameKey } from '../../lib/search-text'
import { countPlacesLeft } from '../memorials/repository'
import { inBatches, type KnownPerson, listNamesakes } from './repository'
import { problemsShown } from './reading/problems'

/** A validated file. `rowName` is the word for its rows, such as «строка». */
export interface TriedFile {
  rows: number
  ready: { row: number; draft: MemorialDraft }[]
  problems: ImportProblem[]
  warnings?: ImportProblem[]
  toCorrect?: ImportCorrection[]
  rowName: string
}

/** What the import of a file would do for an account. */
export async function trialOf(
  db: Db,
  ownerId: number,
  { rows, ready, problems, warnings = [], toCorrect = [], rowName }: TriedFile,
): Promise<ImportTrial> {
  const repeats = await repeatsAmong(db, ownerId, { people: ready, rowName })
  return {
    rows,
    ready: ready.length,
    problems: problemsShown(problems),
    warnings: problemsShown([...warnings, ...repeats]),
    public_pages: ready.filter(({ draft }) => draft.public_status).length,
    to_correct: toCorrect,
    places_left: Math.max(0, await countPlacesLeft(db, ownerId)),
  }
}

/** A person of a valid row. */
export interface PersonOfRow {
  row: number
  draft: Pick<MemorialDraft, 'lastname' | 'name' | 'surname' | 'birth_date'>
}

const HAS_PAGE = 'похоже, такая страница у вас уже есть.'
const ABOVE = (other: string) => `похоже, этот человек уже есть в файле: ${other}.`

/**
 * Warns about people who seem to have a page of the account already, and about likely duplicates in the file. `rowName` is the
 * word for a row, such as «строка».
 */
async function repeatsAmong(
  db: Db,
  ownerId: number,
  { people, rowName }: { people: PersonOfRow[]; rowName: string },
): Promise<ImportProblem[]> {
  const keyed = await withKeys(people)
  const namesakes = await listNamesakes(
    db,
    ownerId,
    keyed.map(({ key }) => key),
  )
  const pages = createKnownPeople<true>()
  for (const page of namesakes) pages.add(page, true)

  const rows = createKnownPeople<number>()
  const warnings: ImportProblem[] = []
  for (const some of inBatches(keyed)) {
    for (const { row, draft, key } of some) {
      const above = rows.find(key)
      rows.add(key, row)
      const what = pages.find(key) ? HAS_PAGE : above !== undefined ? ABOVE(`${rowName} ${above}`) : undefined
      if (what !== undefined) warnings.push({ row, field: 'page', msg: `${fullName(draft)}: ${what}` })
    }
    await otherWork()
  }
  return warnings
}

/** Yields to other work between chunks of a large file, here and above. */
async function withKeys(people: PersonOfRow[]) {
  const keyed: (PersonOfRow & { key: KnownPerson })[] = []
  for (const some of inBatches(people)) {
    keyed.push(...some.map(({ row, draft }) => ({ row, draft, key: keyOf(draft) })))
    await otherWork()
  }
  return keyed
}

function keyOf({ lastname, name, surname, birth_date }: PersonOfRow['draft']): KnownPerson {
  return { lastname_key: nameKey(lastname), name_key: nameKey(name), surname_key: nameKey(surname), birth_date }
}

/**
 * A map of people. The same person has the same last and first name and the same day of birth, or none; a patronymic
 * distinguishes two people only where both have one.
 */
function createKnownPeople<T>() {
  const known = new Map<string, Map<string, T>>()
  const namesakes = ({ lastname_key: lastname, name_key: name, birth_date: birth }: KnownPerson) =>
    JSON.stringify([lastname, name, birth])

  return {
    /** The first value of a name wins. */
    add(person: KnownPerson, value: T): void {
      const key = namesakes(person)
      const bySurname = known.get(key) ?? new Map<string, T>()
      known.set(key, bySurname)
      if (!bySurname.has(person.surname_key)) bySurname.set(person.surname_key, value)
    },

    find(person: KnownPerson): T | undefined {
      const bySurname = known.get(namesakes(person))
      if (person.surname_key === '') return bySurname?.values().next().value
      return bySurname?.get(person.surname_key) ?? bySurname?.get('')
    },
  }
}
