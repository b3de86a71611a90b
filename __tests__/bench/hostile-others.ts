import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { API_BASE_PATH } from '@contract/paths'
import { REMOTE_PASSWORD } from '@support/remote-account'
import { mostHeldDuring } from './hostile-family'
import { longestHoldSince, loopTimes, stolenTime } from './hostile-holds'

const VISITOR_PROGRAM = path.resolve('__tests__/bench/hostile-visitor.cjs')
const HELD_MAX_MS = 50
const MEMORY_MAX_BYTES = 1024 ** 3
const OTHERS_WAIT_AT_MOST = 2
/** What is too short to be noticed, and to be told from the noise of a machine that also runs the attack and the proxy. */
const NOISE_MS = 5
/** Quiet and attack by turns; of each the best round counts, since other programs only make one worse. */
const ROUNDS = 4
const ROUND_MS = 3000
const SETTLE_MS = 500

/** Of the bench's own visitors: so many that none of them meets the limit of calls (plugins/call-rates.ts), however long it takes. */
export const VISITOR_ADDRESSES = Array.from({ length: 40 }, (_, nth) => `203.0.113.${nth + 1}`)

/** What a visitor does: a request, and the kind that it is counted with. */
export interface Visit {
  kind: string
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

/** Something that goes on until it is stopped; then it tells how often each status came. */
export interface Attack {
  stop: () => Promise<Record<string, number>>
}

/** Of one kind of visit: what each took, in milliseconds, and how often each wrong status came. */
interface Lap {
  taken: number[]
  failures: Record<string, number>
}

export type Visitors = ReturnType<typeof startVisitors>

/** One process for each list of visits. */
export function startVisitors(port: number, lists: Visit[][]) {
  const visitors: ChildProcess[] = lists.map((visits) =>
    fork(VISITOR_PROGRAM, [String(port), JSON.stringify(visits)], { execArgv: [] }),
  )

  async function lap(): Promise<Record<string, Lap>> {
    const told = visitors.map((visitor) => once(visitor, 'message') as Promise<[Record<string, Lap>]>)
    for (const visitor of visitors) visitor.send('lap')
    return Object.assign({}, ...(await Promise.all(told)).flat()) as Record<string, Lap>
  }

  return {
    async lapOf(ms: number): Promise<Record<string, Lap>> {
      await lap()
      await pause(ms)
      return lap()
    },
    stop() {
      for (const visitor of visitors) visitor.kill()
    },
  }
}

/** One visitor reads; another signs in to an account, from where its holder has signed in before. */
export function usualVisits(parts: { page: number; email: string; headers: Record<string, string>[] }): Visit[][] {
  const { page, email } = parts
  const reading = [
    { kind: 'page', path: `/memorials/${page}` },
    { kind: 'API', path: `${API_BASE_PATH}/memorial/${page}` },
    { kind: 'list', path: `${API_BASE_PATH}/memorial/public_memorials` },
    { kind: 'search', path: `${API_BASE_PATH}/memorial/public_memorials?name=${encodeURIComponent('Анна')}{n}` },
  ]
  const signIn = {
    kind: 'sign-in',
    method: 'POST',
    path: `${API_BASE_PATH}/auth/login`,
    body: new URLSearchParams({ username: email, password: REMOTE_PASSWORD }).toString(),
  }
  return [
    parts.headers.flatMap((headers) => reading.map((visit) => ({ ...visit, method: 'GET', headers }))),
    parts.headers.map((headers) => ({
      ...signIn,
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    })),
  ]
}

/**
 * Demands that visitors are answered as they should be, in twice the time at most, and that the server keeps its bounds. Resolves to
 * how often the attack got each status, for each round.
 */
export async function expectNobodyWaits(parts: {
  what: string
  server: { pid: number; holds: string }
  visitors: Visitors
  attack: () => Promise<Attack>
}): Promise<Record<string, number>[]> {
  const { what, server, visitors, attack } = parts
  const rounds: { quiet: Record<string, Lap>; busy: Record<string, Lap> }[] = []
  const statuses: Record<string, number>[] = []
  const loop = { quiet: { worked: 0, waited: 0 }, busy: { worked: 0, waited: 0 } }
  let held = 0
  const stolenBefore = stolenTime()
  const lapWith = async (when: 'quiet' | 'busy') => {
    const before = loopTimes(server.pid)
    const lap = await visitors.lapOf(ROUND_MS)
    const after = loopTimes(server.pid)
    loop[when].worked += after.worked - before.worked
    loop[when].waited += after.waited - before.waited
    return lap
  }
  const memory = await mostHeldDuring(server.pid, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const quiet = await lapWith('quiet')
      const since = Date.now()
      const { stop } = await attack()
      await pause(SETTLE_MS)
      const busy = await lapWith('busy')
      statuses.push(await stop())
      held = Math.max(held, longestHoldSince(server.holds, since))
      rounds.push({ quiet, busy })
      await pause(SETTLE_MS)
    }
  })

  const kinds = [...new Set(rounds.flatMap(({ quiet }) => Object.keys(quiet)))].sort()
  const best = (when: 'quiet' | 'busy', kind: string, part: number) =>
    Math.min(...rounds.map((round) => share(round[when][kind]?.taken ?? [], part)))
  const waits = kinds.flatMap((kind) =>
    [0.5, 0.95].map((part) => ({ kind, part, quiet: best('quiet', kind, part), busy: best('busy', kind, part) })),
  )
  const figures = waits.map(
    ({ kind, part, quiet, busy }) => `${kind} p${100 * part} ${quiet.toFixed(1)} → ${busy.toFixed(1)}`,
  )
  const ofTime = (of: 'worked' | 'waited') =>
    [loop.quiet, loop.busy].map((times) => `${((100 * times[of]) / ROUNDS / ROUND_MS).toFixed(0)} %`).join(' → ')
  process.stdout.write(
    `${what}: held ${held.toFixed(0)} ms of processor, ${(memory / 1024 ** 2).toFixed(0)} MB; the event loop worked ` +
      `${ofTime('worked')}, waited for a processor ${ofTime('waited')}; other guests of the host had ` +
      `${stolenTime() - stolenBefore} ms of the machine; ${figures.join(', ')} ms; ` +
      `attack ${statuses.map((each) => JSON.stringify(each)).join(' ')}\n`,
  )
  const failures = rounds.flatMap(({ busy }) => Object.values(busy).map((lap) => lap.failures))
  const slower = waits.filter(({ quiet, busy }) => busy > OTHERS_WAIT_AT_MOST * Math.max(NOISE_MS, quiet))
  expect(Object.assign({}, ...failures)).toEqual({})
  expect(statuses.flatMap((each) => Object.keys(each))).not.toContain('500')
  expect(held).toBeLessThan(HELD_MAX_MS)
  expect(memory).toBeLessThan(MEMORY_MAX_BYTES)
  expect(slower).toEqual([])
  return statuses
}

/** The time within which such a share of the responses came. */
function share(taken: number[], part: number): number {
  return taken.toSorted((one, other) => one - other)[Math.floor((taken.length - 1) * part)] ?? Infinity
}
