import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../folders'
import { makeCopy } from './mutants/copy'
import { draw, placesOf } from './mutants/draw'
import { keepOutcome, lineOf, readOutcomes, summary } from './mutants/outcomes'
import { digest } from './mutants/places'
import { listTests } from './mutants/run-jest'
import type { Mutant } from './mutants/switches'
import { type Mapped, type MappedTest, mapTests, readMap, sharedProcesses } from './mutants/test-map'
import { tryMutant } from './mutants/trial'

const USAGE = `npm run proofs:mutants -- [options]
Breaks places of the sources, drawn with a seed, in a copy, and counts how many of them the tests find.

  SEED=…, COUNT=…   which places, and how many (300)
  --list            only prints what is drawn
  --map             only finds out by which of them each test file comes
  --shard 1/2       only every second one, beginning with the first: of the test files to map, of the mutants to try
  --only <file>     only the mutants whose ids stand in this file, one a line, drawn or not
  --tree <folder>   another checkout, with packages of its own, tested by its own tests (this one)
  --results <folder> where the map and the outcomes are kept (coverage/mutants in the checkout)
  --tests <pattern> only test files whose path matches: for a quick look, with --results of its own
  --again           tries once more those that survived
  --workers <n>     how many processes jest may use
`

const { values: options } = parseArgs({
  options: {
    list: { type: 'boolean' },
    map: { type: 'boolean' },
    shard: { type: 'string', default: '1/1' },
    only: { type: 'string' },
    tree: { type: 'string', default: ROOT },
    results: { type: 'string' },
    tests: { type: 'string', default: '' },
    again: { type: 'boolean' },
    workers: { type: 'string' },
    help: { type: 'boolean' },
  },
})

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})

/**
 * All mutants are built into one copy of the sources, each behind a switch (`mutants/switches.ts`), so the server is built
 * once and jest's cache serves all of them. First every test file runs with all switches off and records which of them it
 * reaches (`mutants/test-map.ts`); then each mutant is switched on while the test files that reach it run, the nearest
 * first, until one fails (`mutants/trial.ts`). A mutant that no test file reaches survives.
 */
async function main(): Promise<void> {
  if (options.help) {
    print(USAGE)
    return
  }
  const tree = path.resolve(options.tree)
  const mutants = mutantsOf(tree)
  if (options.list) {
    print(...mutants.map((mutant) => `${lineOf(mutant)}  [${mutant.id}]`))
    return
  }

  const results = path.resolve(options.results ?? path.join(tree, 'coverage/mutants'))
  fs.mkdirSync(results, { recursive: true })
  const mapped = { copy: makeCopy(tree, copyFolder(tree), mutants), results, mutants }
  const isOurs = shardOf(options.shard)
  const tests = listTests(mapped.copy.folder).filter((test) => new RegExp(options.tests).test(test))
  await mapTests(mapped, tests.filter((_test, index) => isOurs(index))) // prettier-ignore
  if (options.map) return

  const map = readMap(mapped)
  const known = new Set(map.map(({ test }) => test))
  if (tests.some((test) => !known.has(test)))
    throw new Error('Not all test files are mapped yet: first let --map end, in all shards.')
  await tryMutants(mapped, map, isOurs)
}

/** The sampled places, or the requested ones, with numbers. */
function mutantsOf(tree: string): Mutant[] {
  const { SEED = 'pomnim', COUNT = '300' } = process.env
  const places = placesOf(tree)
  const numbered = (drawn: typeof places) => drawn.map((place, index) => ({ ...place, number: index + 1 }))
  if (!options.only) return numbered(draw(places, { seed: SEED, count: Number(COUNT), tree }))

  const wanted = fs.readFileSync(options.only, 'utf8').split('\n').map((line) => line.trim()).filter(Boolean) // prettier-ignore
  const known = new Set(places.map(({ id }) => id))
  for (const id of wanted) if (!known.has(id)) print(`not there: ${id}`)
  return numbered(places.filter(({ id }) => wanted.includes(id)))
}

async function tryMutants(
  mapped: Mapped,
  map: readonly MappedTest[],
  isOurs: (index: number) => boolean,
): Promise<void> {
  const { copy, results, mutants } = mapped
  for (const { test } of map.filter(({ fails }) => fails)) print(`fails with nothing broken, not used: ${test}`)
  if (sharedProcesses(map)) print('Test files shared a process: the map may miss what runs while modules load.')

  const file = path.join(results, 'outcomes.jsonl')
  const before = readOutcomes(file)
  for (const mutant of mutants.filter((_mutant, index) => isOurs(index))) {
    const known = before.get(mutant.id)
    if (known && (known.found || !options.again)) continue
    const outcome = await tryMutant({ copy, map, workers: options.workers }, mutant)
    keepOutcome(file, outcome)
    print(lineOf(mutant, outcome))
  }

  const outcomes = readOutcomes(file)
  print(...summary(mutants, outcomes))
  const survivors = mutants.filter(({ id }) => outcomes.get(id)?.found === false)
  fs.writeFileSync(path.join(results, 'survivors.txt'), survivors.map(({ id }) => `${id}\n`).join(''))
}

/** A copy for each shard, so that they can run at the same time. */
function copyFolder(tree: string): string {
  return path.join(tmpdir(), `pomnim-mutants-${digest(`${tree} ${options.shard}`).slice(0, 12)}`)
}

/** `2/4`: the second of every four. */
function shardOf(text: string): (index: number) => boolean {
  const [, own, count] = /^(\d+)\/(\d+)$/.exec(text) ?? []
  if (!own || !count) throw new Error(`--shard is written as 1/4, not ${text}`)
  return (index) => index % Number(count) === Number(own) - 1
}

function print(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}
