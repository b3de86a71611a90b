import { readFileSync } from 'node:fs'
import path from 'node:path'
import { BROKEN_RULES } from './broken-rules/all'
import { filesOf, testsOf, withEdits } from './broken-rules/broken-rule'
import { CALLS } from './calls'
import { BESIDE_THE_CALLS, OUR_OWN } from './own-calls'

const SOURCES = path.resolve('src/server')
const TESTS = path.resolve('__tests__/server')

/** `npm run bench:permissions` breaks each of these rules in a copy, and demands that a test fails. */

it('each call that the specification does not name has a rule that is broken in a copy', () => {
  const broken = new Set(BROKEN_RULES.map(({ call }) => call))
  expect([...OUR_OWN, ...BESIDE_THE_CALLS].filter((call) => !broken.has(call))).toEqual([])
})

it('each of them is about a call that there is', () => {
  const calls = [...Object.keys(CALLS), ...BESIDE_THE_CALLS]
  expect(BROKEN_RULES.filter(({ call }) => !calls.includes(call))).toEqual([])
})

it.each(BROKEN_RULES)('the sources have what is changed: $call, $broken', ({ edits }) => {
  for (const file of filesOf({ edits })) {
    const source = readFileSync(path.join(SOURCES, file), 'utf8')
    expect(withEdits(source, file, edits)).not.toBe(source)
  }
})

it.each(BROKEN_RULES)('there is a file of tests that see it: $call, $broken', (rule) => {
  expect(() => readFileSync(path.join(TESTS, `${testsOf(rule).file}.ts`))).not.toThrow()
})

it('no two of them are the same', () => {
  const names = BROKEN_RULES.map(({ call, broken }) => `${call}: ${broken}`)
  expect(new Set(names).size).toBe(names.length)
})
