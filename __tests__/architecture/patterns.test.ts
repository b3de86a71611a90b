import { execFileSync } from 'node:child_process'
import path from 'node:path'

const ROOT = path.resolve(__dirname, '../..')
const MOVE = 'regexp/no-super-linear-move'
const BACKTRACKING = 'regexp/no-super-linear-backtracking'

/** The first is how coordinates were cleaned until 30 KB of spaces were seen to take a second and a half. */
const SLOW: [what: string, line: string, rule: string][] = [
  ['spaces around a comma', String.raw`export const clean = (text: string) => text.replace(/ *, */, ', ')`, MOVE],
  ['slashes at an end', String.raw`export const clean = (text: string) => text.replace(/\/+$/, '')`, MOVE],
  ['words of words', String.raw`export const isWords = (text: string) => /^(?:\w+ ?)+$/.test(text)`, BACKTRACKING],
  ['two runs side by side', String.raw`export const isNumber = (text: string) => /^\d+\d*x$/.test(text)`, BACKTRACKING],
]

const QUICK: [what: string, line: string][] = [
  [
    'spaces around a comma, from their first',
    String.raw`export const clean = (text: string) => text.replace(/(?<! ) *, */, ', ')`,
  ],
  ['an identifier', String.raw`export const isWord = (text: string) => /^\w+$/.test(text)`],
]

interface LintResult {
  files: number
  wrong: string[]
  complaints: string[][]
}

let result: LintResult

beforeAll(() => {
  const lines = [...SLOW, ...QUICK].map(([, line]) => line)
  const answer = execFileSync(process.execPath, ['__tests__/support/lint-patterns.mjs'], {
    cwd: ROOT,
    input: JSON.stringify(lines),
  })
  result = JSON.parse(answer.toString()) as LintResult
}, 120_000)

it('finds no regular expression in the sources that a long text makes slow', () => {
  expect(result.files).toBeGreaterThan(50)
  expect(result.wrong).toEqual([])
})

it.each(SLOW.map(([what, , rule], index) => [what, rule, index] as const))(
  'would find one for %s (%s)',
  (_what, rule, index) => {
    expect(result.complaints[index]).toEqual([rule])
  },
)

it.each(QUICK.map(([what], index) => [what, SLOW.length + index] as const))('lets %s be', (_what, index) => {
  expect(result.complaints[index]).toEqual([])
})
