import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { archivePaths } from '@contract/archive'
import { API_BASE_PATH } from '@contract/paths'
import { anAdvancedMemorial, sampleFile } from '@support/archives'
import { startTestApp, type TestApp } from '@support/server-app'
import { filesBelow } from '@support/stored-files'
import { until } from '@support/until'

/** How often the server checks for slow clients. */
const LOOK_SECONDS = 5
const BOUNDARY = 'slow'
const KB = 1024
const MB = KB ** 2
/** An answer in one write, larger than the sockets' buffers. */
const WHOLE_BYTES = 128 * MB
/** A piece of an upload, sent every thirty seconds. */
const PIECE_BYTES = 64 * KB
/** Until its first piece of sound or other things. */
const WAV_FORMAT_BYTES = 36

let server: TestApp
let port: number
let owner: string
let memorialId: number
let atServer: Socket
let downloads: Readable[]
const clients: Socket[] = []

/** The clock that the server reads. */
let passedMs = 0
let looks: (() => void)[]

/** The test triggers the server's checks, so that minutes pass at once. Everything else is real. */
beforeAll(async () => {
  looks = []
  const { setInterval } = global
  jest.spyOn(global, 'setInterval').mockImplementation(((look: () => void, every: number, ...rest: unknown[]) => {
    if (every !== LOOK_SECONDS * 1000) return setInterval(look, every, ...rest)
    looks.push(look)
    return setInterval(() => undefined, every)
  }) as typeof setInterval)
  server = await startTestApp()
  downloads = []
  server.app.get('/endless', (_request, reply) => {
    const download = Readable.from(zeros())
    downloads.push(download)
    return reply.type('video/mp4').send(download)
  })
  server.app.get('/whole', (_request, reply) => reply.type('video/mp4').send(Buffer.alloc(WHOLE_BYTES)))
  server.app.server.on('connection', (socket) => (atServer = socket))
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as AddressInfo).port
  const made = await anAdvancedMemorial(server)
  owner = made.owner.token
  memorialId = made.memorial.id
  jest.spyOn(performance, 'now').mockImplementation(() => passedMs)
})
afterEach(() => {
  for (const socket of clients.splice(0)) socket.destroy()
})
afterAll(async () => {
  await server.close()
  jest.restoreAllMocks()
})

function* zeros() {
  for (;;) yield Buffer.alloc(64 * KB)
}

interface Client {
  socket: Socket
  /** Everything that the server has sent to it. */
  heard: () => string
  /** Sends, and waits until it has arrived. */
  send(bytes: string | Buffer): Promise<void>
}

async function aClient(): Promise<Client> {
  const socket = connect(port, '127.0.0.1')
  clients.push(socket)
  const accepted = once(server.app.server, 'connection')
  let heard = ''
  socket.on('error', () => undefined)
  socket.on('data', (bytes: Buffer) => (heard += bytes.toString()))
  await accepted
  const peer = atServer
  return {
    socket,
    heard: () => heard,
    async send(bytes) {
      const expected = peer.bytesRead + bytes.length
      socket.write(bytes)
      await until(() => peer.bytesRead >= expected || peer.destroyed)
    },
  }
}

/** Lets this time pass for the server. `meanwhile` runs before each check. */
async function pass(seconds: number, meanwhile?: () => Promise<void>): Promise<void> {
  for (let passed = 0; passed < seconds; passed += LOOK_SECONDS) {
    await meanwhile?.()
    passedMs += LOOK_SECONDS * 1000
    for (const look of looks) look()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const headOf = (method: string, url: string, headers: Record<string, string | number> = {}) =>
  [
    `${method} ${url} HTTP/1.1`,
    'Host: localhost',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')

async function toBeRefused({ socket, heard }: Client): Promise<void> {
  await until(() => socket.closed)
  const [head = '', body = ''] = heard().split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 408 /)
  expect(head.toLowerCase()).toContain('content-type: application/json')
  expect(JSON.parse(body)).toEqual({ detail: expect.stringMatching(/^[А-Я].*слишком долго/) as string })
}

it('holds to limits for headers, for a request as a whole, and for connections', async () => {
  expect(server.app.server).toMatchObject({
    headersTimeout: 30_000,
    requestTimeout: 12 * 3_600_000,
    maxConnections: server.config.maxConnections,
  })
  const client = await aClient()
  client.socket.write(headOf('GET', '/healthz', { Cookie: 'x'.repeat(20 * KB) }))
  await until(() => client.socket.closed)
  expect(client.heard()).toMatch(/^HTTP\/1\.1 431 /)
})

describe('a short body', () => {
  it('has half a minute, then the answer is 408', async () => {
    const client = await aClient()
    const head = headOf('POST', `${API_BASE_PATH}/auth/forgot-password`, {
      'Content-Type': 'application/json',
      'Content-Length': 1000,
    })
    await client.send(head)
    await pass(25, () => client.send(' '))
    expect(client.socket.closed).toBe(false)
    await pass(10, () => client.send(' '))
    await toBeRefused(client)
  })

  it('has as long after it was refused already, whatever it calls itself', async () => {
    const client = await aClient()
    const head = headOf('POST', `${API_BASE_PATH}/memorial/create`, {
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
      'Content-Length': 100 * MB,
    })
    await client.send(head)
    await until(() => client.heard().includes('Unauthorized'))
    await pass(25, () => client.send(Buffer.alloc(100 * KB)))
    expect(client.socket.closed).toBe(false)
    await pass(10, () => client.send(Buffer.alloc(100 * KB)))
    await until(() => client.socket.closed)
  })

  it('is waited for no more when it was refused already and nothing comes', async () => {
    const client = await aClient()
    await client.send(
      headOf('POST', `${API_BASE_PATH}/memorial/create`, {
        'Content-Type': 'application/json',
        'Content-Length': 1000,
      }),
    )
    await until(() => client.heard().includes('Unauthorized'))
    await pass(2 * LOOK_SECONDS)
    await until(() => client.socket.closed)
  })
})

describe('an upload', () => {
  const fileHead = [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="memorial_id"\r\n\r\n`,
    `\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n`,
  ] as const
  const end = `\r\n--${BOUNDARY}--\r\n`

  /** Like the sample, but several minutes long. */
  async function longSound(): Promise<Buffer> {
    const format = (await sampleFile('sound.wav')).subarray(0, WAV_FORMAT_BYTES)
    const silence = Buffer.alloc(10 * PIECE_BYTES)
    const sound = Buffer.concat([format, Buffer.from('data'), lengthOf(silence), silence])
    sound.set(lengthOf(sound.subarray(8)), 4)
    return sound
  }

  function lengthOf({ length }: Buffer): Buffer {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(length)
    return bytes
  }

  async function beginUpload(file: Buffer): Promise<Client> {
    const before = fileHead.join(String(memorialId))
    const client = await aClient()
    const head = headOf('POST', `${API_BASE_PATH}${archivePaths('audio').create}`, {
      Authorization: `Bearer ${owner}`,
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
      'Content-Length': before.length + file.length + end.length,
    })
    // The server creates the file when its first bytes come.
    await client.send(Buffer.concat([Buffer.from(head + before), file.subarray(0, 1)]))
    await until(async () => (await filesBelow(path.join(server.dataDir, 'uploads'))).size > 0)
    return client
  }

  it('may take as long as it likes while it makes progress', async () => {
    const sound = await longSound()
    const client = await beginUpload(sound)
    // No network for most of a minute, then the slowest allowed speed.
    await pass(50)
    for (let sent = 1; sent < sound.length; sent += PIECE_BYTES) {
      await client.send(sound.subarray(sent, sent + PIECE_BYTES))
      await pass(30)
    }
    await client.send(end)
    await until(() => client.heard().includes('\r\n\r\n'))
    expect(client.heard()).toMatch(/^HTTP\/1\.1 201 /)
  })

  it('that drips is ended after a minute with 408, and leaves no file behind', async () => {
    const client = await beginUpload(Buffer.alloc(100 * MB))
    await pass(55, () => client.send('.'))
    expect(client.socket.closed).toBe(false)
    await pass(10, () => client.send('.'))
    await toBeRefused(client)
    await until(async () => (await filesBelow(path.join(server.dataDir, 'uploads'))).size === 0)
  })
})

describe('a reader', () => {
  async function beginReading(url = '/endless'): Promise<Client> {
    const client = await aClient()
    await client.send(headOf('GET', url))
    await until(() => client.heard().length > 0)
    client.socket.removeAllListeners('data').pause()
    const peer = atServer
    // The sockets' buffers are full, and the rest waits.
    let written = -1
    while (peer.bytesWritten !== written || peer.writableLength === 0) {
      written = peer.bytesWritten
      await pause(100)
    }
    return client
  }

  it('who takes nothing for minutes gives the connection and the file back', async () => {
    await beginReading()
    await pass(115)
    expect(downloads.at(-1)?.destroyed).toBe(false)
    await pass(15)
    await until(() => downloads.at(-1)?.destroyed ?? false)
  })

  it.each([
    ['what is read piece by piece', '/endless', 4 * MB],
    ['a whole answer', '/whole', 2 * MB],
  ])('who takes a little all along of %s reads on', async (_what, url, bytesEachTime) => {
    const client = await beginReading(url)
    const peer = atServer
    const taken = async () => {
      for (let left = bytesEachTime; left > 0 && !client.socket.closed;) {
        const bytes = client.socket.read() as Buffer | null
        left -= bytes?.length ?? 0
        if (!bytes) await pause(1)
      }
    }
    await pass(240, taken)
    expect([client.socket.closed, peer.destroyed]).toEqual([false, false])
  })
})
