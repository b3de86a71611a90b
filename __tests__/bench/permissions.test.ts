import { BROKEN_RULES } from '../server/permissions/broken-rules/all'
import type { Edit } from '../server/permissions/broken-rules/broken-rule'
import { BESIDE_THE_CALLS, OUR_OWN } from '../server/permissions/own-calls'
import { type Outcome, runBrokenCopies } from './broken-copies/run'

const TIMEOUT_MS = 3_600_000
/** Tries a few only: parts of their calls' names, or of what is broken, with commas between them. */
const TRIED = (process.env.CALLS ?? '').split(',')
const SHOWN_LETTERS = 70
const SHOWN_LETTERS_OF_REASON = 1000
/** A refusal that has become an answer is a hole; one that has become an error of the server is none. */
const SERVER_ERROR = /[:+] +500\b/
/** What a failure says when a test has seen something else than it expects; else it broke down before it could see. */
const UNEXPECTED = 'expect('

const rules = BROKEN_RULES.filter(({ call, broken }) => TRIED.some((part) => `${call}: ${broken}`.includes(part)))
const print = (line: string) => process.stdout.write(`${line}\n`)

it(
  'a test fails for each rule of access that is broken in a copy, and none when nothing is broken',
  async () => {
    const outcomes: Outcome[] = []
    await runBrokenCopies(rules, (outcome) => {
      outcomes.push(outcome)
      print(lineOf(outcome))
    })

    const caught = rules.filter((_rule, number) =>
      outcomes.some(({ rule, ...rest }) => rule === number && isCaught(rest)),
    )
    const known = new Set(BROKEN_RULES.map(({ call }) => call))
    const without = [...OUR_OWN, ...BESIDE_THE_CALLS].filter((call) => !known.has(call))
    for (const call of without) print(`NO RULE  ${call}`)
    print(`${new Set(rules.map(({ call }) => call)).size} calls`)
    print(`${caught.length} of ${rules.length} caught`)

    expect(without).toEqual([])
    expect(outcomes.filter(({ rule, failed, crash }) => rule === undefined && (failed.length > 0 || crash))).toEqual([])
    expect(caught).toHaveLength(rules.length)
  },
  TIMEOUT_MS,
)

/** At least one test failed, and each for the rule and not for a server that cannot answer. */
function isCaught({ failed, crash }: Pick<Outcome, 'failed' | 'crash'>): boolean {
  return !crash && failed.length > 0 && failed.every(({ why }) => why.includes(UNEXPECTED) && !SERVER_ERROR.test(why))
}

function lineOf(outcome: Outcome): string {
  const { rule, passed, failed, crash } = outcome
  const broken = rule === undefined ? undefined : rules[rule]
  if (!broken)
    return `${failed.length > 0 || crash ? 'FAILS ' : 'passes'}  nothing broken: ${passed} tests pass${reasonOf(outcome)}`
  const names = failed.map(({ name }) => `«${name}»`)
  const others = names.length > 2 ? ` and ${names.length - 2} more` : ''
  const by = `${names.slice(0, 2).join(', ')}${others}`
  const what = `${broken.call}: ${broken.broken} (${broken.edits.map(changeOf).join('; ')})`
  return isCaught(outcome) ? `caught  ${what} by ${by}` : `MISSED  ${what}: ${passed} tests pass${reasonOf(outcome)}`
}

function changeOf({ file, find, put }: Edit): string {
  return put ? `${file}: ${shortened(find)} becomes ${shortened(put)}` : `${file}: without ${shortened(find)}`
}

function shortened(code: string): string {
  const line = code.replace(/\s+/g, ' ')
  return line.length > SHOWN_LETTERS ? `${line.slice(0, SHOWN_LETTERS)}…` : line
}

function reasonOf({ failed, crash }: Outcome): string {
  const reasons = failed.map(({ name, why }) => `${name}: ${why}`)
  return [...(crash ? [crash] : []), ...reasons].map((text) => `\n  ${text.slice(0, SHOWN_LETTERS_OF_REASON)}`).join('')
}
