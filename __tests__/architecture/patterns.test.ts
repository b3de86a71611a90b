import { lintText } from '@support/lint-text'

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

let complaints: string[][]

beforeAll(() => {
  const cases = [...SLOW, ...QUICK].map(([, line]) => ({ file: 'src/contract/fields.ts', source: `${line}\n` }))
  complaints = lintText(cases).map((of) => of.map(({ ruleId }) => ruleId))
})

it.each(SLOW.map(([what, , rule], index) => [what, rule, index] as const))(
  'would find one for %s (%s)',
  (_what, rule, index) => {
    expect(complaints[index]).toEqual([rule])
  },
)

it.each(QUICK.map(([what], index) => [what, SLOW.length + index] as const))('lets %s be', (_what, index) => {
  expect(complaints[index]).toEqual([])
})
