import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import {
  type BrokenRule,
  filesOf,
  type SeenBy,
  testsOf,
  withEdits,
} from '../../server/permissions/broken-rules/broken-rule'

const ROOT = path.resolve(__dirname, '../../..')
const SOURCES = path.join(ROOT, 'src/server')
const TESTS = path.join(ROOT, '__tests__/server')

/** What became of the tests that ran with one broken rule, or with none. */
export interface Outcome {
  /** Its place in the list; undefined where nothing was broken. */
  rule: number | undefined
  passed: number
  failed: { name: string; why: string }[]
  /** Why the tests could not run at all. */
  crash?: string
}

/** Of each source its copies, by the number of the rule that they break. */
type Copies = Record<string, Record<string, string>>

/**
 * Runs for each rule the tests that see it, with the rule broken in a copy of the sources; and all those tests with nothing
 * broken. The copies lie in a temporary folder; the sources stay as they are. One jest for all: each test file has modules of
 * its own, so each runs with another copy. Each outcome is told as soon as it is known.
 */
export async function runBrokenCopies(rules: readonly BrokenRule[], tell: (outcome: Outcome) => void): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pomnim-broken-copies-'))
  try {
    const copies: Copies = {}
    for (const [number, rule] of rules.entries()) {
      try {
        await addCopies(copies, { folder, number, rule })
        await writeTest(folder, String(number), testsOf(rule))
      } catch (error) {
        tell({ rule: number, passed: 0, failed: [], crash: String(error) })
      }
    }
    for (const seen of testsOfAll(rules)) await writeTest(folder, `none-${path.basename(seen.file)}`, seen)
    const config = path.join(folder, 'jest.config.json')
    await writeFile(config, JSON.stringify(configOf(folder, copies)))
    await runJest(config, tell)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Throws when the sources have not what is to be changed. */
async function addCopies(
  copies: Copies,
  { folder, number, rule }: { folder: string; number: number; rule: BrokenRule },
): Promise<void> {
  for (const file of filesOf(rule)) {
    const source = path.join(SOURCES, file)
    const copy = path.join(folder, 'copies', String(number), file)
    await mkdir(path.dirname(copy), { recursive: true })
    await writeFile(copy, withEdits(await readFile(source, 'utf8'), file, rule.edits))
    copies[source] = { ...copies[source], [number]: copy }
  }
}

/** A test file that is another one, with a broken rule. */
async function writeTest(folder: string, name: string, { file, tests }: SeenBy): Promise<void> {
  const text = `/**
 * @jest-environment-options ${JSON.stringify({ rule: name, tests })}
 */
require(${JSON.stringify(path.join(TESTS, `${file}.ts`))})
`
  await writeFile(path.join(folder, `${name}.test.js`), text)
}

/** What is expected to see any of the rules, by files. */
function testsOfAll(rules: readonly BrokenRule[]): SeenBy[] {
  const seen = rules.map(testsOf)
  return [...new Set(seen.map(({ file }) => file))].map((file) => {
    const ofFile = seen.filter((each) => each.file === file)
    return { file, tests: [...new Set(ofFile.map(({ tests }) => tests))].join('|') }
  })
}

interface JestConfig {
  projects: { displayName: string }[]
}

function configOf(folder: string, copies: Copies) {
  const { projects, ...rest } = jest.requireActual<JestConfig>('../../../config/jest/jest.config.js')
  const server = projects.find(({ displayName }) => displayName === 'server')
  // Modules that test files share would share a broken rule too: jest's own runtime loads them for each.
  const runtime = undefined
  const here = (file: string) => path.join(__dirname, file)
  return {
    ...rest,
    reporters: [here('reporter.cjs')],
    projects: [
      {
        ...server,
        runtime,
        id: 'broken-copies',
        roots: [path.join(ROOT, 'src'), path.join(ROOT, '__tests__'), folder],
        testMatch: [path.join(folder, '*.test.js')],
        testEnvironment: here('environment.cjs'),
        transform: { '\\.m?[jt]sx?$': [here('transform.cjs'), { copies }] },
      },
    ],
  }
}

async function runJest(config: string, tell: (outcome: Outcome) => void): Promise<void> {
  const options = ['--liftoff-only', '--max-semi-space-size=32']
  const child = spawn(
    process.execPath,
    [...options, path.join(ROOT, 'node_modules/jest/bin/jest.js'), '--config', config],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{')) continue
    const { file, ...outcome } = JSON.parse(line) as Omit<Outcome, 'rule'> & { file: string }
    const number = Number(path.basename(file, '.test.js'))
    tell({ ...outcome, rule: Number.isNaN(number) ? undefined : number })
  }
}
