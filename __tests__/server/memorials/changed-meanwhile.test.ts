import type { Memorial } from '@contract/memorial'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

const REFUSAL = 'Пока вы меняли страницу, это же изменил ещё кто-то из тех, кто её хранит.'

let server: TestApp
let sister: Awaited<ReturnType<typeof anOwner>>
let brother: Awaited<ReturnType<typeof anOwner>>
let page: Memorial

beforeAll(async () => {
  server = await startTestApp()
  await server.postman.stop()
  sister = await anOwner(server)
  brother = await anOwner(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  page = await aStoredMemorial(server, sister.token, { biography: 'Родилась в Суздале.', maiden_name: 'Каримова' })
  await server.db.insertInto('keepers').values({ memorial_id: page.id, user_id: brother.user.id }).execute()
})

function change({ token }: { token: string }, fields: Record<string, string>, expected?: object | string) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (expected !== undefined)
    form.append('expected', typeof expected === 'string' ? expected : JSON.stringify(expected))
  return server.api({ method: 'PATCH', url: `/memorial/update/${page.id}/`, token, payload: form })
}

const biographyNow = async () =>
  (await server.api({ url: `/memorial/${page.id}`, token: sister.token })).json<Memorial>().biography

it('takes only the first of two changes that began from the same, and tells the second', async () => {
  const begun = { biography: page.biography }
  expect((await change(brother, { biography: 'Слова брата.' }, begun)).statusCode).toBe(200)

  const second = await change(sister, { biography: 'Слова сестры.' }, begun)

  expect(second.statusCode).toBe(409)
  expect(second.json()).toEqual({ detail: REFUSAL })
  expect(await biographyNow()).toBe('Слова брата.')
  expect((await change(sister, { biography: 'Слова сестры.' }, { biography: 'Слова брата.' })).statusCode).toBe(200)
  expect(await biographyNow()).toBe('Слова сестры.')
})

it('lets one of many changes at once through', async () => {
  const begun = { biography: page.biography }

  const statuses = await Promise.all(
    Array.from({ length: 10 }, async (_, nth) => {
      const who = nth % 2 === 0 ? sister : brother
      return (await change(who, { biography: `Слова ${nth}.` }, begun)).statusCode
    }),
  )

  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(9)
})

it('joins changes of different fields', async () => {
  await change(brother, { maiden_name: '' }, { maiden_name: 'Каримова' })

  expect((await change(sister, { biography: 'Слова сестры.' }, { biography: page.biography })).statusCode).toBe(200)

  expect(await biographyNow()).toBe('Слова сестры.')
})

it('answers a repeated change as the first one, and takes null and an empty text for the same', async () => {
  const begun = { maiden_name: 'Каримова' }
  expect((await change(sister, { maiden_name: '' }, begun)).statusCode).toBe(200)
  expect((await change(sister, { maiden_name: '' }, begun)).statusCode).toBe(200)
  expect((await change(sister, { maiden_name: 'Белова' }, { maiden_name: '' })).statusCode).toBe(200)
})

it('compares dates with their precision', async () => {
  const { birth_date, birth_precision } = page
  await change(brother, { birth_date: birth_date ?? '', birth_precision: 'year' }, { birth_date, birth_precision })

  const second = await change(sister, { birth_date: '1921-05-10' }, { birth_date, birth_precision })

  expect(second.statusCode).toBe(409)
})

it('changes without asking where nothing is expected', async () => {
  await change(brother, { biography: 'Слова брата.' })
  expect((await change(sister, { biography: 'Слова сестры.' })).statusCode).toBe(200)
})

it.each(['x', '[]', '{"biography":1}', '{"user_id":"1"}'])('refuses %s as what is expected', async (expected) => {
  const refused = await change(sister, { biography: 'Слова.' }, expected)

  expect(refused.statusCode).toBe(422)
  expect(JSON.stringify(refused.json())).toContain('Укажите прежние значения полей как JSON.')
})
