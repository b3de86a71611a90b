import type { MemorialPage } from '@contract/memorial'
import { type Life, remember as rememberIn } from '@support/remember'
import { startTestApp, type TestApp } from '@support/server-app'

let server: TestApp
let ownerId: number

beforeAll(async () => {
  server = await startTestApp()
  ownerId = (await server.signUp()).user.id
})
afterAll(() => server.close())
beforeEach(() => server.db.deleteFrom('memorials').execute())

const remember = (...lives: Life[]) => rememberIn(server.db, ownerId, ...lives)

async function list(query: Record<string, string> = {}, path = '/memorial/public_memorials') {
  const response = await server.api({ url: path, query })
  return { response, ...response.json<MemorialPage>() }
}

const lastnames = ({ result }: MemorialPage) => result.map(({ lastname }) => lastname)

it('shows cards without a word that is not for everyone', async () => {
  await remember({ lastname: 'Ёлкин' })
  expect((await list()).result).toEqual([
    {
      id: expect.any(Number),
      lastname: 'Ёлкин',
      name: 'Иван',
      surname: null,
      maiden_name: null,
      birth_date: '1920-01-01',
      birth_precision: 'day',
      death_date: '1990-01-01',
      death_precision: 'day',
      photo_path: null,
      photo_width: null,
      photo_height: null,
      photo_tone: null,
      photo_preview: null,
      swo_status: false,
    },
  ])
})

it('never lists a closed page, and lists heroes in both lists', async () => {
  await remember({ lastname: 'Закрытый', open: false }, { lastname: 'Герой', hero: true }, { lastname: 'Открытый' })

  expect(lastnames(await list())).toEqual(['Герой', 'Открытый'])
  expect(lastnames(await list({}, '/memorial/swo_memorials'))).toEqual(['Герой'])
})

it('puts Ё beside Е, as Russian order does', async () => {
  await remember({ lastname: 'Жуков' }, { lastname: 'Ёлкин' }, { lastname: 'Егоров' }, { lastname: 'Ермаков' })
  expect(lastnames(await list())).toEqual(['Егоров', 'Ёлкин', 'Ермаков', 'Жуков'])
  expect(lastnames(await list({ sort_order: 'desc' }))).toEqual(['Жуков', 'Ермаков', 'Ёлкин', 'Егоров'])
})

it('sorts by either date', async () => {
  await remember(
    { lastname: 'Первый', birth: '1900-01-01', death: '1999-01-01' },
    { lastname: 'Второй', birth: '1950-01-01', death: '1960-01-01' },
  )
  expect(lastnames(await list({ sort_by: 'birth_date' }))).toEqual(['Первый', 'Второй'])
  expect(lastnames(await list({ sort_by: 'death_date' }))).toEqual(['Второй', 'Первый'])
})

it('puts unknown dates last both ways, and pages through them', async () => {
  await remember(
    { lastname: 'Неведомый', birth: null, death: null },
    { lastname: 'Второй', birth: '1950-01-01', death: '1960-01-01' },
    { lastname: 'Первый', birth: '1900-01-01', death: '1999-01-01' },
    { lastname: 'Безвестный', birth: null, death: null },
  )
  for (const sort_by of ['birth_date', 'death_date']) {
    const known = sort_by === 'birth_date' ? ['Первый', 'Второй'] : ['Второй', 'Первый']
    expect(lastnames(await list({ sort_by }))).toEqual([...known, 'Неведомый', 'Безвестный'])
    const desc = { sort_by, sort_order: 'desc' }
    expect(lastnames(await list(desc))).toEqual([...known.toReversed(), 'Безвестный', 'Неведомый'])
    expect(lastnames(await list({ ...desc, offset: '1', limit: '2' }))).toEqual([known[0], 'Безвестный'])
  }
})

it('finds by the maiden name as by the surname, and counts both', async () => {
  await remember(
    { lastname: 'Абызова', maiden: 'Каримова-Ёлкина' },
    { lastname: 'Каримова' },
    { lastname: 'Соколова', maiden: 'Петрова' },
  )
  const found = await list({ lastname: 'карим' })
  expect(lastnames(found)).toEqual(['Абызова', 'Каримова'])
  expect(found.total).toBe(2)
  expect(found.result[0]).toMatchObject({ maiden_name: 'Каримова-Ёлкина' })
  expect(lastnames(await list({ lastname: 'каримова елкина' }))).toEqual(['Абызова'])
  expect(lastnames(await list({ lastname: 'петрова', name: 'анна' }))).toEqual([])
})

it.each([
  ['part of the name, whatever the case', { lastname: 'ЛКИ' }, ['Ёлкин']],
  ['е for ё', { lastname: 'елкин' }, ['Ёлкин']],
  ['ё for е', { lastname: 'сёмёнов' }, ['Семенов']],
  ['a space for a hyphen', { lastname: 'иванова петрова' }, ['Иванова-Петрова']],
  ['a decomposed letter', { lastname: 'е\u0308лкин' }, ['Ёлкин']],
  ['a per cent sign literally', { lastname: '%' }, []],
  ['an underscore literally', { lastname: '_' }, []],
  ['a backslash literally', { lastname: '\\' }, []],
  ['spaces around', { name: '  иван ', lastname: 'семенов' }, ['Семенов']],
  ['two filters at once', { lastname: 'е', surname: 'кузьмич' }, ['Семенов']],
])('finds by %s', async (_how, filters, found) => {
  await remember({ lastname: 'Ёлкин' }, { lastname: 'Семенов', surname: 'Кузьмич' }, { lastname: 'Иванова-Петрова' })
  const page = await list(filters)
  expect(lastnames(page)).toEqual(found)
  expect(page.total).toBe(found.length)
})

it('pages without overlap where all sort alike, and tells how many there are', async () => {
  await remember(...Array.from({ length: 30 }, () => ({ lastname: 'Иванов' })))

  const pages = await Promise.all([0, 12, 24].map((offset) => list({ offset: String(offset) })))

  expect(pages.map(({ result }) => result.length)).toEqual([12, 12, 6])
  expect(pages.every(({ total }) => total === 30)).toBe(true)
  expect(new Set(pages.flatMap(({ result }) => result.map(({ id }) => id))).size).toBe(30)
  expect((await list({ offset: '500' })).result).toEqual([])
})

it.each([
  ['a limit of 0', { limit: '0' }],
  ['a limit of 101', { limit: '101' }],
  ['a limit that is no number', { limit: 'NaN' }],
  ['a limit in scientific notation', { limit: '1e1' }],
  ['an offset below zero', { offset: '-1' }],
  ['an unknown sort', { sort_by: 'biography' }],
  ['an unknown order', { sort_order: 'sideways' }],
])('refuses %s', async (_what, query) => {
  const { response } = await list(query)
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({ detail: [{ loc: ['query', Object.keys(query)[0]] }] })
})

it('refuses a repeated parameter', async () => {
  expect((await server.api({ url: '/memorial/public_memorials?lastname=a&lastname=b' })).statusCode).toBe(422)
})
