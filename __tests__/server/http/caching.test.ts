import type { Memorial } from '@contract/memorial'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

const PIN = '4517'
const LIST = '/memorial/public_memorials'

let server: TestApp
let owner: string
let open: Memorial
let closed: Memorial

beforeAll(async () => {
  server = await startTestApp()
  owner = (await anOwner(server)).token
  open = await aStoredMemorial(server, owner, { public_status: 'true' })
  closed = await aStoredMemorial(server, owner, { public_status: 'false' })
  await server.api({ method: 'POST', url: '/users/me/set-pin', token: owner, payload: { pin_code: PIN } })
})
afterAll(() => server.close())

const get = (url: string, token?: string, headers: Record<string, string> = {}) =>
  server.api({ url, headers, ...(token && { token }) })

async function memorialToken(): Promise<string> {
  const answer = await server.api({
    method: 'POST',
    url: `/memorial/${closed.id}/verify-pin`,
    payload: { pin_code: PIN },
  })
  expect(answer.headers['cache-control']).toBe('no-store')
  return answer.json<{ access_token: string }>().access_token
}

it.each([
  ['the account', () => '/users/me'],
  ['own memorials', () => '/memorial/my_memorials'],
  ['words that wait', () => '/memories/pending'],
  ['a closed page', () => `/memorial/${closed.id}`],
  ['the QR code of a closed page', () => `/memorial/${closed.id}/qrcode`],
  ['the words on a closed page', () => `/memories/all?memorial_id=${closed.id}`],
  ['a list, which is to show a change at once', () => LIST],
])('has no browser keep what an owner sees of %s', async (_what, url) => {
  const { statusCode, headers } = await get(url(), owner)
  expect(statusCode).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
  expect(headers).not.toHaveProperty('etag')
})

it.each([
  ['the page', () => `/memorial/${closed.id}`],
  ['its QR code', () => `/memorial/${closed.id}/qrcode`],
  ['its words', () => `/memories/all?memorial_id=${closed.id}`],
])('has no browser keep what a PIN has opened: %s', async (_what, url) => {
  const { statusCode, headers } = await get(url(), await memorialToken())
  expect(statusCode).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
})

it.each([
  ['a closed page', 403, () => `/memorial/${closed.id}`],
  ['a page that is not there', 404, () => '/memorial/987654321'],
  ['an account', 401, () => '/users/me'],
  ['a wrong list', 422, () => `${LIST}?limit=x`],
])('has no browser keep the refusal of %s', async (_what, status, url) => {
  const { statusCode, headers } = await get(url())
  expect(statusCode).toBe(status)
  expect(headers['cache-control']).toBe('no-store')
})

it.each([
  ['a list', () => LIST],
  ['the heroes', () => '/memorial/swo_memorials'],
  ['tariffs', () => '/tariffs/'],
  ['organizations', () => '/organizations/'],
  ['promotions', () => '/promo/active'],
  ['an open page', () => `/memorial/${open.id}`],
  ['its words', () => `/memories/all?memorial_id=${open.id}`],
])('lets everybody keep %s for a few seconds, and then ask whether it is still so', async (_what, url) => {
  const first = await get(url())
  expect(first.headers).toMatchObject({
    'cache-control': 'public, max-age=3',
    vary: 'Authorization',
    etag: expect.stringMatching(/^"[\w-]+"$/) as string,
  })

  const tag = String(first.headers.etag)
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const again = await get(url(), undefined, { 'if-none-match': known })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    expect(again.headers).toMatchObject({ etag: tag, 'cache-control': 'public, max-age=3', vary: 'Authorization' })
  }
  expect((await get(url(), undefined, { 'if-none-match': '"other"' })).json()).toEqual(first.json())
})

it('answers anew when a page has changed', async () => {
  const url = `/memorial/${open.id}`
  const tag = String((await get(url)).headers.etag)
  await server.db.updateTable('memorials').set({ biography: 'Новая строка.' }).where('id', '=', open.id).execute()

  const again = await get(url, undefined, { 'if-none-match': tag })
  expect(again.statusCode).toBe(200)
  expect(again.json<Memorial>().biography).toBe('Новая строка.')
})

it('answers HEAD with the tag of GET, and never a change with 304', async () => {
  const { headers } = await get(LIST)
  const head = await server.api({ method: 'HEAD', url: LIST })
  expect(head.headers.etag).toBe(headers.etag)
  const change = await server.api({
    method: 'POST',
    url: '/auth/forgot-password',
    headers: { 'if-none-match': '*' },
    payload: { email: 'nobody@example.org' },
  })
  expect(change.statusCode).not.toBe(304)
  expect(change.headers['cache-control']).toBe('no-store')
})

it('lets the QR code of an open page be kept as long as before', async () => {
  const { headers } = await get(`/memorial/${open.id}/qrcode`)
  expect(headers['cache-control']).toBe('private, max-age=3600')
})
