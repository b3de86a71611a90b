import { readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * How long the event loop's thread worked, in milliseconds, while something was awaited. It is the thread's own processor
 * time, so neither other threads nor other processes count: the loop was blocked for no longer than that.
 */
export async function eventLoopWork(awaited: () => Promise<unknown>, pid = process.pid): Promise<number> {
  const before = workedSoFar(pid)
  await awaited()
  return workedSoFar(pid) - before
}

/** Linux reports the nanoseconds of each thread; the first thread has the id of its process. */
function workedSoFar(pid: number): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1e6
}

/**
 * The longest uninterrupted work of the event loop's thread, in milliseconds of its own processor time, while something was
 * awaited: for this long no one else was served.
 */
export async function longestPieceOfWork(awaited: () => Promise<unknown>): Promise<number> {
  const progress = { isOver: false }
  let longest = 0
  const work = awaited().finally(() => (progress.isOver = true))
  for (let before = workedSoFar(process.pid); !progress.isOver;) {
    await nextTurn()
    const now = workedSoFar(process.pid)
    longest = Math.max(longest, now - before)
    before = now
  }
  await work
  return longest
}

/**
 * The least of a few measures, which are over as soon as one is below `enough`: the first ones also compile, and any of them
 * may have collected the garbage of other tests.
 */
export async function leastOf(measure: () => Promise<number>, { enough = 0, tries = 5 } = {}): Promise<number> {
  let least = Infinity
  for (let tried = 0; tried < tries && least >= enough; tried++) least = Math.min(least, await measure())
  return least
}
