import { readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * How long the thread of the event loop was at work, in milliseconds, while something was awaited. Its own processor
 * time, so that neither other threads nor other programs count: the loop was held for no longer than that.
 */
export async function eventLoopWork(awaited: () => Promise<unknown>, pid = process.pid): Promise<number> {
  const before = workedSoFar(pid)
  await awaited()
  return workedSoFar(pid) - before
}

/** Linux tells the nanoseconds of each thread; the first thread has the number of its process. */
function workedSoFar(pid: number): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1e6
}

/**
 * The longest that the thread of the event loop worked in one piece, in milliseconds of its own processor time, while something
 * was awaited: for so long nobody else was answered.
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
