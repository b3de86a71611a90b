import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { SETTINGS_ELEMENT_ID } from '@contract/settings'
import { startTestApp, type TestApp } from '@support/server-app'

const SCRIPT = 'console.info("Помним")'

let clientFolder: string
let server: TestApp

beforeAll(async () => {
  clientFolder = await mkdtemp(path.join(tmpdir(), 'pomnim-client-'))
  await mkdir(path.join(clientFolder, 'assets'))
  await writeFile(
    path.join(clientFolder, 'index.html'),
    '<head><!--head--></head><body><div id="root"><!--app--></div><!--settings--></body>',
  )
  await writeFile(path.join(clientFolder, 'favicon.ico'), 'icon')
  await writeFile(path.join(clientFolder, 'assets/main.0123456789.js'), SCRIPT)
  await writeFile(path.join(clientFolder, 'assets/main.0123456789.js.br'), brotliCompressSync(SCRIPT))
  server = await startTestApp({ SITE_NAME: '</script><b>$& Память' }, { clientFolder })
})
afterAll(async () => {
  await server.close()
  await rm(clientFolder, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })

it.each([
  ['/', 200],
  ['/memorials', 200],
  ['/memorials/', 200],
  ['/memorials/7', 200],
  ['/memorials/7/access', 200],
  ['/memorials?lastname=елкин&page=2', 200],
  ['/reset-password/token', 200],
  ['/swo', 200],
  ['/memorials/x', 404],
  ['/nowhere', 404],
  ['/assets-of-others/x.js', 404],
])('answers %s with the application and status %i', async (url, status) => {
  const response = await get(url)
  expect(response.statusCode).toBe(status)
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(response.headers['cache-control']).toBe('no-cache')
  expect(response.body).toContain('<div id="root">')
})

it('writes the public settings into the page, whatever they hold', async () => {
  const { body } = await get('/')
  const json = new RegExp(`<script type="application/json" id="${SETTINGS_ELEMENT_ID}">(.*?)</script>`).exec(body)?.[1]
  expect(JSON.parse(json ?? '')).toEqual(server.config.site)
  expect(body).not.toContain('<b>')
})

it('lets only style elements with the nonce of this very page apply', async () => {
  const [first, second] = [await get('/'), await get('/')]
  const nonce = /<meta property="csp-nonce" content="([\w-]{20,})">/.exec(first.body)?.[1]
  expect(nonce).toBeDefined()
  expect(first.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`)
  expect(first.headers['content-security-policy']).not.toContain('unsafe')
  expect(second.body).not.toContain(nonce)
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
