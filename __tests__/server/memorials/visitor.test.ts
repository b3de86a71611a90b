import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { createMemorialTokens } from '@server/access/memorial-token'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

const PIN = '0451'
const HOUR_MS = 3_600_000

let server: TestApp
let owner: string
let visitors = 0

beforeAll(async () => {
  server = await startTestApp({ TRUST_PROXY: '1' })
  owner = (await anOwner(server)).token
  await server.api({ method: 'POST', url: '/users/me/set-pin', token: owner, payload: { pin_code: PIN } })
})
afterAll(() => server.close())

const closedPage = (token = owner) => aStoredMemorial(server, token, { public_status: 'false' }, { withPhoto: true })

function verify(id: number, pin: unknown, options: { token?: string; from?: string } = {}) {
  // Each visit comes from a new address, unless the test is about addresses.
  const { from = `10.0.${Math.floor(++visitors / 250)}.${visitors % 250}`, ...request } = options
  return server.api({
    method: 'POST',
    url: `/memorial/${id}/verify-pin`,
    payload: { pin_code: pin },
    headers: { 'x-forwarded-for': from },
    ...request,
  })
}

const tokenFor = async (id: number) => (await verify(id, PIN)).json<{ access_token: string }>().access_token
const statusOf = async (url: string, token?: string) => (await server.api({ url, ...(token && { token }) })).statusCode

it('opens the page and all that is read with it, and nothing else', async () => {
  const [page, other] = [await closedPage(), await closedPage()]
  const response = await verify(page.id, PIN)
  expect(response.statusCode).toBe(200)
  const { access_token: token, token_type } = response.json<{ access_token: string; token_type: string }>()
  expect(token_type).toBe('bearer')

  const memorial = await server.api({ url: `/memorial/${page.id}`, token })
  expect(memorial.statusCode).toBe(200)
  expect(memorial.json()).not.toHaveProperty('used_storage_bytes')
  expect((await server.app.inject(memorial.json<{ photo_path: string }>().photo_path)).statusCode).toBe(200)
  expect(await statusOf(`/memories/all?memorial_id=${page.id}`, token)).toBe(200)
  expect(await statusOf(`/burial/${page.id}`, token)).toBe(404)
  expect(await statusOf(`/memorial/${page.id}/qrcode`, token)).toBe(200)

  expect(await statusOf(`/memorial/${other.id}`, token)).toBe(403)
  expect(await statusOf('/users/me', token)).toBe(401)
  expect((await server.api({ method: 'DELETE', url: `/memorial/delete/${page.id}/`, token })).statusCode).toBe(401)
})

it('opens nothing once it was bent', async () => {
  const { id } = await closedPage()
  const token = await tokenFor(id)
  const [, , expires = ''] = token.split('.')
  expect(await statusOf(`/memorial/${id}`, token.replace(expires, String(Number(expires) + 1)))).toBe(403)
  expect(await statusOf(`/memorial/${id}`, token.slice(0, -1))).toBe(403)
})

it('opens for twelve hours and no longer', () => {
  let now = Date.parse('2026-05-09T12:00:00Z')
  const memorialTokens = createMemorialTokens('a key', () => now)
  const token = memorialTokens.issue(7, 'hash')

  now += 12 * HOUR_MS - 1000
  expect(memorialTokens.opens(token, 7, 'hash')).toBe(true)
  now += 1000
  expect(memorialTokens.opens(token, 7, 'hash')).toBe(false)
})

it('opens nothing any more when the owner changes the PIN', async () => {
  const { token: account } = await anOwner(server)
  await server.api({ method: 'POST', url: '/users/me/set-pin', token: account, payload: { pin_code: PIN } })
  const { id } = await closedPage(account)
  const token = await tokenFor(id)
  expect(await statusOf(`/memorial/${id}`, token)).toBe(200)

  const payload = { current_pin_code: PIN, new_pin_code: '777777' }
  await server.api({ method: 'POST', url: '/users/me/change-pin', token: account, payload })

  expect(await statusOf(`/memorial/${id}`, token)).toBe(403)
  expect((await verify(id, PIN)).statusCode).toBe(403)
  expect((await verify(id, '777777')).statusCode).toBe(200)
})

it('refuses a wrong PIN, an open page, a page whose owner has no PIN, and a page that is not there', async () => {
  const { id } = await closedPage()
  expect((await verify(id, '9999')).json()).toEqual({ detail: 'Неверный PIN-код' })
  expect((await verify(id, '9999')).statusCode).toBe(403)
  expect((await verify((await aStoredMemorial(server, owner)).id, PIN)).statusCode).toBe(400)
  expect((await verify(999_999, PIN)).statusCode).toBe(404)

  const { token } = await anOwner(server)
  const withoutPin = await verify((await closedPage(token)).id, PIN)
  expect([withoutPin.statusCode, withoutPin.json()]).toEqual([403, { detail: 'Владелец не установил PIN-код' }])
})

it.each([['123'], ['12345678901'], ['12 34'], ['abcd'], [1234], [null], [['0451']]])('is no PIN: %p', async (pin) => {
  expect((await verify((await closedPage()).id, pin)).statusCode).toBe(422)
})

it('stops a visitor after 5 misses, but not the owner, and not a visitor from elsewhere', async () => {
  const { id } = await closedPage()
  const guess = () => verify(id, '9999', { from: '192.0.2.7' })
  const answers = await Promise.all(Array.from({ length: 8 }, guess))

  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([403, 403, 403, 403, 403, 429, 429, 429])
  const refusal = await verify(id, PIN, { from: '192.0.2.7' })
  expect(refusal.statusCode).toBe(429)
  expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(800)
  expect((await verify(id, '9999', { from: '192.0.2.7', token: owner })).statusCode).toBe(200)
  expect((await verify(id, PIN, { from: '192.0.2.8' })).statusCode).toBe(200)
})

it('never counts a visitor who knows the PIN', async () => {
  const { id } = await closedPage()
  for (let visit = 0; visit < 10; visit++) {
    expect((await verify(id, PIN, { from: '192.0.2.9' })).statusCode).toBe(200)
  }
})

it('gives a QR code that opens the page, to whoever may read it', async () => {
  const { id } = await aStoredMemorial(server, owner)
  const response = await server.api({ url: `/memorial/${id}/qrcode` })
  expect(response.headers['content-type']).toBe('image/png')
  const { data, info } = await sharp(response.rawPayload).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  expect(info.width).toBeGreaterThan(900)
  expect(decodeQR({ width: info.width, height: info.height, data })).toBe(`http://localhost:3000/memorials/${id}`)
  expect(await statusOf(`/memorial/${(await closedPage()).id}/qrcode`)).toBe(403)
})
