import { hash } from 'node:crypto'
import { CALL_TEXTS } from '@contract/calls/all-calls'
import { startTestApp, type TestApp } from '@support/server-app'

/** The page of the API for people. */

let server: TestApp
let html: string
let policy: string

beforeAll(async () => {
  server = await startTestApp({ SITE_NAME: 'Помним & <друзья>' })
  const response = await server.app.inject({ url: '/api/docs' })
  html = response.body
  policy = String(response.headers['content-security-policy'])
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
})
afterAll(() => server.close())

it('has a section for each call and shape, and links to nothing that is not there', () => {
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  const links = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id)

  expect(new Set(ids).size).toBe(ids.length)
  for (const call of CALL_TEXTS.keys()) expect(html).toContain(`<h3><code>${call}</code></h3>`)
  expect(links.filter((link) => !ids.includes(link))).toEqual([])
  expect(links).toContain('shape-Memorial')
})

it('says of a call what it takes, what it answers and what it refuses', () => {
  const section = html.split('<section id="post-authlogin">')[1]?.split('</section>')[0] ?? ''

  expect(section).toContain('<code>application/x-www-form-urlencoded</code>')
  expect(section).toContain('<td><code>username</code></td>')
  expect(section).toContain('<code>200</code> <a href="#shape-SignIn">')
  expect(section).toContain('<code>LOGIN_BAD_CREDENTIALS</code>')
  expect(section).toContain('<p>Who: anyone.</p>')
  expect(html).not.toMatch(/undefined|\[object/)
})

it('runs no script, loads nothing, and has the one style that its policy allows', () => {
  const style = /<style>([^]*?)<\/style>/.exec(html)?.[1] ?? ''

  expect(html).not.toMatch(/<script|<link|<img| on\w+=| style=| src=/)
  expect(policy).toContain(`style-src 'self' 'sha256-${hash('sha256', style, 'base64')}'`)
  expect(policy).toContain("script-src 'self';")
})

it('escapes what comes from settings', () => {
  expect(html).toContain('<title>Помним &amp; &lt;друзья&gt;: HTTP API')
})
