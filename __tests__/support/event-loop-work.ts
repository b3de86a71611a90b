import { readFileSync } from 'node:fs'

/**
 * How long the thread of the event loop was at work, in milliseconds, while something was awaited. Its own processor
 * time, so that neither other threads nor other programs count: the loop is never held for longer than that.
 */
export async function eventLoopWork(awaited: () => Promise<unknown>): Promise<number> {
  const before = workedSoFar()
  await awaited()
  return workedSoFar() - before
}

/** Linux tells the nanoseconds of each thread; the first thread has the number of its process. */
function workedSoFar(): number {
  const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1e6
}
