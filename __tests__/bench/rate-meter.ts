import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** Until the code of a server is compiled. */
export const WARM_UP_SECONDS = 6
export const ROUND_SECONDS = 2
export const ROUNDS = 5
const CONNECTIONS = 10

interface LoadReport {
  statuses: Record<string, number>
  seconds: number
  /** The path that would have been asked for next. */
  next: number
}

/** Measures answers a second, each time from the path after the last. Fails when an answer is not 200. */
export function rateMeter(url: string, paths: string[]): (seconds: number) => Promise<number> {
  let first = 0
  return async (seconds) => {
    const load = fork(path.resolve('__tests__/bench/load-client.cjs'))
    load.send({ port: Number(new URL(url).port), paths, first, connections: CONNECTIONS, seconds })
    const [{ statuses, seconds: taken, next }] = (await once(load, 'message')) as [LoadReport]
    first = next
    expect(Object.keys(statuses)).toEqual(['200'])
    return (statuses[200] ?? 0) / taken
  }
}
