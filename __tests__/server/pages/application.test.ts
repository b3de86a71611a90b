import { hash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { SETTINGS_ELEMENT_ID } from '@contract/settings'
import * as memorialRepository from '@server/access/repository'
import { DatabaseAway } from '@server/db/errors'
import { PAGE_SECURITY_HEADERS } from '@server/plugins/security-headers'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

const SOURCE_MAP = '{"sources":["webpack://pomnim/src/client/main.tsx"]}'
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const SCRIPT = 'console.info("Помним")'

let clientFolder: string
let server: TestApp

beforeAll(async () => {
  clientFolder = await mkdtemp(path.join(tmpdir(), 'pomnim-client-'))
  await mkdir(path.join(clientFolder, 'assets'))
  await writeFile(
    path.join(clientFolder, 'index.html'),
    '<head><!--head--></head><body><div id="root"><!--app--></div><!--data--></body>',
  )
  await writeFile(path.join(clientFolder, 'favicon.ico'), 'icon')
  await writeFile(path.join(clientFolder, 'default-photo.svg'), DRAWING)
  await writeFile(path.join(clientFolder, 'assets/quote.0123456789.svg'), DRAWING)
  await writeFile(path.join(clientFolder, 'assets/quote.0123456789.svg.br'), brotliCompressSync(DRAWING))
  await writeFile(path.join(clientFolder, 'assets/main.0123456789.js'), SCRIPT)
  await writeFile(path.join(clientFolder, 'assets/main.0123456789.js.br'), brotliCompressSync(SCRIPT))
  await writeFile(path.join(clientFolder, 'assets/main.0123456789.js.map'), SOURCE_MAP)
  await mkdir(path.join(clientFolder, 'source-maps/assets'), { recursive: true })
  await writeFile(path.join(clientFolder, 'source-maps/assets/main.0123456789.js.map'), SOURCE_MAP)
  server = await startTestApp(
    { SITE_NAME: '</script><b>$& Память', PUBLIC_URL: 'https://pomnim.example' },
    { clientFolder },
  )
})
afterAll(async () => {
  await server.close()
  await rm(clientFolder, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })

it.each([
  ['/memorials/88.', '/memorials/88'],
  ['/memorials/88,', '/memorials/88'],
  ['/memorials/88).', '/memorials/88'],
  ['/memorials/88]', '/memorials/88'],
  ['/memorials/88%C2%BB', '/memorials/88'],
  ['/memorials/88%E2%80%A6', '/memorials/88'],
  ['/memorials/88%3E/', '/memorials/88'],
  ['/memorials/88.?from=letter', '/memorials/88?from=letter'],
  ['/swo;', '/swo'],
])('leads from %s to the page that it means', async (url, meant) => {
  const { statusCode, headers } = await get(url)
  expect([statusCode, headers.location]).toEqual([308, meant])
})

it.each(['//example.org.', '/%2Fexample.org.', '/a%0d%0ab.', '/%ff.'])('leads nowhere from %s', async (url) => {
  expect((await get(url)).headers.location).toBeUndefined()
})

it('leads password managers to where a password is changed', async () => {
  const { statusCode, headers } = await get('/.well-known/change-password')
  expect([statusCode, headers.location]).toEqual([302, '/profile/settings'])
  expect(
    (await get('/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200')).statusCode,
  ).toBe(404)
})

it.each([
  ['/', 200],
  ['/memorials', 200],
  ['/memorials/', 200],
  ['/memorials?lastname=елкин&page=2', 200],
  ['/swo', 200],
  ['/memorials/x', 404],
  ['/memorials/0', 404],
  ['/memorials/987654321', 404],
  ['/memorials/987654321/access', 404],
  ['/memorials/987654321/open', 404],
  ['/memorials/2147483648', 404],
  ['/memorials/99999999999999999999', 404],
  ['/nowhere', 404],
  ['/assets-of-others/x.js', 404],
])('answers %s with the application and status %i', async (url, status) => {
  const response = await get(url)
  expect(response.statusCode).toBe(status)
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(response.headers['cache-control']).toBe('no-cache')
  expect(response.body).toContain('<div id="root">')
})

it('tells search engines which memorials there are, closed ones too, until they are deleted', async () => {
  const { token } = await anOwner(server)
  const closed = await aStoredMemorial(server, token, { public_status: 'false' })
  const addresses = [
    `/memorials/${closed.id}`,
    `/memorials/${closed.id}/`,
    `/memorials/${closed.id}/access`,
    `/memorials/${closed.id}/open?key=tayna`,
  ]
  for (const address of addresses) expect((await get(address)).statusCode).toBe(200)

  await server.api({ method: 'DELETE', url: `/memorial/delete/${closed.id}/`, token })

  for (const address of addresses) expect((await get(address)).statusCode).toBe(404)
})

it('shows the page, and has search engines come again, while the database is away', async () => {
  jest.spyOn(memorialRepository, 'findMemorialFacts').mockRejectedValue(new DatabaseAway('away'))
  const response = await get('/memorials/7')

  expect(response.statusCode).toBe(503)
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  expect(response.body).toContain('<div id="root">')
})

it.each([
  '/reset-password',
  '/reset-password/',
  '/reset-password/secret',
  '/reset-password?token=secret',
  '/confirm-email?token=secret',
  '/memorials/7/open?key=secret',
])('keeps no copy of %s, and has the browser tell nobody of its address', async (url) => {
  const { headers } = await get(url)
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  })
})

it('tells of other pages where a visitor came from', async () => {
  expect((await get('/memorials?page=2')).headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
})

it('writes the public settings into the page, whatever they hold', async () => {
  const { body } = await get('/')
  const json = new RegExp(`<script type="application/json" id="${SETTINGS_ELEMENT_ID}">(.*?)</script>`).exec(body)?.[1]
  expect(JSON.parse(json ?? '')).toEqual({ ...server.config.site, preparesFilms: false })
  expect(body).not.toContain('<b>')
})

it('lets only the styles that stand in the page apply, and rules that its program adds', async () => {
  const { body, headers } = await get('/')
  const policy = String(headers['content-security-policy'])
  const [, styles = ''] = /style-src ([^;]+)/.exec(policy) ?? []
  const texts = Array.from(body.matchAll(/<style\b[^>]*>([^]*?)<\/style>/g), ([, css = '']) => css)
  const allowed = ['', ...texts].map((css) => `'sha256-${hash('sha256', css, 'base64')}'`)
  expect(new Set(styles.split(' '))).toEqual(new Set([`'self'`, ...allowed]))
})

it('guards pages as all answers are guarded, and more', async () => {
  expect((await get('/')).headers).toMatchObject({
    'content-security-policy': expect.stringContaining(`base-uri 'none'`) as string,
    ...PAGE_SECURITY_HEADERS,
    'cross-origin-opener-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'strict-transport-security': 'max-age=31536000',
  })
})

it.each(['/', '/nowhere', '/%', `/api/v1/memorial/${'x'.repeat(300)}`])('guards the answer to %s', async (url) => {
  const { headers } = await get(url)
  expect(headers['content-security-policy']).toContain(`object-src 'none'`)
  expect(headers['content-security-policy']).toContain(`frame-ancestors 'none'`)
  expect(headers['x-content-type-options']).toBe('nosniff')
})

it.each(['/default-photo.svg', '/assets/quote.0123456789.svg'])('tells how %s is to be read', async (url) => {
  for (const coding of ['identity', 'br']) {
    const { headers } = await get(url, { 'accept-encoding': coding })
    expect(headers['content-type']).toBe('image/svg+xml; charset=utf-8')
  }
})

it('lists no folder, and echoes no request', async () => {
  for (const url of ['/assets/', '/assets', '/source-maps/']) {
    const { statusCode, body } = await get(url)
    expect([url, statusCode]).toEqual([url, 404])
    expect(body).not.toContain('0123456789')
  }
  for (const url of ['/', '/api/v1/memorial/public_memorials', '/nowhere']) {
    const { statusCode } = await server.app.inject({ method: 'TRACE' as 'GET', url, headers: { cookie: 'secret' } })
    expect([404, 405]).toContain(statusCode)
  }
})

it('serves assets in brotli, to be kept for ever', async () => {
  const response = await get('/assets/main.0123456789.js', { 'accept-encoding': 'gzip, br' })
  expect(response.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(brotliDecompressSync(response.rawPayload).toString()).toBe(SCRIPT)
  expect((await get('/assets/main.0123456789.js')).body).toBe(SCRIPT)
})

it('serves other files for an hour, and no page in place of a missing asset', async () => {
  expect((await get('/favicon.ico')).headers['cache-control']).toBe('public, max-age=3600')
  expect((await get('/assets/gone.js')).statusCode).toBe(404)
  expect((await get('/assets/gone.js')).body).not.toContain('<div id="root">')
})

it.each(['/assets/main.0123456789.js.map', '/source-maps/assets/main.0123456789.js.map'])(
  'gives its sources to nobody at %s',
  async (url) => {
    const response = await get(url)
    expect(response.statusCode).toBe(404)
    expect(response.body).not.toContain('webpack://')
  },
)

it.each(['/index.html', '/assets/../index.html', '/assets/%2e%2e/index.html', '/assets/..%2f..%2f..%2fetc%2fpasswd'])(
  'shows no file that is not meant to be seen at %s',
  async (url) => {
    const { body } = await get(url)
    expect(body).not.toContain('<!--head-->')
    expect(body).not.toContain('root:')
  },
)

it('answers an unknown call in JSON, not with the application', async () => {
  const response = await get('/api/v1/nowhere')
  expect(response.statusCode).toBe(404)
  expect(response.json()).toEqual({ detail: 'Not Found' })
  expect((await get('/api/v1/auth/login')).json()).toEqual({ detail: 'Method Not Allowed' })
  expect((await get('/media/a/b/c')).json()).toEqual({ detail: 'Not Found' })
})
