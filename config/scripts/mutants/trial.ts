import fs from 'node:fs'
import path from 'node:path'
import type { Copy } from './copy'
import { runJest } from './run-jest'
import type { Mutant } from './switches'
import { type MappedTest, SETUP } from './test-map'

export interface Outcome {
  id: string
  found: boolean
  /** The test that failed first, or whatever else detected the mutant. */
  by?: string
  /** How many test files ran at most. */
  tests: number
  seconds: number
}

/** Test files that run together, the nearest first: most mutants are found by the first few. */
const BATCHES = [4, 16]
const TIMEOUT_LEAST_MS = 240_000
/** A test file may take this many times as long as without a mutant. */
const PATIENCE = 4

/** Switches one mutant on and runs the tests that reach it, until one fails. */
export async function tryMutant(
  { copy, map, workers }: { copy: Copy; map: readonly MappedTest[]; workers?: string },
  mutant: Mutant,
): Promise<Outcome> {
  const startedAt = performance.now()
  const tests = testsOf(map, mutant)
  let by: string | undefined
  copy.switchOn(mutant.number)
  for (const batch of batchesOf(tests)) {
    by = await firstFailure(copy, batch, workers)
    if (by) break
  }
  copy.switchOn(0)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  return { id: mutant.id, found: by !== undefined, by, tests: tests.length, seconds }
}

/** The test files that reach a mutant, nearest first. Those that fail without a mutant are useless. */
export function testsOf(map: readonly MappedTest[], mutant: Mutant): MappedTest[] {
  const usable = map.filter(({ test, fails }) => test !== SETUP && !fails)
  const near = (tests: MappedTest[]) =>
    tests.toSorted(
      (one, other) => nearness(other.test, mutant.file) - nearness(one.test, mutant.file) || one.ms - other.ms,
    )
  const seen = usable.filter(({ mutants }) => mutants.includes(mutant.id))
  const isInSetup = map.some(({ test, mutants }) => test === SETUP && mutants.includes(mutant.id))
  if (seen.length > 0 || !isInSetup) return near(seen)
  // The setup runs before any server test.
  return near(usable.filter(({ test }) => test.startsWith('__tests__/server/'))).slice(0, 1)
}

/** How many words the paths of a test and of a source share. */
export function nearness(test: string, file: string): number {
  const words = new Set(wordsOf(file))
  return new Set(wordsOf(test).filter((word) => words.has(word))).size
}

function wordsOf(file: string): string[] {
  const spaced = file.replace(/(\.test)?\.tsx?$/, '').replace(/([a-z])([A-Z])/g, '$1-$2')
  return spaced.toLowerCase().split(/[/\-.]/).map((word) => word.replace(/s$/, '')) // prettier-ignore
}

function batchesOf(tests: readonly MappedTest[]): MappedTest[][] {
  const batches: MappedTest[][] = []
  let from = 0
  for (const size of [...BATCHES, tests.length]) {
    batches.push(tests.slice(from, from + size))
    from += size
  }
  return batches.filter((batch) => batch.length > 0)
}

interface Report {
  success: boolean
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string }[]
  }[]
}

async function firstFailure(copy: Copy, batch: readonly MappedTest[], workers?: string): Promise<string | undefined> {
  const output = `${copy.folder}.report.json`
  fs.rmSync(output, { force: true })
  const usual = batch.reduce((sum, { ms }) => sum + ms, 0)
  const ended = await runJest({
    folder: copy.folder,
    args: [
      '--bail=1',
      '--json',
      `--outputFile=${output}`,
      ...(workers ? [`--maxWorkers=${workers}`] : []),
      '--runTestsByPath',
      ...batch.map(({ test }) => test),
    ],
    timeoutMs: Math.max(TIMEOUT_LEAST_MS, usual * PATIENCE),
  })
  if (ended === 'hung') return 'hangs'
  if (!fs.existsSync(output)) return 'the tests could not begin'
  const report = JSON.parse(fs.readFileSync(output, 'utf8')) as Report
  if (report.success) return undefined
  const failed = report.testResults.find(({ status }) => status === 'failed')
  const test = failed?.assertionResults.find(({ status }) => status === 'failed')
  const name =
    test?.fullName ??
    failed?.message
      .split('\n')
      .find((line) => line.trim())
      ?.trim() ??
    'outside the tests'
  return `${failed ? path.relative(copy.folder, failed.name) : ''}: ${name}`
}
