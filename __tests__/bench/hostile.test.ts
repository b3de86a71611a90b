import { type ChildProcess, fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { archivePaths } from '@contract/archive'
import type { ImportProgress } from '@contract/import'
import { API_BASE_PATH } from '@contract/paths'
import { archiveForm } from '@support/archives'
import { eventLoopWork } from '@support/event-loop-work'
import { memorialForm } from '@support/memorial-form'
import { openAccount, type RemoteAccount } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'
import { type ApiDocument, nameOf, type Operation, operationsOf } from '../server/properties/operations'
import { mostHeldDuring } from './hostile-family'
import { holdsInto, longestHoldSince } from './hostile-holds'
import { HOSTILE_IMPORTS } from './hostile-imports'
import { type HostileRequest, hostileRequestsOf, type Scene } from './hostile-requests'
import { makeScene } from './hostile-scene'

/** Tries a few only: parts of their calls' names, with commas between them. */
const TRIED = (process.env.CALLS ?? '').split(',')
const P99_MAX_MS = 50
const HELD_MAX_MS = 50
const MEMORY_MAX_BYTES = 1024 ** 3
const BOMBS = 10
/** Square, so that they are of 49 megapixels; PICTURE_MAX_PIXELS is 50 million. */
const BOMB_SIDE_PIXELS = 7000
const QUIET_MS = 5000
const WORST_SHOWN = 15
const LOOK_EVERY_MS = 200
/** Whoever answers later than this has been stopped. */
const PATIENCE_MS = 60_000

/** What /healthz took while something was sent, in milliseconds. */
interface Lap {
  name: string
  taken: number[]
  /** How often each status came, for the eyes. */
  answers: Map<number | string, number>
  /** The request for which the thread of the event loop had most to do. */
  dearest: { what: string; ms: number }
  /** The longest that the thread of the event loop worked in one piece, in milliseconds of processor time. */
  held: number
}

let folder: string
let holds: string
let server: ServerProcess
let owner: RemoteAccount
let scene: Scene
let watch: ChildProcess
let quiet: Lap
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-bench-'))
  holds = path.join(folder, 'holds')
  server = await startServerProcess({
    DATA_DIR: folder,
    ...holdsInto(holds),
    // Each request comes from an address of its own, or the limits for one address would hide the work.
    TRUST_PROXY: '1',
    NEW_ACCOUNT_MEMORIALS: '1000000',
    NEW_ACCOUNT_ADVANCED: '1000000',
  })
  owner = await openAccount(server, folder, 'owner@example.org')
  scene = await makeScene(server, owner, folder)
  watch = fork(path.resolve('__tests__/bench/hostile-watch.cjs'), [`${server.url}/healthz`])
  quiet = await lapOf('nothing is sent', () => new Promise((resolve) => setTimeout(resolve, QUIET_MS)))
}, 120_000)

afterAll(async () => {
  watch.kill()
  agent.destroy()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

it(`answers /healthz within ${P99_MAX_MS} ms, whatever is sent to whichever route`, async () => {
  const laps: Lap[] = []
  for (const operation of await allOperations()) {
    const requests = hostileRequestsOf(operation, scene)
    laps.push(await lapOf(nameOf(operation), (lap) => sendAll(operation, requests, lap)))
  }

  const all = laps.flatMap(({ taken }) => taken)
  report(laps)
  process.stdout.write(`all routes: ${figures(all)}; with nothing sent: ${figures(quiet.taken)}\n`)
  expect(share(all, 0.99)).toBeLessThan(P99_MAX_MS)
  expect(laps.flatMap(({ name, held }) => (held >= HELD_MAX_MS ? [`${name}: ${held.toFixed(0)} ms`] : []))).toEqual([])
  expect(laps.flatMap(({ name, answers }) => (answers.has(500) ? [name] : []))).toEqual([])
}, 1_800_000)

describe(`${BOMBS} pictures of 49 megapixels at once`, () => {
  let bomb: Buffer

  beforeAll(async () => {
    const white = { width: BOMB_SIDE_PIXELS, height: BOMB_SIDE_PIXELS, channels: 3, background: 'white' } as const
    bomb = await sharp({ create: white }).png({ palette: true, colours: 2, compressionLevel: 9 }).toBuffer()
  }, 120_000)

  it.each([
    ['for an archive', archivePaths('photo').create, () => archiveForm(scene.memorialId, bomb)],
    [
      'as portraits',
      '/memorial/create',
      () => memorialForm({}, { bytes: bomb, name: 'portrait.png', type: 'image/png' }),
    ],
  ])(
    '%s take less than a gigabyte, and /healthz answers',
    async (what, url, form) => {
      let held = 0
      const lap = await lapOf(`bombs ${what}`, async ({ answers }) => {
        held = await mostHeldDuring(server.pid, async () => {
          await Promise.all(
            Array.from({ length: BOMBS }, async () => {
              const { status } = await owner.fetch(url, { method: 'POST', body: form() })
              answers.set(status, (answers.get(status) ?? 0) + 1)
            }),
          )
        })
      })
      process.stdout.write(
        `${BOMBS} bombs of ${bomb.length} bytes ${what}: ${[...lap.answers].map((pair) => pair.join('×')).join(' ')}, ` +
          `${(held / 1024 ** 2).toFixed(0)} MB, held ${lap.held.toFixed(0)} ms, ${figures(lap.taken)}\n`,
      )
      expect(held).toBeLessThan(MEMORY_MAX_BYTES)
      expect(lap.held).toBeLessThan(HELD_MAX_MS)
    },
    600_000,
  )
})

it.each(HOSTILE_IMPORTS)(
  'an import that is %s takes less than a gigabyte, and /healthz answers',
  async (what, make) => {
    const bytes = await make()
    let held = 0
    const lap = await lapOf(`import: ${what}`, async ({ answers }) => {
      held = await mostHeldDuring(server.pid, async () => {
        answers.set(await endOfTrial(bytes), 1)
      })
    })
    process.stdout.write(
      `import of ${bytes.length} bytes, ${what}: ${[...lap.answers].map((pair) => pair.join('×')).join(' ')}, ` +
        `${(held / 1024 ** 2).toFixed(0)} MB, held ${lap.held.toFixed(0)} ms, ${figures(lap.taken)}\n`,
    )
    expect([...lap.answers.keys()]).toEqual(['done'])
    expect(held).toBeLessThan(MEMORY_MAX_BYTES)
    expect(lap.held).toBeLessThan(HELD_MAX_MS)
  },
  120_000,
)

/** How the trial of a file ended: 'done', 'failed', or the status that refused it. One that takes long is followed. */
async function endOfTrial(bytes: Buffer): Promise<ImportProgress['state'] | number> {
  const response = await owner.fetch('/memorial/import?dry_run=true', { method: 'POST', body: fileForm(bytes) })
  if (response.status !== 202) return response.status === 200 ? 'done' : response.status
  const { id } = (await response.json()) as { id: string }
  for (;;) {
    const { state } = (await (await owner.fetch(`/memorial/import/${id}`)).json()) as ImportProgress
    if (state !== 'reading') return state
    await pause(LOOK_EVERY_MS)
  }
}

function fileForm(bytes: Buffer): FormData {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'file')
  return form
}

async function allOperations(): Promise<Operation[]> {
  const document = await fetch(`${server.url}${API_BASE_PATH}/openapi.json`)
  const all = operationsOf((await document.json()) as ApiDocument)
  return all.filter((operation) => TRIED.some((part) => nameOf(operation).includes(part)))
}

async function lapOf(name: string, work: (lap: Lap) => Promise<void>): Promise<Lap> {
  const lap: Lap = { name, taken: [], answers: new Map(), dearest: { what: '', ms: 0 }, held: 0 }
  await takenSinceLast()
  const since = Date.now()
  await work(lap)
  lap.taken = await takenSinceLast()
  lap.held = longestHoldSince(holds, since)
  return lap
}

async function takenSinceLast(): Promise<number[]> {
  const told = once(watch, 'message') as Promise<[number[]]>
  watch.send('lap')
  const [taken] = await told
  return taken
}

/** One after another, so that the work of each can be told. */
async function sendAll(
  operation: Operation,
  requests: Iterable<HostileRequest>,
  { answers, dearest }: Lap,
): Promise<void> {
  for (const request of requests) {
    let status: number | string = ''
    const ms = await eventLoopWork(async () => void (status = await statusOf(operation, request)), server.pid)
    answers.set(status, (answers.get(status) ?? 0) + 1)
    if (ms > dearest.ms) Object.assign(dearest, { what: request.what, ms })
  }
}

/** The status of the answer, or the code of what came in its place. */
function statusOf({ path: operationPath }: Operation, asked: HostileRequest): Promise<number | string> {
  const { method, url, headers, payload } = asked
  // Signing out with the owner's token would end the bench.
  const token = operationPath.includes('/auth/') ? 'nobodys' : owner.token
  return new Promise((resolve) => {
    const sent = httpRequest(server.url + url, {
      agent,
      method,
      timeout: PATIENCE_MS,
      headers: {
        authorization: `Bearer ${token}`,
        'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
        ...(payload && { 'content-length': String(payload.length) }),
        ...headers,
      },
    })
    sent.on('response', (answer) => answer.resume().on('close', () => resolve(answer.statusCode ?? 0)))
    sent.on('timeout', () => sent.destroy(Object.assign(new Error(), { code: 'TIMEOUT' })))
    sent.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'ERROR'))
    sent.end(payload)
  })
}

function report(laps: Lap[]): void {
  const worst = laps.toSorted((one, other) => share(other.taken, 1) - share(one.taken, 1)).slice(0, WORST_SHOWN)
  const lines = worst.map(({ name, taken, answers, dearest, held }) => {
    const statuses = [...answers].map((pair) => pair.join('×')).join(' ')
    return `${figures(taken)}  held ${held.toFixed(0)} ms  ${name}  ${statuses}; ${dearest.ms.toFixed(0)} ms of work for ${dearest.what}`
  })
  const [dearest] = laps.toSorted((one, other) => other.dearest.ms - one.dearest.ms)
  lines.push(
    `most work on the event loop: ${dearest?.dearest.ms.toFixed(0)} ms, ${dearest?.name}, ${dearest?.dearest.what}`,
  )
  process.stdout.write(['/healthz while the worst is sent, worst routes first:', ...lines, ''].join('\n'))
}

function figures(taken: number[]): string {
  const of = (part: number) => share(taken, part).toFixed(1).padStart(6)
  return `p50${of(0.5)} p99${of(0.99)} max${of(1)} ms of ${taken.length}`
}

/** The time within which such a share of the answers came. */
function share(taken: number[], part: number): number {
  return taken.toSorted((one, other) => one - other)[Math.floor((taken.length - 1) * part)] ?? 0
}
