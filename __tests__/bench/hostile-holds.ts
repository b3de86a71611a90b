import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The kernel counts in hundredths of a second here. */
const MS_OF_TICK = 10
const PRELOADED = path.resolve('__tests__/bench/hostile-hold-notes.cjs')

/** What a server is started with so that it writes down for how long its event loop is held. */
export function holdsInto(file: string): Record<string, string> {
  return { HOLDS_FILE: file, NODE_OPTIONS: `--require ${PRELOADED}` }
}

/** The longest that it was held since then (`performance.now()` knows no other process: milliseconds since 1970). */
export function longestHoldSince(file: string, since: number): number {
  if (!existsSync(file)) return 0
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const holds = lines.map((line) => line.split(' ').map(Number))
  return Math.max(0, ...holds.flatMap(([at = 0, ms = 0]) => (at >= since ? [ms] : [])))
}

/** Since the machine started: milliseconds that other guests of its host had its processors. They make holds longer than they are. */
export function stolenTime(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [, , , , , , , , ticks = 0] = line.split(/ +/).map(Number)
  return ticks * MS_OF_TICK
}

/** Of the thread of a server's event loop: how long it has worked, and waited for a processor that others had, in milliseconds. */
export function loopTimes(pid: number): { worked: number; waited: number } {
  const [worked = 0, waited = 0] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ').map(Number)
  return { worked: worked / 1e6, waited: waited / 1e6 }
}
