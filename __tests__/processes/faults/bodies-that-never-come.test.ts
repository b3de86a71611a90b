import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { once } from 'node:events'
import { ADDRESS_HEADER, describeOnNginx, startNginx } from '@support/nginx'
import { describeBehindEachProxy } from '@support/proxies'
import { freePort, type ServerProcess, startServerProcess } from '@support/server-process'
import { sendUnfinishedBodies } from '@support/unfinished-bodies'
import { until } from '@support/until'

const TIMEOUT_MS = 120_000
/** More than the server has connections. */
const BODIES = 2100
const VISITS = 20
const BETWEEN_VISITS_MS = 250
const PATIENCE_MS = 5000

let folder: string
let server: ServerProcess
let serverPort: number

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-bodies-'))
  serverPort = await freePort()
  server = await startServerProcess({
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: String(serverPort),
    TRUST_PROXY: '1',
    METRICS_TOKEN: 'the-token-of-the-metrics',
  })
}, TIMEOUT_MS)
afterAll(async () => {
  await server.kill()
  await rm(folder, { recursive: true, force: true })
}, TIMEOUT_MS)

describeBehindEachProxy((startProxy) => {
  let port: number
  let proxy: Awaited<ReturnType<typeof startProxy>>

  beforeAll(async () => {
    port = await freePort()
    proxy = await startProxy(port, serverPort)
  }, TIMEOUT_MS)
  afterAll(() => proxy.stop(), TIMEOUT_MS)

  /** What another visitor is answered: a status, or what went wrong. */
  async function visit(url: string): Promise<number | string> {
    const asked = request({ port, host: '127.0.0.1', localAddress: '127.0.0.2', path: url, agent: false })
    const late = setTimeout(() => asked.destroy(new Error('too late')), PATIENCE_MS)
    try {
      asked.end()
      const [response] = (await once(asked, 'response')) as [IncomingMessage]
      await once(response.resume(), 'end')
      return response.statusCode ?? 0
    } catch (error) {
      return (error as Error).message
    } finally {
      clearTimeout(late)
    }
  }

  it.each([
    ['that the proxy holds until they are whole', '/api/v1/auth/login'],
    ['that are passed on as they come', '/api/v1/memories/create'],
  ])(
    `answers everybody else while one address sends ${BODIES} bodies that never come, %s`,
    async (_which, target) => {
      const attack = await sendUnfinishedBodies(port, BODIES, target)
      try {
        await until(() => attack.begun() >= BODIES)
        const answers = []
        for (let index = 0; index < VISITS; index++) {
          answers.push(await visit(index % 2 === 0 ? '/memorials' : '/api/v1/memorial/public_memorials'))
          await pause(BETWEEN_VISITS_MS)
        }
        expect(answers).toEqual(Array(VISITS).fill(200))
      } finally {
        attack.stop()
      }
    },
    TIMEOUT_MS,
  )

  it.each([
    [
      'a file of three megabytes',
      '/api/v1/memorial/import',
      { 'content-type': 'multipart/form-data; boundary=b' },
      3,
      401,
    ],
    ['a body that is too long', '/api/v1/auth/login', { 'content-type': 'application/json' }, 0.7, 413],
  ])('has the server answer to %s', async (_what, target, headers, megabytes, status) => {
    const body = Buffer.alloc(megabytes * 1024 ** 2, 'x')
    const response = await fetch(`http://127.0.0.1:${port}${target}`, { method: 'POST', headers, body })
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ detail: expect.any(String) as string })
  })

  it('keeps the metrics from the world', async () => {
    const headers = { authorization: 'Bearer the-token-of-the-metrics' }
    expect((await fetch(`http://127.0.0.1:${serverPort}/metrics`, { headers })).status).toBe(200)
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).status).toBe(404)
  })
})

describeOnNginx(() => {
  const OF_ONE = 100
  let port: number
  let nginx: Awaited<ReturnType<typeof startNginx>>

  beforeAll(async () => {
    port = await freePort()
    nginx = await startNginx(port, [serverPort])
  }, TIMEOUT_MS)
  afterAll(() => nginx.stop(), TIMEOUT_MS)

  const ask = async (address: string) => {
    const { status } = await fetch(`http://127.0.0.1:${port}/api/v1/tariffs`, {
      headers: { [ADDRESS_HEADER]: address },
    })
    return status
  }

  it.each([
    ['an address of IPv4', ['192.0.2.7'], '192.0.2.7', '192.0.2.8'],
    ['a /64', ['2001:db8:1:2::7'], '2001:db8:1:2::8', '2001:db8:1:3::8'],
    ['a /56', [0, 1, 2, 3].map((index) => `2001:db8:2:${index}::7`), '2001:db8:2:ff::7', '2001:db8:2:100::7'],
    [
      'a /48',
      Array.from({ length: 16 }, (_, index) => `2001:db8:a:${index.toString(16)}00::7`),
      '2001:db8:a:ff00::7',
      '2001:db8:b:ff00::7',
    ],
  ])(
    'refuses %s that has too much under way, and nobody else',
    async (_who, addresses, refused, answered) => {
      const attacks = []
      try {
        for (const address of addresses) {
          attacks.push(await sendUnfinishedBodies(port, OF_ONE, '/api/v1/auth/login', { [ADDRESS_HEADER]: address }))
        }
        await until(async () => (await ask(refused)) === 429)
        expect(await ask(answered)).toBe(200)
        const { detail } = (await (
          await fetch(`http://127.0.0.1:${port}/api/v1/tariffs`, { headers: { [ADDRESS_HEADER]: refused } })
        ).json()) as { detail: string }
        expect(detail).toMatch(/^С вашего адреса приходит слишком много запросов/)
      } finally {
        for (const attack of attacks) attack.stop()
      }
    },
    TIMEOUT_MS,
  )
})
