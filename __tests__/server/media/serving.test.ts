import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough, type Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Memorial } from '@contract/memorial'
import type { StoredFile } from '@server/storage/file-store'
import { memorialForm } from '@support/memorial-form'
import { smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'

let server: TestApp
let address: string
let whole: Buffer

beforeAll(async () => {
  server = await startTestApp()
  const { token } = await server.signUp()
  const payload = memorialForm({}, { bytes: await smallPicture() })
  const response = await server.api({ method: 'POST', url: '/memorial/create', token, payload })
  address = response.json<Memorial>().photo_path ?? ''
  whole = (await server.app.inject(address)).rawPayload
})
afterAll(() => server.close())

const part = (range: string) => server.app.inject({ url: address, headers: { range, 'accept-encoding': 'br, gzip' } })

it.each([
  ['the first ten bytes', 'bytes=0-9', 0, 10],
  ['from the tenth byte on', 'bytes=10-', 10, undefined],
  ['the last five bytes', 'bytes=-5', -5, undefined],
  ['more than there is', 'bytes=5-999999', 5, undefined],
])('answers %s with just these, as stored', async (_what, range, from, to) => {
  const response = await part(range)
  expect(response.statusCode).toBe(206)
  expect(response.headers['content-encoding']).toBeUndefined()
  expect(response.rawPayload).toEqual(whole.subarray(from, to))
  expect(response.headers['content-length']).toBe(String(response.rawPayload.length))
  expect(response.headers['content-range']).toMatch(new RegExp(`/${whole.length}$`))
})

it('answers a range past the end with 416 and the size', async () => {
  const response = await part(`bytes=${whole.length}-`)
  expect(response.statusCode).toBe(416)
  expect(response.headers['content-range']).toBe(`bytes */${whole.length}`)
})

it.each(['bytes=5-2', 'pages=1-2', 'bytes=0-1,3-4', 'nonsense'])('answers %s as a whole', async (range) => {
  const response = await part(range)
  expect([200, 416]).toContain(response.statusCode)
  if (response.statusCode === 200) expect(response.rawPayload).toEqual(whole)
})

it('sends nothing again to who has the file, and a part only of the file that they have', async () => {
  const etag = String((await server.app.inject(address)).headers.etag)
  expect(etag).toMatch(/^"[\w.-]+"$/)
  const asked = async (headers: Record<string, string>) => {
    const { statusCode, headers: answered, rawPayload } = await server.app.inject({ url: address, headers })
    return [statusCode, answered.etag, rawPayload.length]
  }
  expect(await asked({ 'if-none-match': etag })).toEqual([304, etag, 0])
  expect(await asked({ 'if-none-match': '"another"' })).toEqual([200, etag, whole.length])
  expect(await asked({ range: 'bytes=0-9', 'if-range': etag })).toEqual([206, etag, 10])
  for (const other of ['"another"', `W/${etag}`, 'Tue, 01 Dec 2026 10:00:00 GMT']) {
    expect(await asked({ range: 'bytes=0-9', 'if-range': other })).toEqual([200, etag, whole.length])
  }
  const copy = await server.app.inject(address.replace('picture.jpg', '320.webp'))
  expect(copy.headers.etag).not.toBe(etag)
})

describe('HEAD', () => {
  afterEach(() => jest.restoreAllMocks())

  it.each<[string, Record<string, string>]>([
    ['the whole file', {}],
    ['a part', { range: 'bytes=10-19' }],
    ['what is past the end', { range: 'bytes=999999-' }],
  ])('answers as GET for %s, and reads nothing of it', async (_what, headers) => {
    const got = await server.app.inject({ url: address, headers })
    const read = spyOnReading()
    const response = await server.app.inject({ method: 'HEAD', url: address, headers })

    expect([response.statusCode, response.body]).toEqual([got.statusCode, ''])
    const { date: _then, ...ofGet } = got.headers
    const { date: _now, ...ofHead } = response.headers
    expect(ofHead).toEqual(ofGet)
    expect(read).not.toHaveBeenCalled()
  })

  it('knows nothing where GET does not', async () => {
    expect((await server.app.inject({ method: 'HEAD', url: '/media/none/picture.jpg' })).statusCode).toBe(404)
  })
})

describe('to a visitor who leaves', () => {
  const HELD_BYTES = 64
  let port: number

  beforeAll(async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    port = (server.app.server.address() as AddressInfo).port
  })
  afterEach(() => jest.restoreAllMocks())

  /** A visitor who leaves when `at` happens. Returns the streams that were opened for them. */
  async function openedFor(at: 'asked' | 'begun'): Promise<Readable> {
    const opened = new PassThrough()
    const [asked, left] = [new EventEmitter(), new EventEmitter()]
    const isAsked = once(asked, 'yes')
    spyOnReading().mockImplementation(async () => {
      const hasLeft = once(left, 'yes')
      asked.emit('yes')
      if (at === 'asked') await hasLeft
      opened.write(Buffer.alloc(HELD_BYTES))
      return opened
    })
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`GET ${address} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await (at === 'asked' ? isAsked : once(socket, 'data'))
    socket.destroy()
    while ((await connections()) > 0) await setImmediate()
    left.emit('yes')
    return opened
  }

  const connections = () =>
    new Promise<number>((resolve, reject) =>
      server.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    )

  it.each(['asked', 'begun'] as const)('closes what it reads from, when they have %s', async (at) => {
    const opened = await openedFor(at)
    if (!opened.destroyed) await once(opened, 'close')
    expect(opened.destroyed).toBe(true)
  })
})

/** Wraps the streams of all files that are opened from now on. */
function spyOnReading() {
  const read = jest.fn<ReturnType<StoredFile['read']>, Parameters<StoredFile['read']>>()
  const open = server.store.open.bind(server.store)
  jest.spyOn(server.store, 'open').mockImplementation(async (key) => {
    const stored = await open(key)
    if (stored && !read.getMockImplementation()) read.mockImplementation((range) => stored.read(range))
    return stored && { ...stored, read }
  })
  return read
}

it('lets nobody guess the kind of a file, and no shared cache keep it', async () => {
  const { headers } = await server.app.inject(address)
  expect(headers).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=600',
  })
})

it('names a file for who saves it', async () => {
  expect((await server.app.inject(address)).headers['content-disposition']).toBe('inline; filename="picture.jpg"')
  const small = await server.app.inject(address.replace('picture.jpg', '320.webp'))
  expect(small.headers['content-disposition']).toBe('inline; filename="320.webp"')
})

it('has browsers keep nothing of a closed page, and give parts of it all the same', async () => {
  const { token } = await server.signUp()
  const payload = memorialForm({ public_status: 'false' }, { bytes: await smallPicture() })
  const closed = await server.api({ method: 'POST', url: '/memorial/create', token, payload })
  const url = closed.json<Memorial>().photo_path ?? ''

  expect((await server.app.inject(url)).headers['cache-control']).toBe('private, no-store')
  const piece = await server.app.inject({ url, headers: { range: 'bytes=0-9' } })
  expect([piece.statusCode, piece.headers['cache-control']]).toEqual([206, 'private, no-store'])
})

it.each(['/media/none/picture.jpg', '/media/..%2f..%2fsecret-key/x.jpg', '/media/a/b/c', '/media/%00/picture.jpg'])(
  'knows nothing at %s',
  async (url) => {
    expect((await server.app.inject(url)).statusCode).toBe(404)
  },
)

it('has no other file beside a picture', async () => {
  expect((await server.app.inject(address.replace('picture.jpg', 'original.jpg'))).statusCode).toBe(404)
  expect((await server.app.inject(address.replace('picture.jpg', '..%2f..%2f..%2fsecret-key'))).statusCode).toBe(404)
})
