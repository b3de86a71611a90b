import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { DispatchFunc } from 'light-my-request'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { respondToBrokenRequest, limitedConnections, SERVER_LIMITS, socketRefusals } from '@server/plugins/connections'
import { errors } from '@server/plugins/errors'
import { securityHeaders, securityHeadersOf } from '@server/plugins/security-headers'
import { trustedHops } from '@server/lib/visitor-network'
import { unexpectedProxy } from '@server/plugins/unexpected-proxy'
import { spreadRequests } from '@server/plugins/visitor-requests'
import { aLog } from '@support/recorded-log'
import { until } from '@support/until'

/** The number of connections that one address may always have. */
const MIN_FOR_ONE_ADDRESS = 10

let app: FastifyInstance
let port: number
const { log, lines: warnings, clear } = aLog()
const HEADERS = securityHeadersOf({ site: { publicUrl: 'https://pomnim.example' }, hstsSubdomains: false })
const sockets: Socket[] = []

const neverDispatched: DispatchFunc = () => undefined

async function start({ max = 100, trustProxy = 0, dispatch = neverDispatched } = {}): Promise<void> {
  clear()
  const loggerInstance: FastifyBaseLogger = log.child({}, { level: 'warn' })
  app = fastify({
    loggerInstance,
    ...SERVER_LIMITS,
    clientErrorHandler: respondToBrokenRequest(socketRefusals(HEADERS), dispatch),
    forceCloseConnections: true,
    trustProxy: trustedHops(trustProxy),
  })
  await app.register(securityHeaders, { headers: HEADERS })
  await app.register(errors)
  await app.register(limitedConnections, { max, trustProxy })
  await app.register(unexpectedProxy, { trustProxy })
  app.get('/', () => 'page')
  app.get('/address', ({ ip }) => ip)
  app.post('/words', () => 'taken')
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
}
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

async function aConnection(localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

/** Requests a page over a keep-alive connection. Returns whether it was answered. */
async function askOver(socket: Socket): Promise<boolean> {
  if (socket.closed) return false
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const answered = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => undefined)])
  return answered !== undefined
}

async function toHear(socket: Socket): Promise<string> {
  let heard = ''
  socket.on('data', (bytes: Buffer) => (heard += bytes.toString()))
  await once(socket, 'close')
  return heard
}

function expectRefusal(heard: string, status: number): void {
  const [head = '', body = ''] = heard.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(head).toMatch(/\r\ncontent-type: application\/json/i)
  for (const name of ['content-security-policy', 'x-content-type-options', 'strict-transport-security']) {
    expect(head).toContain(`\r\n${name}: `)
  }
  expect(JSON.parse(body)).toEqual({ detail: expect.stringMatching(/^[А-Я]/) as string })
}

it('ends a connection whose headers drip, with 408', async () => {
  await start()
  expect(app.server.headersTimeout).toBeLessThanOrEqual(30_000)
  // Skips the half minute.
  app.server.headersTimeout = 1
  const socket = await aConnection()
  socket.write('GET / HTTP/1.1\r\nHost: local')
  expectRefusal(await toHear(socket), 408)
})

it.each([
  ['headers that are too large', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['what is no HTTP', 'Mary had a little lamb\r\n\r\n', 400],
  [
    'a body of two lengths, behind which another request could hide',
    'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
])('refuses %s in the shape of all refusals', async (_what, words, status) => {
  await start()
  const socket = await aConnection()
  const heard = toHear(socket)
  socket.write(words)
  expectRefusal(await heard, status)
})

it('holds no more connections than it may, and lets the next visitor in for one that only waits', async () => {
  await start({ max: 3 })
  const waiting = [await aConnection(), await aConnection(), await aConnection()]
  for (const socket of waiting) expect(await askOver(socket)).toBe(true)

  expect(await askOver(await aConnection())).toBe(false)
  await until(() => waiting.every(({ closed }) => closed))
  expect(await askOver(await aConnection())).toBe(true)
  expect(warnings()).toEqual([expect.objectContaining({ msg: 'connections are refused', max: 3 })])
})

it('gives one address no more than its share, and has it again when connections end', async () => {
  await start({ max: 100 })
  const own = []
  for (let count = 0; count < MIN_FOR_ONE_ADDRESS; count++) own.push(await aConnection())
  for (const socket of own) expect(await askOver(socket)).toBe(true)
  expect(await askOver(await aConnection())).toBe(false)

  own[0]?.destroy()
  let isIn = false
  while (!isIn) isIn = await askOver(await aConnection())
})

describe('behind a proxy', () => {
  const UNFINISHED = 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{'

  /** Sends the beginning of a request for somebody, over a connection of its own. */
  async function begin(address: string, beginning = `POST /words HTTP/1.1\r\n`, rest = UNFINISHED): Promise<Socket> {
    const socket = await aConnection()
    socket.write(`${beginning}Host: localhost\r\nX-Forwarded-For: ${address}\r\n${rest}`)
    return socket
  }
  /** What somebody is answered who asks for the page. */
  const ask = async (address: string) => {
    const { status } = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-forwarded-for': address } })
    return status
  }
  /** Sends so many bodies that never come, one after the other. */
  async function beginMany(count: number, addressOf: (index: number) => string): Promise<Socket[]> {
    const begun: Socket[] = []
    for (let index = 0; index < count; index++) begun.push(await begin(addressOf(index)))
    await until(() => begun.every(({ bytesWritten }) => bytesWritten > 0))
    return begun
  }

  it('refuses whoever sends too many bodies that never come, and answers everybody else', async () => {
    await start({ trustProxy: 1 })
    const begun = await beginMany(MIN_FOR_ONE_ADDRESS, () => '203.0.113.7')
    await until(async () => (await ask('203.0.113.7')) === 429)
    const heard = await toHear(await begin('203.0.113.7'))
    expectRefusal(heard, 429)
    expect(heard).toMatch(/retry-after: \d/i)
    expect(await ask('203.0.113.8')).toBe(200)
    expect(warnings()).toEqual([expect.objectContaining({ msg: 'requests are refused', why: 'too many of one' })])

    begun[0]?.destroy()
    await until(async () => (await ask('203.0.113.7')) === 200)
  })

  it('answers the proxy itself, whoever sends too much from its machine', async () => {
    await start({ trustProxy: 1 })
    await beginMany(MIN_FOR_ONE_ADDRESS, () => '127.0.0.1')
    await until(async () => (await ask('127.0.0.1')) === 429)
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
  })

  it('counts no request that is over', async () => {
    await start({ trustProxy: 1 })
    for (let count = 0; count < 3 * MIN_FOR_ONE_ADDRESS; count++) expect(await ask('203.0.113.7')).toBe(200)
  })

  it('keeps the last quarter free for visitors who have little under way', async () => {
    await start({ max: 200, trustProxy: 1 })
    // Ten of each network: half of what one may have.
    await beginMany(150, (index) => `2001:db8:1:${(index % 15).toString(16)}00::1`)
    await until(async () => (await ask('2001:db8:1:100::2')) === 503)
    expect(await ask('2001:db8:1:ff00::1')).toBe(200)
    expect(await ask('2001:db8:2::1')).toBe(200)
  })
})

describe('when many requests arrive at once', () => {
  const MANY = 40
  const WORK_MS = 5
  const FLOOD = '127.0.0.1'
  const OTHER = '127.0.0.2'
  /** The addresses whose requests have begun, in their order. */
  const begun: string[] = []

  /** Stops everything for as long. */
  function work(ms: number): void {
    const until = performance.now() + ms
    while (performance.now() < until);
  }

  beforeEach(async () => {
    app = fastify({ forceCloseConnections: 'idle', return503OnClosing: false })
    spreadRequests(app)
    app.get('/', ({ ip }) => {
      begun.push(ip)
      work(WORK_MS)
      return 'page'
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    port = (app.server.address() as AddressInfo).port
    const connections = [...Array.from({ length: MANY }, () => aConnection(FLOOD)), aConnection(OTHER)]
    await Promise.all((await Promise.all(connections)).map(askOver))
    begun.length = 0
    // All arrive before the server can look.
    for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    work(20)
  })

  const aTurn = () => new Promise((resolve) => setImmediate(resolve))

  it('begins them in several turns, so that other work goes on between', async () => {
    let most = 0
    while (begun.length <= MANY) {
      const before = begun.length
      await aTurn()
      most = Math.max(most, begun.length - before)
    }
    expect(most).toBeLessThan(MANY / 4)
  })

  it('begins that of another address soon, however many of one wait', async () => {
    while (begun.length <= MANY) await aTurn()
    expect(begun.indexOf(OTHER)).toBeLessThan(MANY / 4)
  })

  it('begins all at once when the server stops, since it waits only for those that have begun', async () => {
    while (begun.length === 0) await aTurn()
    const closed = app.close()
    await aTurn()
    await aTurn()
    expect(begun.length).toBe(MANY + 1)
    for (const socket of sockets) socket.destroy()
    await closed
  })

  it('begins none for those who left while they waited', async () => {
    while (begun.length === 0) await aTurn()
    for (const socket of sockets) socket.destroy()
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
    expect(begun.length).toBeLessThan(MANY)
  })
})

it('warns once when a proxy stands in front that nobody told of', async () => {
  await start({ trustProxy: 0 })
  await app.inject('/')
  expect(warnings()).toEqual([])
  for (let visit = 0; visit < 3; visit++) await app.inject({ url: '/', headers: { 'x-forwarded-for': '203.0.113.7' } })
  expect(warnings()).toEqual([expect.objectContaining({ msg: expect.stringContaining('TRUST_PROXY is 0') as string })])
})

it('does not warn of a proxy that the settings tell of', async () => {
  await start({ trustProxy: 1 })
  await app.inject({ url: '/', headers: { 'x-forwarded-for': '203.0.113.7' } })
  expect(warnings()).toEqual([])
})

it.each([
  [2, 'the last but one', '198.51.100.9'],
  [3, 'the first, where there are fewer than that', '198.51.100.9'],
  [1, 'the last that the proxy tells, and none that a visitor made up', '203.0.113.7'],
  [0, 'that of the connection, whatever a visitor tells', '192.0.2.1'],
])('with %i proxies in front the address is %s', async (trustProxy, _what, address) => {
  await start({ trustProxy })
  const headers = { 'x-forwarded-for': '198.51.100.9, 203.0.113.7' }
  const { body } = await app.inject({ url: '/address', headers, remoteAddress: '192.0.2.1' })
  expect(body).toBe(address)
})

it('refuses an unescaped request whose response breaks off', async () => {
  await start({ dispatch: (_request, reply) => void reply.destroy(new Error('broken off')) })
  const socket = await aConnection()
  socket.write('GET /api/v1/memorial/public_memorials?lastname=Ёлкин HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [answer] = (await once(socket, 'data')) as [Buffer]

  expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 /)
})
