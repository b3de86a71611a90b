import { once } from 'node:events'
import { Agent, type IncomingMessage, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { InjectOptions } from 'fastify'
import { object } from 'yup'
import { registrationSchema } from '@contract/auth'
import { type Memorial, memorialDraftSchema } from '@contract/memorial'
import { memoryDraftSchema, type WrittenMemory } from '@contract/memory'
import { API_BASE_PATH } from '@contract/paths'
import { pinSchema } from '@contract/user'
import { toJsonSchema } from '@server/lib/json-schema'
import { BODY_MAX_BYTES, longestBody } from '@server/plugins/bodies'
import { addToArchive } from '@support/archives'
import { memorialFields, memorialForm } from '@support/memorial-form'
import { smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

const KB = 1024
const BOUNDARY = 'long-bodies'

let server: TestApp
let token: string
let memorial: Memorial

beforeAll(async () => {
  server = await startTestApp()
  token = (await anOwner(server, { advanced: 1 })).token
  memorial = await aStoredMemorial(server, token, { rate_check: 'true' })
})
afterAll(() => server.close())

type Asked = InjectOptions & { url: string }

const ask = (request: Asked) => server.api({ method: 'POST', token, ...request })

const json = (url: string, body: string, method: InjectOptions['method'] = 'POST'): Asked => ({
  method,
  url,
  headers: { 'content-type': 'application/json' },
  payload: body,
})

/** A multipart body of parts as they are written: their head, a blank line, their content. */
const multipart = (url: string, parts: string[], method: InjectOptions['method'] = 'POST'): Asked => ({
  method,
  url,
  headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  payload: [...parts.map((part) => `--${BOUNDARY}\r\n${part}\r\n`), `--${BOUNDARY}--\r\n`].join(''),
})

const field = (name: string, value: string) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`
const fieldsOf = (fields: Record<string, string>) => Object.entries(fields).map(([name, value]) => field(name, value))
const longText = (kilobytes: number) => `{"text":"${'x'.repeat(kilobytes * KB)}"}`

describe('the length of a body', () => {
  it.each([
    ['a PIN', pinSchema, 2 * KB, 4 * KB],
    ['a registration', registrationSchema, 4 * (254 + 128), 24 * KB],
    ['words of memory', memoryDraftSchema, 4 * 5_000 * 6, 256 * KB],
    ['a memorial', memorialDraftSchema, BODY_MAX_BYTES, BODY_MAX_BYTES],
    ['nothing', object(), 0, 4 * KB],
  ])('fits %s', (_what, schema, least, most) => {
    expect(longestBody(toJsonSchema(schema))).toBeGreaterThanOrEqual(least)
    expect(longestBody(toJsonSchema(schema))).toBeLessThanOrEqual(most)
  })

  it.each<[string, () => Asked]>([
    ['a PIN of 5 KB', () => json('/users/me/set-pin', longText(5))],
    ['a registration of 24 KB', () => json('/auth/register', longText(24))],
    ['a forgotten password of 16 KB', () => json('/auth/forgot-password', longText(16))],
    ['an upgrade of 4 KB', () => json('/memorial/upgrade/987654', longText(4), 'PATCH')],
    ['a promo code of 8 KB', () => json('/promo-codes/apply', longText(8))],
    ['words of memory of 256 KB', () => json('/memories/create', longText(256))],
    ['a memorial of 513 KB in JSON', () => json('/memorial/create', longText(513))],
    [
      'words about a photo of 40 KB',
      () => multipart('/photo_archive/update/1', [field('x', 'x'.repeat(40 * KB))], 'PATCH'),
    ],
  ])('refuses %s', async (_what, request) => {
    expect((await ask(request())).statusCode).toBe(413)
  })

  it('refuses a login of 64 KB', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = `username=${'x'.repeat(64 * KB)}`
    expect((await ask({ url: '/auth/login', headers, payload })).statusCode).toBe(413)
  })

  it('leaves room for the longest words, each character of them escaped and followed by a space', async () => {
    const escaped = Array.from({ length: 2500 }, () => '\\u043f ').join('')
    const body = `{"memorials_id":${memorial.id},"description":"${escaped}","author":"Анна"}`
    const response = await ask(json('/memories/create', body))
    expect(response.statusCode).toBe(201)
    expect(response.json<WrittenMemory>().description).toHaveLength(4999)
  })
})

describe('a form', () => {
  const tooMany = Array.from({ length: 20 }, (_none, index) => field(`field-${index}`, 'x'.repeat(27 * KB)))
  const create = '/memorial/create'

  it('may have half a megabyte of fields, however many they are', async () => {
    expect((await ask(multipart(create, [...fieldsOf(memorialFields()), ...tooMany.slice(0, 18)]))).statusCode).toBe(
      201,
    )
    expect((await ask(multipart(create, [...fieldsOf(memorialFields()), ...tooMany]))).statusCode).toBe(413)
  })

  it('may have no more of them beside a file', async () => {
    const form = memorialForm({}, { bytes: await smallPicture() })
    for (let index = 0; index < 20; index++) form.append(`field-${index}`, 'x'.repeat(27 * KB))
    expect((await ask({ url: create, payload: form })).statusCode).toBe(413)
  })

  it('takes the longest biography, each letter of it in two parts', async () => {
    const fields = memorialFields({ biography: 'и\u0306'.repeat(50_000) })
    const response = await ask(multipart(create, fieldsOf(fields)))
    expect(response.statusCode).toBe(201)
    expect(response.json<Memorial>().biography).toBe('й'.repeat(50_000))
  })

  it.each([
    ['parts without a name', Array.from({ length: 20_000 }, () => '\r\n')],
    ['fields', Array.from({ length: 100 }, (_none, index) => field(`f${index}`, ''))],
    ['files that nobody asked for', Array.from({ length: 3 }, () => field('x"; filename="y', 'x'))],
    ['what stands before its first part', [`\r\n${'x'.repeat(700 * KB)}`]],
  ])('with too many %s is refused', async (_what, parts) => {
    expect((await ask(multipart(create, parts))).statusCode).toBe(413)
  })

  it('may have a part without a name, whatever that is for', async () => {
    const parts = [`\r\n${'x'.repeat(50 * KB)}`, ...fieldsOf(memorialFields())]
    expect((await ask(multipart(create, parts))).statusCode).toBe(201)
  })

  it('is not read as JSON anywhere', async () => {
    const biography =
      'Content-Type: application/json\r\nContent-Disposition: form-data; name="biography"\r\n\r\n{"a":1}'
    const { biography: _left, ...fields } = memorialFields()
    const response = await ask(multipart(create, [...fieldsOf(fields), biography]))
    expect(response.statusCode).toBe(201)
    expect(response.json<Memorial>().biography).toBeNull()
  })
})

describe('what is dear to read', () => {
  it.each([
    [
      'of objects, each with a name of its own',
      `[${Array.from({ length: 20_000 }, (_none, index) => `{"${index}x":0}`).join()}]`,
    ],
    ['of lists within lists', '['.repeat(50_000) + ']'.repeat(50_000)],
    ['of names', `{${Array.from({ length: 20_000 }, (_none, index) => `"${index}x":0`).join()}}`],
  ])('is refused unread: half a megabyte %s', async (_what, body) => {
    const response = await ask(json('/memorial/create', body))
    expect(response.json()).toMatchObject({ detail: [{ type: 'json_invalid', loc: ['body'] }] })
    expect(response.statusCode).toBe(422)
  })

  it('does not take the commas and brackets of a text for such', async () => {
    const body = { ...memorialFields(), biography: '{[,"\\'.repeat(10_000) }
    expect((await ask(json('/memorial/create', JSON.stringify(body)))).statusCode).toBe(201)
  })

  it('is no form where JSON is meant', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await ask({ url: '/memories/create', headers, payload: 'author=a' })).statusCode).toBe(415)
  })

  it('is no list in place of one value, even if the list holds a fitting one', async () => {
    const url = `/memorial/update/${memorial.id}/`
    const response = await ask(json(url, '{"public_status":["true"],"biography":["Жил."]}', 'PATCH'))
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({
      detail: [{ loc: ['body', 'biography'] }, { loc: ['body', 'public_status'] }],
    })
  })
})

it('tells a sender who goes on sending that it is too much, and keeps the connection', async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const upload = httpRequest({ port, agent, method: 'POST', path: `${API_BASE_PATH}/auth/register` })
  upload.setHeader('content-type', 'application/json')
  const body = Buffer.alloc(8 * KB * KB, ' ')
  upload.setHeader('content-length', body.length)
  const sent = once(upload, 'finish')
  const answered = once(upload, 'response')
  upload.end(body)

  const [answer] = (await answered) as [IncomingMessage]
  expect(answer.statusCode).toBe(413)
  expect(answer.headers.connection).not.toBe('close')
  answer.resume()
  await sent
  agent.destroy()
})

it('still takes a file after all that', async () => {
  expect((await addToArchive(server, 'photo', { token, memorialId: memorial.id })).statusCode).toBe(201)
})
