import fs from 'node:fs'
import path from 'node:path'
import type { Copy } from './copy'
import { digest } from './places'
import { runJest } from './run-jest'
import type { Mutant } from './switches'

/** The run of a test file without any mutant. */
export interface MappedTest {
  /** Its file, or `SETUP`. */
  test: string
  fails: boolean
  ms: number
  /** The ids of the mutants that it reaches. */
  mutants: string[]
  processes: number[]
}

/** As the reporter writes it: a mutant by its number among those that were built in then. */
interface Line extends Omit<MappedTest, 'mutants'> {
  /** Digest of the test file's text: a changed test is mapped again. */
  digest: string
  /** Digest of the ids of those mutants. */
  drawn: string
  mutants: number[]
}

/** The mutants of the map, and the folder where it is saved. */
export interface Mapped {
  copy: Copy
  results: string
  mutants: readonly Mutant[]
}

/** jest's global setup. */
export const SETUP = 'setup'

/**
 * Records which mutants each test file reaches, unless it is known. Each test file gets a fresh worker: one whose modules
 * were loaded for another file would not reach code that runs at module load.
 */
export async function mapTests(mapped: Mapped, tests: readonly string[]): Promise<void> {
  const { copy, results, mutants } = mapped
  const known = new Set(readMap(mapped).map(({ test }) => test))
  const missing = tests.filter((test) => !known.has(test))
  if (missing.length === 0) return
  const ids = mutants.map(({ id }) => id)
  const drawn = digest(ids.join('\n')).slice(0, 16)
  fs.writeFileSync(path.join(results, `drawn-${drawn}.json`), JSON.stringify(ids, null, 1))

  copy.switchOn('record')
  const settings = { map: mapFile(results), hits: copy.hits, folder: copy.folder, setup: SETUP, drawn }
  const reporters = [`--reporters=${path.join(__dirname, 'map-reporter.cjs')}`, '--reporters=default']
  const alone = ['--maxWorkers=1', '--workerIdleMemoryLimit=1MB']
  await runJest({
    folder: copy.folder,
    args: [...reporters, ...alone, '--runTestsByPath', ...missing],
    env: { MUTANTS_MAP: JSON.stringify(settings) },
    isLoud: true,
  })
  copy.switchOn(0)
}

/** The map of the current tests. A map with a superset of these mutants is valid for these too. */
export function readMap({ copy, results, mutants }: Mapped): MappedTest[] {
  const file = mapFile(results)
  if (!fs.existsSync(file)) return []
  const entries = new Map<string, MappedTest>()
  const idsOf = drawnWith(results, mutants)
  for (const text of fs.readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const { drawn, digest: known, ...entry } = JSON.parse(text) as Line
    const ids = idsOf.get(drawn)
    if (!ids || known !== digestOfTest(copy, entry.test)) continue
    entries.set(entry.test, { ...entry, mutants: entry.mutants.map((number) => ids[number - 1] ?? '') })
  }
  return [...entries.values()]
}

/** Whether workers outlived their test file nevertheless. Then the map may miss code that runs at module load. */
export function sharedProcesses(map: readonly MappedTest[]): boolean {
  const seen = map.filter(({ test }) => test !== SETUP).flatMap(({ processes }) => processes)
  return new Set(seen).size < seen.length
}

function mapFile(results: string): string {
  return path.join(results, 'map.jsonl')
}

/** The ids of each mapped set of mutants that contains all of these, by the digest of the set. */
function drawnWith(results: string, mutants: readonly Mutant[]): Map<string, string[]> {
  const files = fs.readdirSync(results).filter((name) => /^drawn-\w+\.json$/.test(name))
  const sets = files.map((name) => {
    const ids = JSON.parse(fs.readFileSync(path.join(results, name), 'utf8')) as string[]
    return [name.slice('drawn-'.length, -'.json'.length), ids] as const
  })
  return new Map(
    sets.filter(([, ids]) => {
      const known = new Set(ids)
      return mutants.every(({ id }) => known.has(id))
    }),
  )
}

function digestOfTest({ folder }: Copy, test: string): string {
  if (test === SETUP) return SETUP
  const file = path.join(folder, test)
  return fs.existsSync(file) ? digest(fs.readFileSync(file, 'utf8')).slice(0, 16) : ''
}
