import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createDiskStore } from '@server/storage/open-store'
import { type FileStore, StoreAway } from '@server/storage/file-store'
import { createS3Store } from '@server/storage/s3-store'
import { createS3Server } from '@support/own-s3'
import { freePort } from '@support/server-process'
import { until } from '@support/until'

const BUCKET = 'media'
const HOUR_MS = 3_600_000
/** More than the connections that a client keeps to a store. */
const READERS = 60

let folder: string
let s3: ReturnType<typeof createS3Server>
let endpoint: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-store-'))
  const port = await freePort()
  endpoint = `http://localhost:${port}`
  s3 = createS3Server(path.join(folder, 's3'), port, [BUCKET])
  await s3.run()
})
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

const settings = () => ({ endpoint, bucket: BUCKET, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' })

describe.each<[string, () => Promise<FileStore>]>([
  ['a folder', () => createDiskStore(path.join(folder, 'disk'))],
  ['an object store', async () => createS3Store(settings())],
])('%s', (_kind, create) => {
  let store: FileStore

  beforeAll(async () => {
    store = await create()
  })

  async function put(key: string, content: string): Promise<string> {
    const file = path.join(folder, `upload-${key.replace('/', '-')}`)
    await writeFile(file, content)
    await store.put(key, file, 'image/jpeg')
    return file
  }

  it('gives back what it keeps, and takes the local file away', async () => {
    const file = await put('abc/picture.jpg', 'content')
    const stored = await store.open('abc/picture.jpg')
    expect(stored?.size).toBe(7)
    expect(stored && (await buffer(await stored.read())).toString()).toBe('content')
    expect(existsSync(file)).toBe(false)
  })

  it('reads a part, both ends included', async () => {
    await put('def/picture.jpg', '0123456789')
    const stored = await store.open('def/picture.jpg')
    expect(stored && (await buffer(await stored.read({ start: 2, end: 4 }))).toString()).toBe('234')
  })

  it.each(['none/picture.jpg', '../secret-key', '..', '', 'abc/../../x.jpg'])('has nothing under %p', async (key) => {
    expect(await store.open(key)).toBeUndefined()
  })

  it('removes a folder whole, and no other', async () => {
    await put('gone/picture.jpg', 'a')
    await put('gone/320.webp', 'b')
    await put('goner/picture.jpg', 'c')

    await store.removeFolder('gone')
    await store.removeFolder('never-there')

    expect(await store.open('gone/picture.jpg')).toBeUndefined()
    expect(await store.open('gone/320.webp')).toBeUndefined()
    expect(await store.open('goner/picture.jpg')).toBeDefined()
  })

  it('has a place for the next reader, however many left in the middle', async () => {
    await put('left/film.mp4', 'x'.repeat(2 * 1024 ** 2))
    for (let reader = 0; reader < READERS; reader++) {
      const content = await (await store.open('left/film.mp4'))?.read()
      content?.destroy()
    }
    const stored = await store.open('left/film.mp4')
    expect(stored && (await buffer(await stored.read())).length).toBe(stored?.size)
  })

  it('knows whether it has any file', async () => {
    await put('only/picture.jpg', 'a')
    expect(await store.isEmpty()).toBe(false)
    for (const kept of ['abc', 'def', 'goner', 'left', 'only']) await store.removeFolder(kept)
    expect(await store.isEmpty()).toBe(true)
  })

  it('says that it can be written', async () => {
    await expect(store.check()).resolves.toBeUndefined()
  })
})

describe('an object store', () => {
  const HASTE = { connectMs: 500, responseMs: 500, partMs: 500, idleMs: 500, silenceMs: 500 }

  it('answers everybody while many read and take nothing', async () => {
    const store = createS3Store(settings())
    const file = path.join(folder, 'upload-film')
    await writeFile(file, 'x'.repeat(2 * 1024 ** 2))
    await store.put('slow/film.mp4', file, 'video/mp4')
    const stored = await store.open('slow/film.mp4')
    if (!stored) throw new Error('The film is not there')
    const slow = await Promise.all(Array.from({ length: READERS }, () => stored.read()))

    expect((await store.open('slow/film.mp4'))?.size).toBe(stored.size)
    for (const content of slow) content.destroy()
  })

  it('that takes connections and says nothing is not waited for', async () => {
    const silent = await startStore(() => undefined)
    const store = createS3Store({ ...settings(), endpoint: silent.endpoint }, HASTE)
    await expect(store.check()).rejects.toThrow(StoreAway)
    silent.stop()
  })

  it('that falls silent fails what asks it, and what it was in the middle of', async () => {
    let isSilent = false
    const falling = await startStore((request, response) => {
      if (isSilent) return
      response.writeHead(200, { 'content-length': 100 })
      if (request.method === 'GET') response.write('half')
      else response.end()
    })
    const store = createS3Store({ ...settings(), endpoint: falling.endpoint }, HASTE)
    const half = await (await store.open('abc/film.mp4'))?.read()
    isSilent = true
    const file = path.join(folder, 'upload-to-silence')
    await writeFile(file, 'content')

    const asked = [
      store.open('abc/film.mp4'),
      store.put('abc/picture.jpg', file, 'image/jpeg'),
      store.removeFolder('abc'),
      store.check(),
    ]
    await Promise.all(asked.map((answer) => expect(answer).rejects.toThrow(StoreAway)))
    await expect(half && buffer(half)).rejects.toThrow()
    falling.stop()
  })

  it('that says nothing to a small file is not waited for as long as a part of a film may take', async () => {
    const silent = await startStore(() => undefined)
    const store = createS3Store(
      { ...settings(), endpoint: silent.endpoint },
      { ...HASTE, partMs: HOUR_MS, silenceMs: HOUR_MS },
    )
    const file = path.join(folder, 'upload-to-nobody')
    await writeFile(file, 'content')
    await expect(store.put('abc/picture.jpg', file, 'image/jpeg')).rejects.toThrow(StoreAway)
    silent.stop()
  })

  it('lets a reader pause for longer than a connection may be idle', async () => {
    const store = createS3Store(settings(), { ...HASTE, silenceMs: HOUR_MS })
    const file = path.join(folder, 'upload-read-late')
    await writeFile(file, 'x'.repeat(2 * 1024 ** 2))
    await store.put('late/film.mp4', file, 'video/mp4')
    const stored = await store.open('late/film.mp4')
    const content = await stored?.read()
    await sleep(HASTE.idleMs * 2)
    expect((content && (await buffer(content)))?.length).toBe(stored?.size)
  })

  it('keeps no connection that nobody uses', async () => {
    const idle = await startStore((_request, response) => response.writeHead(200, { 'content-length': 0 }).end())
    const store = createS3Store({ ...settings(), endpoint: idle.endpoint }, { ...HASTE, silenceMs: HOUR_MS })
    await store.check()
    expect(await idle.connections()).toBe(1)
    await until(async () => (await idle.connections()) === 0)
    await expect(store.check()).resolves.toBeUndefined()
    idle.stop()
  })

  async function startStore(answer: RequestListener) {
    const server = createServer({ keepAliveTimeout: 0 }, answer).listen(0, 'localhost')
    await once(server, 'listening')
    return {
      endpoint: `http://localhost:${(server.address() as AddressInfo).port}`,
      connections: promisify(server.getConnections.bind(server)),
      stop() {
        server.close()
        server.closeAllConnections()
      },
    }
  }
})

it('tells a bucket that there is not from a store that is away', async () => {
  const failure = await createS3Store({ ...settings(), bucket: 'other' })
    .check()
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(failure).not.toBeInstanceOf(StoreAway)
})

it('leaves nothing half-written in a folder', async () => {
  const root = path.join(folder, 'whole')
  const store = await createDiskStore(root)
  await expect(store.put('abc/picture.jpg', path.join(folder, 'missing'), 'image/jpeg')).rejects.toThrow()
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  expect(entries.filter((entry) => entry.isFile())).toEqual([])
})
