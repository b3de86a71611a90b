import { gunzipSync } from 'node:zlib'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { LEGAL_NAMES, type LegalDocument, legalDocumentPath } from '@contract/legal'
import { startTestApp, type TestApp } from '@support/server-app'

let folder: string
let server: TestApp

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-legal-'))
  await cp('config/legal', folder, { recursive: true })
  const file = path.join(folder, 'consent.md')
  await writeFile(file, (await readFile(file, 'utf8')).replace('## Цели обработки', '## Зачем это нужно'))
  server = await startTestApp({ LEGAL_DIR: folder })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })

it.each(LEGAL_NAMES)('answers with the sections of %s', async (name) => {
  const response = await get(legalDocumentPath(name))
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(response.json<LegalDocument>().sections.length).toBeGreaterThan(5)
})

it('reads the texts of LEGAL_DIR when it starts: a change needs no build', async () => {
  const { sections } = (await get('/legal/consent.json')).json<LegalDocument>()
  expect(sections[1]?.title).toBe('Зачем это нужно')
})

it('is asked by a browser whether its copy is still right', async () => {
  const { headers } = await get('/legal/consent.json')
  expect(headers['cache-control']).toBe('no-cache')
  const again = await get('/legal/consent.json', { 'if-none-match': String(headers.etag) })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
  expect((await get('/legal/consent.json', { 'if-none-match': '"another"' })).statusCode).toBe(200)
})

it('answers compressed to whoever takes it so', async () => {
  const plain = await get('/legal/consent.json')
  const compressed = await get('/legal/consent.json', { 'accept-encoding': 'gzip, deflate, br' })
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
  expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.body)
  expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
})

it.each(['/legal/none.json', '/legal/consent', '/legal/consent.md', '/legal/'])('has nothing at %s', async (url) => {
  expect((await get(url)).statusCode).toBe(404)
})
