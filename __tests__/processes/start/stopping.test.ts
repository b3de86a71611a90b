import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { API_BASE_PATH } from '@contract/paths'
import { memorialForm } from '@support/memorial-form'
import { smallPicture } from '@support/photographs'
import { linkOfLastLetter } from '@support/outbox'
import { type ServerProcess, startServerProcess } from '@support/server-process'
import { until } from '@support/until'

const ACCOUNT = { email: 'zoya@example.org', password: 'Ryabina-1938' }

/** As long as a stopping server waits for the next request before it closes a kept connection. */
const BREATH_MS = 250
const CONNECTIONS = 50
/** Starts of a server and stops with patience. */
const TEST_MS = 180_000
/** Fastify gives each of its hooks ten seconds, unless it is told otherwise. */
const LONGER_THAN_PLUGINS_MAY_TAKE_MS = 11_000

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-stop-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const start = (env: Record<string, string>) => startServerProcess({ DATA_DIR: folder, HOST: '127.0.0.1', ...env })
const api = (server: ServerProcess, call: string) => server.url.replace('localhost', '127.0.0.1') + API_BASE_PATH + call

/** The token of a new account whose e-mail is confirmed. */
async function signIn(server: ServerProcess): Promise<string> {
  await fetch(api(server, '/auth/register'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ACCOUNT),
  })
  const link = new URL(await linkOfLastLetter(folder, ACCOUNT.email))
  await fetch(new URL(link.pathname + link.search, api(server, '')), { redirect: 'manual' })
  const answer = await fetch(api(server, '/auth/login'), {
    method: 'POST',
    body: new URLSearchParams({ username: ACCOUNT.email, password: ACCOUNT.password }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

/** A form with a photo that has been sent but for its end. */
async function beginUpload(server: ServerProcess, token: string) {
  const form = new Response(memorialForm({}, { bytes: await smallPicture() }))
  const bytes = Buffer.from(await form.arrayBuffer())
  const headers = { authorization: `Bearer ${token}`, 'content-type': form.headers.get('content-type') ?? '' }
  const sending = request(api(server, '/memorial/create'), {
    method: 'POST',
    headers: { ...headers, 'content-length': bytes.length },
  })
  const answered = once(sending, 'response')
  answered.catch(() => undefined)
  const half = Math.floor(bytes.length / 2)
  await new Promise<void>((resolve) => sending.write(bytes.subarray(0, half), () => resolve()))
  return { end: () => sending.end(bytes.subarray(half)), answered }
}

/** Asks one call after another over one connection at a time, and counts what came of it. */
function keepAsking(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const outcomes: Record<string, number> = {}
  const over = new AbortController()
  let askedAt = performance.now()
  async function askOnce(): Promise<string> {
    const askedBeforeAt = askedAt
    askedAt = performance.now()
    const asked = get(url, { agent })
    try {
      const [answer] = (await once(asked, 'response')) as [Parameters<typeof text>[0] & { statusCode: number }]
      await text(answer)
      return String(answer.statusCode)
    } catch (error) {
      // A kept connection may be closed once the server has waited in vain on it. On a busy machine this process learns late
      // that it was answered, and sends late: the server's wait lies between its last question and this failure.
      if (asked.reusedSocket && performance.now() - askedBeforeAt > BREATH_MS) return 'CLOSED WHILE IDLE'
      return (error as NodeJS.ErrnoException).code ?? String(error)
    }
  }
  const ended = (async () => {
    while (!over.signal.aborted) {
      const outcome = await askOnce()
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      if (outcome === 'ECONNREFUSED') return
      await pause(1)
    }
  })()
  return {
    outcomes,
    async stop() {
      over.abort()
      await ended
      agent.destroy()
    },
  }
}

it(
  'lets an upload end, and cuts off nobody who keeps a connection',
  async () => {
    const server = await start({ STOP_PATIENCE: '30' })
    const upload = await beginUpload(server, await signIn(server))
    const asking = keepAsking(api(server, '/memorial/public_memorials'))
    await until(() => '200' in asking.outcomes)
    const stopped = server.stop()
    await until(() => 'ECONNREFUSED' in asking.outcomes)
    await asking.stop()

    upload.end()
    const [answer] = (await upload.answered) as [{ statusCode: number; headers: Record<string, string> }]

    expect([answer.statusCode, answer.headers.connection]).toEqual([201, 'close'])
    expect(await stopped).toBe(0)
    const { 'CLOSED WHILE IDLE': _slowClient, ...outcomes } = asking.outcomes
    expect(Object.keys(outcomes).sort()).toEqual(['200', 'ECONNREFUSED'])
  },
  TEST_MS,
)

it(
  'says behind a proxy that it is not ready while it goes on taking requests',
  async () => {
    const server = await start({ STOP_PATIENCE: '5', TRUST_PROXY: '1' })
    const ready = () => fetch(api(server, '').replace(API_BASE_PATH, '/readyz'))
    expect((await ready()).status).toBe(200)
    const stopped = server.stop()

    let answer = await ready()
    while (answer.status === 200) answer = await ready()
    expect([answer.status, await answer.json()]).toEqual([503, { status: 'stopping' }])
    expect(answer.headers.get('connection')).toBe('close')
    const list = await fetch(api(server, '/memorial/public_memorials'))
    expect([list.status, list.headers.get('connection')]).toEqual([200, 'close'])
    expect(await stopped).toBe(0)
  },
  TEST_MS,
)

it(
  'answers whoever had connected before it stopped listening',
  async () => {
    // With a patience of a second it stops listening after a second.
    const server = await start({ TRUST_PROXY: '1', STOP_PATIENCE: '1' })
    const stopped = server.stop()
    await pause(500)
    process.kill(server.pid, 'SIGSTOP')
    const answers = Array.from({ length: CONNECTIONS }, () => fetch(api(server, '/memorial/public_memorials')))
    await pause(1000)
    process.kill(server.pid, 'SIGCONT')

    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(CONNECTIONS).fill(200))
    expect(await stopped).toBe(0)
  },
  TEST_MS,
)

it(
  'waits for a request as long as STOP_PATIENCE says, also for more than ten seconds',
  async () => {
    const server = await start({ STOP_PATIENCE: '60' })
    const upload = await beginUpload(server, await signIn(server))
    const stopped = server.stop()
    await pause(LONGER_THAN_PLUGINS_MAY_TAKE_MS)
    upload.end()

    const [answer] = (await upload.answered) as [{ statusCode: number }]
    expect(answer.statusCode).toBe(201)
    expect(await stopped).toBe(0)
  },
  TEST_MS,
)

it(
  'waits for a request no longer than STOP_PATIENCE',
  async () => {
    const server = await start({ STOP_PATIENCE: '1' })
    await beginUpload(server, await signIn(server))
    expect(await server.stop()).toBe(0)
  },
  TEST_MS,
)

it(
  'ends at once at a second signal',
  async () => {
    const server = await start({ STOP_PATIENCE: '3600' })
    await beginUpload(server, await signIn(server))
    const stopped = server.stop()
    const again = setInterval(() => process.kill(server.pid, 'SIGTERM'), 200)
    expect(await stopped.finally(() => clearInterval(again))).toBe(1)
  },
  TEST_MS,
)
