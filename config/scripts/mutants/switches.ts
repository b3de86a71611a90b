import type { Place } from './places'

/** A sampled place with the number of its switch. */
export type Mutant = Place & { number: number }

/**
 * The source with all its mutants built in, each behind a switch: `(__mutant(7) ? broken : whole)`. The file `state` says
 * which one is on; so one copy of the sources, with one build of the server, is enough for all mutants.
 */
export function withSwitches(text: string, mutants: readonly Mutant[], state: string): string {
  if (mutants.length === 0) return text
  // Of two at the same place the wider one contains the narrower one.
  const outermostFirst = mutants.toSorted((one, other) => one.start - other.start || other.end - one.end)
  return `${switched(text, 0, text.length, outermostFirst)}\n${switchFunction(state)}`
}

function switched(text: string, from: number, to: number, mutants: readonly Mutant[]): string {
  const [first, ...others] = mutants
  if (!first) return text.slice(from, to)
  const inside = others.filter(({ start }) => start < first.end)
  const after = others.filter(({ start }) => start >= first.end)
  const whole = switched(text, first.start, first.end, inside)
  return text.slice(from, first.start) + oneSwitch(first, whole) + switched(text, first.end, to, after)
}

function oneSwitch({ number, becomes, isStatement, beginsStatement }: Mutant, whole: string): string {
  if (isStatement) return `{ if (!__mutant(${number})) { ${whole} } }`
  // The sources have no semicolons: a leading bracket would be parsed as the arguments of the line before.
  return `${beginsStatement ? '0, ' : ''}(__mutant(${number}) ? (${becomes}) : (${whole}))`
}

/**
 * Whether a mutant is on. If `state` is `record`, none is, and each reached one is written to a file next to it,
 * `<state>.hits`. It needs nothing of its module, so it works in jest, in the build and in their child processes.
 */
function switchFunction(state: string): string {
  return `
function __mutant(number) {
  try {
    const { readFileSync, appendFileSync } = process.getBuiltinModule('node:fs')
    const state = ${JSON.stringify(state)}
    const on = (__mutant.on ??= readFileSync(state, 'utf8').trim())
    if (on !== 'record') return on === String(number)
    // In a loop once is enough; another test file that comes by with the same module does so later.
    const { hrtime, pid } = process.getBuiltinModule('node:process')
    const last = (__mutant.last ??= {})
    const now = Number(hrtime.bigint() / 1000000n)
    if (now - (last[number] ?? 0) < 20) return false
    last[number] = now
    appendFileSync(state + '.hits', number + ' ' + pid + '\\n')
  } catch {
    return false
  }
  return false
}
`
}
