import type { MemorialPage } from '@contract/memorial'
import { type Life, remember } from '@support/remember'
import { startTestApp, type TestApp } from '@support/server-app'

let server: TestApp
let ownerId: number

const LIVES: Life[] = [
  {
    lastname: 'Петров',
    name: 'Семён',
    surname: 'Ильич',
    birth: '1905-03-01',
    death: '1943-07-05',
    place: 'г. Орёл, Крестительское кладбище',
  },
  {
    lastname: 'Петрова',
    name: 'Анна',
    surname: 'Семёновна',
    maiden: 'Журавлёва',
    birth: '1937-01-01',
    death: '2001-02-02',
    place: 'Москва',
  },
  {
    lastname: 'Иванов',
    name: 'Пётр',
    surname: 'Петрович',
    birth: '1943-01-01',
    death: '1999-12-31',
    place: 'Санкт-Петербург',
  },
  { lastname: 'Иванов', name: 'Иван', birth: null, death: '1937-06-06', hero: true },
  { lastname: 'Римский-Корсаков', name: 'Николай', birth: '1844-03-18', death: '1908-06-21' },
  { lastname: 'Тайный', name: 'Семён', open: false },
]

beforeAll(async () => {
  server = await startTestApp()
  ownerId = (await server.signUp()).user.id
  await remember(server.db, ownerId, ...LIVES)
})
afterAll(() => server.close())

async function page(query: Record<string, string>, path = '/memorial/public_memorials'): Promise<MemorialPage> {
  return (await server.api({ url: path, query })).json<MemorialPage>()
}

/** Surnames and names of what is found, in order. */
async function found(query: Record<string, string> | string, path?: string): Promise<string[]> {
  const { result, total } = await page(typeof query === 'string' ? { q: query } : query, path)
  expect(total).toBe(result.length)
  return result.map(({ lastname, name }) => `${lastname} ${name}`)
}

it.each<[string, string[]]>([
  ['петров', ['Петров Семён', 'Петрова Анна', 'Иванов Пётр']],
  ['СЕМЕН', ['Петров Семён', 'Петрова Анна']],
  ['семён петров', ['Петров Семён', 'Петрова Анна']],
  ['Журавлева', ['Петрова Анна']],
  ['корсаков римский', ['Римский-Корсаков Николай']],
  ['Римский–Корсаков Н', ['Римский-Корсаков Николай']],
  ['И. Иванов', ['Иванов Иван']],
  ['1937', ['Иванов Иван', 'Петрова Анна']],
  ['1905-1943', ['Петров Семён']],
  ['1943—1905', ['Петров Семён']],
  ['1943 г.', ['Иванов Пётр', 'Петров Семён']],
  ['Петров 1943', ['Петров Семён', 'Иванов Пётр']],
  ['1943г.р.', ['Иванов Пётр', 'Петров Семён']],
  ['1943 г.р.', ['Иванов Пётр', 'Петров Семён']],
  ['Иванов, 1943 г. р.', ['Иванов Пётр']],
  ['Иванов 1943 года рождения', ['Иванов Пётр']],
  ['Иванов (род. 1943, ум. 1999)', ['Иванов Пётр']],
  ['Иванов П.П.', ['Иванов Пётр']],
  ['П.П.Иванов', ['Иванов Пётр']],
  ['Иванов П. П.', ['Иванов Пётр']],
  ['Римский-Корсаков Н.', ['Римский-Корсаков Николай']],
  ['Тайный', []],
  ['!?', []],
])('finds by the words and years of «%s», the likeliest first', async (q, names) => {
  expect(await found(q)).toEqual(names)
  expect(await page({ q })).not.toHaveProperty('forgiving')
})

it('gives each word a part of the name of its own', async () => {
  expect(await found('Иван Иванов')).toEqual(['Иванов Иван'])
  expect(await page({ q: 'Иванов Иванов' })).toMatchObject({ left_out: 'Иванов' })
})

it.each<[string, string[]]>([
  ['Петров Орёл', ['Петров Семён']],
  ['орел петров', ['Петров Семён']],
  ['Иванов, г. Санкт-Петербург', ['Иванов Пётр']],
  ['Иванов из Петербурга', ['Иванов Пётр']],
  ['Анна в Москве 1937', ['Петрова Анна']],
  ['Семён Крестительское кладбище', ['Петров Семён']],
  ['Москва', ['Петрова Анна']],
  ['С Петров Орёл', ['Петров Семён']],
])('finds «%s» by words of the name and of the place', async (q, names) => {
  expect(await found(q)).toEqual(names)
  const answer = await page({ q })
  expect(answer).not.toHaveProperty('forgiving')
  expect(answer).not.toHaveProperty('left_out')
})

it('forgives a name next to a place', async () => {
  expect(await found('Питрова москва')).toEqual(['Петрова Анна'])
  expect(await page({ q: 'Питрова москва' })).toMatchObject({ forgiving: true })
  expect(await found('Петрова Орёл')).toEqual(['Петров Семён'])
  expect(await found('gtnhjd jhtk')).toEqual(['Петров Семён'])
})

it.each<[string, string, string[]]>([
  ['Иванов П.С.', 'С', ['Иванов Пётр']],
  ['Петров Казань', 'Казань', ['Петров Семён', 'Петрова Анна', 'Иванов Пётр']],
  ['«Казань» Петрова', 'Казань', ['Петрова Анна']],
  ['Анна Орёл', 'Орёл', ['Петрова Анна']],
  ['Анна лев Орёл', 'Орёл', ['Петрова Анна']],
  ['Николай лев', 'лев', ['Римский-Корсаков Николай']],
  ['Анна Петрова Ильинична', 'Ильинична', ['Петрова Анна']],
  ['Петров 1950', '1950', ['Петров Семён', 'Петрова Анна', 'Иванов Пётр']],
  ['Семён 1844', '1844', ['Петров Семён', 'Петрова Анна']],
])('leaves out of «%s» the word «%s», and says so', async (q, word, names) => {
  expect(await found(q)).toEqual(names)
  expect(await page({ q })).toMatchObject({ left_out: word })
})

it.each<[string, string[]]>([
  ['питров семён', ['Петров Семён']],
  ['gtnhjd ctv`y', ['Петров Семён', 'Петрова Анна']],
  ['Zhuravleva', ['Петрова Анна']],
  ['Rimsky-Korsakov', ['Римский-Корсаков Николай']],
  ['питров 1905', ['Петров Семён']],
])('forgives «%s» when there is nothing as it was typed', async (q, names) => {
  expect(await found(q)).toEqual(names)
  expect(await page({ q })).toMatchObject({ forgiving: true })
})

it.each(['птр', 'Пятнов', 'Карсакаф', 'ghbdtn'])('does not forgive as much as in «%s»', async (q) => {
  expect(await page({ q })).toEqual({ result: [], total: 0 })
})

it('sorts what is found in the box by what is asked for', async () => {
  expect(await found({ q: 'петров', sort_by: 'death_date', sort_order: 'desc' })).toEqual([
    'Петрова Анна',
    'Иванов Пётр',
    'Петров Семён',
  ])
})

it.each<[Record<string, string>, string[]]>([
  [{ birth_year_from: '1930' }, ['Иванов Пётр', 'Петрова Анна']],
  [{ birth_year_to: '1905' }, ['Петров Семён', 'Римский-Корсаков Николай']],
  [{ death_year_from: '1937', death_year_to: '1943' }, ['Иванов Иван', 'Петров Семён']],
  [{ birth_year_from: '1943', birth_year_to: '1905' }, []],
  [{ place: 'санкт петер' }, ['Иванов Пётр']],
  [{ place: 'орел, крест' }, ['Петров Семён']],
  [{ place: 'Москва', lastname: 'иванов' }, []],
  [{ q: 'петров', place: 'москва', birth_year_from: '' }, ['Петрова Анна']],
])('filters by years and place: %j', async (query, names) => {
  expect(await found(query)).toEqual(names)
})

it('looks among heroes only in their list', async () => {
  expect(await found('иванов', '/memorial/swo_memorials')).toEqual(['Иванов Иван'])
  expect(await found('петров', '/memorial/swo_memorials')).toEqual([])
})

it.each<Record<string, string>>([
  { birth_year_from: 'давно' },
  { death_year_to: '0' },
  { place: 'а'.repeat(101) },
  { q: 'а'.repeat(101) },
])('refuses %j', async (query) => {
  expect((await server.api({ url: '/memorial/public_memorials', query })).statusCode).toBe(422)
})

it('finds at once whoever was added, renamed, buried, closed and deleted', async () => {
  const [id] = (await remember(server.db, ownerId, { lastname: 'Новый', name: 'Лев' })) as [number]
  expect(await found('новый лев')).toEqual(['Новый Лев'])
  const change = (columns: object) => server.db.updateTable('memorials').set(columns).where('id', '=', id).execute()

  await change({ name: 'Марк', name_key: 'марк' })
  expect(await page({ q: 'новый лев' })).toMatchObject({ left_out: 'лев' })
  expect(await found('новый марк')).toEqual(['Новый Марк'])

  await server.db.insertInto('burials').values({ memorial_id: id, burial_address: 'Тверь' }).execute()
  expect(await found({ place: 'тверь' })).toEqual(['Новый Марк'])
  await server.db.updateTable('burials').set({ burial_address: 'Клин' }).where('memorial_id', '=', id).execute()
  expect(await found({ place: 'тверь' })).toEqual([])

  await change({ public_status: false })
  expect(await found('новый')).toEqual([])
  await change({ public_status: true })
  expect(await found('новый')).toEqual(['Новый Марк'])
  await server.db.deleteFrom('memorials').where('id', '=', id).execute()
  expect(await found('новый')).toEqual([])
})
