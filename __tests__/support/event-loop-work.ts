import { readFileSync } from 'node:fs'

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
