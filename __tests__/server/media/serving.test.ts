import type { Memorial } from '@contract/memorial'
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

it('lets nobody guess the kind of a file, and no shared cache keep it', async () => {
  const { headers } = await server.app.inject(address)
  expect(headers).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=600',
  })
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
