import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { ImportCorrection, ImportProblem, ImportProgress, ImportTrial } from '@contract/import'
import { fullName } from '@contract/names'
import type { Db } from '../../db/schema'
import { ApiError } from '../../lib/api-error'
import { seal, unseal } from '../../lib/sealed'
import { nameKey } from '../../lib/search-text'
import type { SecretKey } from '../../lib/token'
import { countPlacesLeft } from '../memorials/repository'
import { flatMapInTurns, inBatches, type KnownPerson, listNamesakes } from './repository'
import { problemsShown } from './reading/problems'
import type { TriedRow } from './reading/row'

/** A validated file. `rowName` is the word for its rows, such as «строка». */
export interface TriedFile {
  rows: number
  ready: Pick<TriedRow, 'row' | 'draft' | 'ofTree'>[]
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
  const shown = await flatMapInTurns(ready, ({ draft }) => (draft.public_status ? [draft] : []))
  const presumed = await flatMapInTurns(ready, ({ ofTree }) => (ofTree?.isPresumed ? [ofTree] : []))
  return {
    rows,
    ready: ready.length,
    problems: problemsShown(problems),
    warnings: problemsShown([...warnings, ...repeats]),
    public_pages: shown.length,
    presumed: presumed.length,
    to_correct: toCorrect,
    places_left: Math.max(0, await countPlacesLeft(db, ownerId)),
  }
}

type PersonOfRow = Pick<TriedRow, 'row' | 'draft'>

/** The names of a hundred thousand people at once would take a tenth of a second to send. */
const PEOPLE_OF_QUERY = 5000
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
  const rows = createKnownPeople<number>()
  const warnings: ImportProblem[] = []
  for (const some of inBatches(people, PEOPLE_OF_QUERY)) {
    const keyed = await flatMapInTurns(some, ({ row, draft }) => [{ row, draft, key: keyOf(draft) }])
    const namesakes = await listNamesakes(
      db,
      ownerId,
      keyed.map(({ key }) => key),
    )
    const pages = createKnownPeople<true>()
    for (const page of namesakes) pages.add(page, true)
    const repeats = await flatMapInTurns(keyed, ({ row, draft, key }) => {
      const above = rows.find(key)
      rows.add(key, row)
      const what = pages.find(key) ? HAS_PAGE : above !== undefined ? ABOVE(`${rowName} ${above}`) : undefined
      return what === undefined ? [] : [{ row, field: 'page', msg: `${fullName(draft)}: ${what}` }]
    })
    for (const repeat of repeats) warnings.push(repeat)
  }
  return warnings
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

/** Its outcome can be asked for so long. */
const RETAINED_SECONDS = 600
const SHARED_EVERY_MS = 1000
const PURPOSE = 'import trial'
const FAILED = 'Не удалось проверить файл. Пожалуйста, попробуйте ещё раз.'

/** Trials that were answered before they were over. */
export interface ImportTrials {
  /** Returns the id under which `find` reports on the trial. */
  follow(accountId: number, work: Promise<ImportTrial>, progress: Int32Array): string
  /** Undefined for an unknown trial, and for one of another account. */
  find(accountId: number, id: string): Promise<ImportProgress | undefined>
}

/** In memory, and sealed in Redis where several processes serve. */
export function createImportTrials({
  redis,
  secretKey,
}: {
  redis?: Redis | undefined
  secretKey: SecretKey
}): ImportTrials {
  const own = new Map<string, () => ImportProgress>()
  const keyOf = (accountId: number, id: string) => `import-trial:${accountId}:${id}`

  async function share(key: string, progress: ImportProgress): Promise<void> {
    const sealed = seal(secretKey, PURPOSE, JSON.stringify(progress)).toString('base64')
    // Without Redis, other processes do not know of it; this one does.
    await redis?.set(key, sealed, 'EX', RETAINED_SECONDS).catch(() => undefined)
  }

  return {
    follow(accountId, work, progress) {
      const id = randomUUID()
      const key = keyOf(accountId, id)
      let outcome: Pick<ImportProgress, 'state' | 'trial' | 'detail'> = { state: 'reading' }
      const current = () => ({ ...outcome, done: progress[0] ?? 0, of: progress[1] ?? 0 })
      own.set(key, current)
      const sharing = redis && setInterval(() => void share(key, current()), SHARED_EVERY_MS)
      const end = (ended: typeof outcome) => {
        outcome = ended
        clearInterval(sharing)
        if (redis) void share(key, current())
        setTimeout(() => own.delete(key), RETAINED_SECONDS * 1000).unref()
      }
      if (redis) void share(key, current())
      work.then(
        (trial) => end({ state: 'done', trial }),
        (error: unknown) => end({ state: 'failed', detail: reasonOf(error) }),
      )
      return id
    },

    async find(accountId, id) {
      const key = keyOf(accountId, id)
      const here = own.get(key)
      if (here || !redis) return here?.()
      const sealed = await redis.get(key).catch(() => null)
      const text = sealed === null ? undefined : unseal(secretKey, PURPOSE, Buffer.from(sealed, 'base64'))
      return text === undefined ? undefined : (JSON.parse(text) as ImportProgress)
    },
  }
}

function reasonOf(error: unknown): string {
  return error instanceof ApiError && typeof error.detail === 'string' ? error.detail : FAILED
}
