import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createRenderer } from '@client/ssr/render'
import { namesOfStyles } from '@client/ssr/hydration'
import { APART_HEADERS } from '@server/plugins/security-headers'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

let clientFolder: string
let server: TestApp

beforeAll(async () => {
  clientFolder = await mkdtemp(path.join(tmpdir(), 'pomnim-client-'))
  await writeFile(
    path.join(clientFolder, 'index.html'),
    '<html><head><!--head--><script id="start" defer src="/assets/start.js"></script></head><body><div id="root"><!--app--></div><!--data--></body></html>',
  )
  server = await startTestApp({}, { clientFolder, createRenderer })
})
afterAll(async () => {
  await server.close()
  await rm(clientFolder, { recursive: true, force: true })
})

const get = (url: string) => server.app.inject({ url })

describe('a rendered page', () => {
  it.each(['/memorials', '/swo', '/no-such-page'])(
    'is painted before its first script is asked for: %s',
    async (url) => {
      const { body } = await get(url)
      expect(body).toContain('<html data-start="/assets/start.js"')
      expect(body).not.toContain('<script id')
    },
  )

  it.each(['/', '/swo', '/no-such-page'])('needs no new process of the browser: %s', async (url) => {
    const { headers } = await get(url)
    expect(headers['content-security-policy']).toContain('sha256-')
    for (const name of Object.keys(APART_HEADERS)) expect(headers).not.toHaveProperty(name)
  })

  it('has styles of what is on it and no others, once each', async () => {
    const { body } = await get('/memorials')
    const [, css = ''] = /<style data-emotion="css">(.*?)<\/style>/s.exec(body) ?? []
    const styled = namesOfStyles(css).filter((name) => !name.startsWith('animation-'))
    // What Emotion calls styles that say nothing.
    if (body.includes('css-0')) styled.push('0')
    expect(new Set(styled)).toEqual(new Set(body.slice(body.indexOf('<body>')).match(/(?<=\bcss-)[\w-]+/g)))
  })

  it('carries the variables of the theme that the page uses, and no others', async () => {
    const { body } = await get('/memorials')
    const defined = new Set(Array.from(body.matchAll(/[{;](--mui-[\w-]+):/g), ([, name]) => name))
    const used = new Set(Array.from(body.matchAll(/var\((--mui-[\w-]+)/g), ([, name]) => name))
    expect(used.size).toBeGreaterThan(10)
    for (const name of defined) expect(used).toContain(name)
  })
})

it.each(['/login', '/register'])('%s, which has nothing to paint, asks for its script at once', async (url) => {
  const { body } = await get(url)
  expect(body).toContain('<script id="start" defer src="/assets/start.js">')
  expect(body).not.toContain('data-start')
})

it('keeps screens of an account and closed memorials apart from the site that opened them', async () => {
  const owner = await anOwner(server)
  const { id } = await aStoredMemorial(server, owner.token, { public_status: 'false' })
  for (const url of ['/login', '/my-memorials', '/reset-password/secret', `/memorials/${id}`]) {
    expect((await get(url)).headers).toMatchObject(APART_HEADERS)
  }
})
