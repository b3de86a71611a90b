import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Memorial } from '@contract/memorial'
import { aLog } from '@support/recorded-log'
import { layLineTo } from '@support/line'
import { memorialForm } from '@support/memorial-form'
import { startOwnS3 } from '@support/own-s3'
import { smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'
import { failedStart, freePort, startServerProcess } from '@support/server-process'
import { until } from '@support/until'

let s3: Awaited<ReturnType<typeof startOwnS3>>

beforeAll(async () => {
  s3 = await startOwnS3()
})
afterAll(() => s3.stop())

describe('a store that goes away', () => {
  let line: Awaited<ReturnType<typeof layLineTo>>
  let server: TestApp
  const { log, lines } = aLog()

  beforeAll(async () => {
    line = await layLineTo(s3.url)
    server = await startTestApp(s3.settings(line.url), { log })
  })
  afterAll(async () => {
    await server.close()
    line.remove()
  })

  const create = async (token: string, bytes?: Buffer) =>
    server.api({ method: 'POST', url: '/memorial/create', token, payload: memorialForm({}, bytes && { bytes }) })

  it('takes with it what needs files, and nothing else', async () => {
    const { token } = await server.signUp()
    const photo = await smallPicture()
    const { photo_path: photoPath } = (await create(token, photo)).json<Memorial>()
    line.cut()

    const refused = [await create(token, photo), await server.app.inject(photoPath ?? '')]
    for (const answer of refused) {
      expect(answer.statusCode).toBe(503)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(answer.json()).toEqual({ detail: expect.stringMatching(/^Файлы сейчас недоступны/) as string })
    }
    expect((await create(token)).statusCode).toBe(201)
    expect((await server.app.inject('/api/v1/memorial/public_memorials')).statusCode).toBe(200)
    const ready = await server.app.inject('/readyz')
    expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'degraded', degraded: ['store'] }])
    expect(lines().filter(({ msg }) => msg === 'unexpected failure')).toEqual([])
    expect(lines().some(({ msg }) => msg === 'the file store is away')).toBe(true)

    line.mend()
    expect((await server.app.inject(photoPath ?? '')).statusCode).toBe(200)
    expect((await server.app.inject('/readyz')).json()).toEqual({ status: 'ready' })
  })
})

describe('a start', () => {
  let folder: string
  let failing: Server

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pomnim-start-'))
    failing = createServer((_request, response) => void response.writeHead(502).end()).listen(0, 'localhost')
    await once(failing, 'listening')
  })
  afterAll(async () => {
    failing.close()
    await rm(folder, { recursive: true, force: true })
  })

  it.each([
    ['cannot be reached', () => freePort()],
    ['fails', async () => (failing.address() as AddressInfo).port],
  ])('goes on without a store that %s', async (_how, port) => {
    const server = await startServerProcess({
      DATA_DIR: path.join(folder, 'data'),
      ...s3.settings(`http://localhost:${await port()}`),
    })
    try {
      const ready = async (): Promise<unknown> => (await fetch(`${server.url}/readyz`)).json()
      // The search is degraded as well until its people are loaded.
      await until(async () => isDeepStrictEqual(await ready(), { status: 'degraded', degraded: ['store'] }))
      expect(server.output()).toContain('started without it')
    } finally {
      expect(await server.stop()).toBe(0)
    }
  })

  it('stops at a bucket that there is not', async () => {
    const { errors, code } = await failedStart({
      DATA_DIR: path.join(folder, 'data'),
      ...s3.settings(s3.url),
      S3_BUCKET: 'other',
    })
    expect(errors).toMatch(/^Cannot start: S3_BUCKET other at .* cannot be used/m)
    expect(code).toBe(1)
  })
})
