import type { InjectOptions } from 'fastify'
import type { ErrorBody } from '@contract/errors'
import type { MemorialPage } from '@contract/memorial'
import { memorialForm } from '@support/memorial-form'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

const MB = 1024 ** 2
const NESTED_LISTS = '['.repeat(10_000) + ']'.repeat(10_000)

let server: TestApp
let token: string
let memorialId: number
let visitors = 0

beforeAll(async () => {
  server = await startTestApp({ TRUST_PROXY: '1' })
  token = (await anOwner(server)).token
  memorialId = (await aStoredMemorial(server, token, { lastname: 'Ёлкин' })).id
})
afterAll(() => server.close())

/** Each request comes from an address of its own: limits are not what this is about. */
const ask = (request: InjectOptions & { url: string; token?: string }) =>
  server.api({
    ...request,
    headers: { 'x-forwarded-for': `10.1.${visitors >> 8}.${visitors++ & 255}`, ...request.headers },
  })

const json = (payload: string) => ({
  method: 'POST' as const,
  url: '/memories/create',
  headers: { 'content-type': 'application/json' },
  payload,
})

const memory = (fields: object) => ask(json(JSON.stringify({ memorials_id: memorialId, ...GOOD, ...fields })))
const GOOD = { description: 'Помню.', author: 'Анна', author_email: 'anna@example.org' }

describe('a body', () => {
  it.each([
    ['nested ten thousand deep', NESTED_LISTS, 422],
    ['an object nested five thousand deep', '{"a":'.repeat(5_000) + '1' + '}'.repeat(5_000), 422],
    ['with ten thousand nested lists for a text', `{"description":${NESTED_LISTS}}`, 422],
    ['with ten thousand nested lists for a number', `{"memorials_id":${NESTED_LISTS}}`, 422],
    ['of more than a megabyte', JSON.stringify({ description: 'я'.repeat(MB) }), 413],
    ['cut short', '{"author":"Ан', 422],
    ['empty', '', 422],
    ['no object but null', 'null', 422],
    ['no object but a number', '17', 422],
    ['no object but a list', '[1,2,3]', 422],
    ['that reaches for prototypes', '{"__proto__":{"is_moderator":true},"constructor":{"prototype":{}}}', 422],
    ['with a value that hides what it is', '{"description":{"toString":1},"author":{"valueOf":null}}', 422],
  ])('%s is refused in our own words', async (_what, payload, status) => {
    const response = await ask(json(payload))
    expect(response.statusCode).toBe(status)
    expect(response.json()).toHaveProperty('detail')
  })

  it('of another type than it says is 422, of an unknown one 415', async () => {
    expect((await ask({ ...json('a=1'), headers: { 'content-type': 'application/json' } })).statusCode).toBe(422)
    expect((await ask({ ...json('<a/>'), headers: { 'content-type': 'text/xml' } })).statusCode).toBe(415)
  })
})

describe('a text', () => {
  it.each([
    ['a NUL', 'а\0б'],
    ['half a character', 'а\ud800б'],
    ['more than it may hold', 'я'.repeat(5_001)],
    ['a number in place of it', 17],
    ['a list in place of it', ['а']],
    ['an object in place of it', { а: 'б' }],
    ['null in place of it', null],
    ['nothing but what cannot be seen', '\u202e\u200f\u0007 \t'],
  ])('with %s is 422 at its field', async (_what, description) => {
    const response = await memory({ description })
    expect(response.statusCode).toBe(422)
    expect(response.json<ErrorBody>().detail).toEqual([expect.objectContaining({ loc: ['body', 'description'] })])
  })

  it('loses what turns its direction, and keeps its lines', async () => {
    const response = await memory({ description: '  аб\u202eв\u2066г\r\n\tд\u0008  ' })
    expect(response.json()).toMatchObject({ description: 'абвг\n\tд' })
  })

  it('means nothing to the database or a browser', async () => {
    const description = `'; drop table memories; -- <img src=x onerror=alert(1)> %s $1 \\`
    expect((await memory({ description })).json()).toMatchObject({ description })
    expect((await ask({ url: `/memories/all?memorial_id=${memorialId}` })).statusCode).toBe(200)
  })

  it('of a megabyte in a form is refused', async () => {
    const fields = { biography: 'я'.repeat(MB) }
    const response = await ask({ method: 'POST', url: '/memorial/create', token, payload: memorialForm(fields) })
    expect([413, 422]).toContain(response.statusCode)
  })
})

describe('a name', () => {
  it.each(['Eлкин', 'Иваnов', 'Ιванов', 'Иванов1', 'Ivanov', '---', 'Iванов', '😀'])(
    '%j is no name in Cyrillic',
    async (lastname) => {
      const payload = memorialForm({ lastname })
      expect((await ask({ method: 'POST', url: '/memorial/create', token, payload })).statusCode).toBe(422)
    },
  )
})

describe('a query', () => {
  it.each([
    'limit=NaN',
    'limit=0',
    'limit=101',
    'limit=1e1',
    'limit=-1',
    'limit=1.5',
    'limit=',
    'limit=12&limit=13',
    'offset=Infinity',
    'offset=-1',
    'offset=99999999999999999999',
    'sort_by=id',
    'sort_by=lastname&sort_by=name',
    'sort_by=lastname;drop',
    'sort_order=ASC',
    'lastname=%00',
    'lastname=a&lastname=b',
  ])('%s is 422', async (query) => {
    expect((await ask({ url: `/memorial/public_memorials?${query}` })).statusCode).toBe(422)
  })

  it.each(['%25', '_', '%5C', '%25%25%25', "'", '%D1%91%25'])(
    'takes %s for what it is, not for a wildcard',
    async (lastname) => {
      const response = await ask({ url: `/memorial/public_memorials?lastname=${lastname}` })
      expect(response.json<MemorialPage>()).toEqual({ result: [], total: 0 })
    },
  )

  it('with broken escapes is no 500', async () => {
    for (const query of ['lastname=%', 'lastname=%FF%FE', '%', '&&&===', 'lastname=%ED%A0%80']) {
      expect((await ask({ url: `/memorial/public_memorials?${query}` })).statusCode).toBeLessThan(500)
    }
  })
})

describe('an id in a path', () => {
  it.each([
    '0',
    '-1',
    '1.5',
    '1e3',
    '0x1',
    'NaN',
    '2147483648',
    '99999999999999999999',
    '%00',
    '%FF',
    '%2e%2e%2f',
    '1%20or%201=1',
    encodeURIComponent('١'),
    'a'.repeat(500),
  ])('that is %s is 404', async (id) => {
    expect((await ask({ url: `/memorial/${id}` })).statusCode).toBe(404)
    expect((await ask({ url: `/photo_archive/get_memorial_photos/${id}` })).statusCode).toBe(404)
  })
})
