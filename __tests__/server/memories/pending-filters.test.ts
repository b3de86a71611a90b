import { sql } from 'kysely'
import { CONTACTS, NO_CONTACTS } from '@support/contacts'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { waiting } from './words'

const MODERATOR_EMAIL = 'moderator@example.org'

let server: TestApp
let moderator: string
let memorialId: number
let otherId: number

beforeAll(async () => {
  server = await startTestApp({ MODERATOR_EMAILS: MODERATOR_EMAIL })
  moderator = (await server.signUp({ email: MODERATOR_EMAIL })).token
  const owner = (await anOwner(server)).token
  memorialId = (await aStoredMemorial(server, owner)).id
  otherId = (await aStoredMemorial(server, owner)).id
})
afterAll(() => server.close())
beforeEach(() => server.db.deleteFrom('memories').execute())

interface Words {
  description?: string
  author?: string
  at?: number
}

/** Written in this order, one a minute. */
async function wait(...words: Words[]): Promise<void> {
  const rows = words.map(({ description = 'Помню.', author = 'Зоя', at = memorialId }, index) => ({
    memorials_id: at,
    description,
    author,
    author_email: null,
    status: 'pending' as const,
    created_at: new Date(Date.UTC(2024, 0, 1, 0, index)),
  }))
  for (let done = 0; done < rows.length; done += 1000) {
    await server.db
      .insertInto('memories')
      .values(rows.slice(done, done + 1000))
      .execute()
  }
}

const found = async (query: Record<string, string>) => {
  const { result, total } = await waiting(server, moderator, query)
  expect(total).toBe(result.length)
  return result.map(({ description }) => description)
}

it('leaves what is about one memorial', async () => {
  await wait({ description: 'здесь' }, { description: 'там', at: otherId })
  expect(await found({ memorial_id: String(otherId) })).toEqual(['там'])
})

it('begins with the oldest, or with the newest', async () => {
  await wait({ description: 'первое' }, { description: 'второе' })
  expect(await found({})).toEqual(['первое', 'второе'])
  expect(await found({ sort_order: 'desc' })).toEqual(['второе', 'первое'])
})

it.each(['ёлка', 'ЕЛКА', 'под ёлкой', 'анна', '  Анна '])(
  'finds %p in text and author, whatever the case',
  async (q) => {
    const [text, author] = [{ description: 'Под Елкой: ёлка' }, { author: 'АННА', description: 'Подпись' }]
    await wait(text, author, { description: 'Другое' })
    expect(await found({ q })).toEqual([/анна/i.test(q) ? 'Подпись' : 'Под Елкой: ёлка'])
  },
)

it.each(['%', '_', '\\'])('takes %p in a search for itself', async (q) => {
  await wait({ description: 'Без знаков' }, { description: `Со знаком ${q}.` })
  expect(await found({ q })).toEqual([`Со знаком ${q}.`])
})

it('leaves those with links or phone numbers, in the text or in the signature', async () => {
  await wait(
    { description: 'Звоните: 8 (916) 123-45-67' },
    { description: 'Родился 8.05.1945, умер 12.03.1999.' },
    { description: 'Подписано', author: 'Памятники granit.ru' },
  )
  expect(await found({ suspicious: 'true' })).toEqual(['Звоните: 8 (916) 123-45-67', 'Подписано'])
  expect(await found({ suspicious: 'false' })).toHaveLength(3)
})

it('holds all filters together, and pages what they leave', async () => {
  await wait({ description: 'vk.com один' }, { description: 'vk.com два' }, { description: 'vk.com', at: otherId })
  const query = { memorial_id: String(memorialId), q: 'VK', suspicious: 'true', sort_order: 'desc' }
  expect(await found(query)).toEqual(['vk.com два', 'vk.com один'])
  expect(await waiting(server, moderator, { ...query, offset: '1', limit: '1' })).toMatchObject({
    result: [{ description: 'vk.com один' }],
    total: 2,
  })
})

it.each(['memorial_id=0', 'sort_order=up', 'suspicious=maybe', `q=${'a'.repeat(101)}`])(
  'takes %s for no filter',
  async (query) => {
    const response = await server.api({ url: `/memories/pending?${query}`, token: moderator })
    expect(response.statusCode).toBe(422)
    expect(response.json<{ detail: { msg: string }[] }>().detail[0]?.msg).toMatch(/\p{Script=Cyrillic}/u)
  },
)

it('sees the same links and phone numbers as the browser marks', async () => {
  await wait(...[...CONTACTS.map(([, contact]) => contact), ...NO_CONTACTS].map((description) => ({ description })))
  expect(await found({ suspicious: 'true' })).toEqual(CONTACTS.map(([, contact]) => contact))
})

it('answers a page at a time of 5 000, and no more than a thousand of them', async () => {
  await wait(...Array.from({ length: 5000 }, (_none, index) => ({ description: `Помню. ${index}` })))
  expect(await waiting(server, moderator)).toMatchObject({ total: 5000, result: { length: 1000 } })
  expect(await waiting(server, moderator, { offset: '4990', limit: '20' })).toMatchObject({
    total: 5000,
    result: { length: 10 },
  })
})

it('answers before the timeout although the statistics of the database are stale', async () => {
  // Few rows were left in a large table when its statistics were taken, and thousands came since.
  const wave = Array.from({ length: 5000 }, (_none, index) => ({ description: `Помню. ${index}` }))
  await wait(...wave)
  await sql`delete from memories where id < (select max(id) from memories)`.execute(server.db)
  await sql`vacuum analyze memories`.execute(server.db)
  await wait(...wave.slice(1))
  expect(await waiting(server, moderator)).toMatchObject({ total: 5000, result: { length: 1000 } })
})
