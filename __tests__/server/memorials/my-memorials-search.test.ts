import type { Memorial, MyMemorialsPage } from '@contract/memorial'
import { startTestApp, type TestApp } from '@support/server-app'
import { aStoredMemorial, anOwner } from '@support/test-memorials'

const COUNTS = { pages: 5, own: 4, own_closed: 2 }

let server: TestApp
let token: string
let kept: Memorial

beforeAll(async () => {
  server = await startTestApp()
  const owner = await anOwner(server)
  ;({ token } = owner)
  const own = (fields: Record<string, string>) => aStoredMemorial(server, token, { surname: '', ...fields })
  const painter = await own({ lastname: 'Петров-Водкин', name: 'Кузьма', surname: 'Сергеевич', public_status: 'true' })
  const place = { memorial_id: painter.id, burial_address: 'г. Орёл, ул. Аннинская', cemetery: '«Волковское»' }
  await server.db.insertInto('burials').values(place).execute()
  await own({ lastname: 'Соловьёва', name: 'Фёкла', maiden_name: 'Берёзкина', public_status: 'true' })
  await own({
    lastname: 'Нилова',
    name: 'Анна',
    public_status: 'false',
    birth_date: '1931-05-09',
    death_date: '2014-11-02',
  })
  await own({
    lastname: 'Водкина',
    name: 'Анна',
    public_status: 'false',
    birth_date: '1940-05-09',
    death_date: '2010-11-02',
  })

  const brother = await anOwner(server)
  kept = await aStoredMemorial(server, brother.token, { lastname: 'Петрова', name: 'Вера', surname: '' })
  await server.db.insertInto('keepers').values({ memorial_id: kept.id, user_id: owner.user.id }).execute()
  await aStoredMemorial(server, brother.token, { lastname: 'Петрова', name: 'Чужая', surname: '' })
})
afterAll(() => server.close())

async function search(q: string, more = '', as = token): Promise<MyMemorialsPage> {
  const answer = await server.api({ url: `/memorial/my_memorials?q=${encodeURIComponent(q)}${more}`, token: as })
  return answer.json<MyMemorialsPage>()
}

const named = ({ result }: MyMemorialsPage) => result.map(({ lastname }) => lastname)

it.each([
  ['the beginning of a surname', 'петр', ['Петрова', 'Петров-Водкин']],
  ['the second half of a double surname', 'ВОДК', ['Водкина', 'Петров-Водкин']],
  ['both halves with a hyphen', 'Петров-Водкин', ['Петров-Водкин']],
  ['a maiden name without ё', 'березк', ['Соловьёва']],
  ['ё where the name has е', 'пётров', ['Петрова', 'Петров-Водкин']],
  ['a name', 'фекла', ['Соловьёва']],
  ['a patronymic', 'сергеев', ['Петров-Водкин']],
  ['words in any order', 'ан вод', ['Водкина']],
  ['a year beside a name', 'анна 1931', ['Нилова']],
  ['two years', '2010 1940', ['Водкина']],
  ['what is inside of a word only', 'одкин', []],
  ['words of which one fits nobody', 'анна кузьма', []],
  ['signs of a pattern', '%', []],
  ['a sign that is a letter on another keyboard', '[', []],
  ['a sign beside a name', 'анна, нилова', ['Нилова']],
  ['a page of another account', 'чужая', []],
  ['a place of burial', 'волковск', ['Петров-Водкин']],
  ['a place without ё beside a name', 'кузьма орел', ['Петров-Водкин']],
  ['what is inside of a word of a place only', 'олковское', []],
  ['a sign and a short word of an address', 'г. ул', []],
])('finds by %s', async (_what, q, found) => {
  const answer = await search(q)
  expect(named(answer)).toEqual(found)
  expect(answer.total).toBe(found.length)
})

it('counts what matches, and all pages of the account whatever is looked for', async () => {
  const { result, ...counts } = await search('анна', '&limit=1')
  expect(result).toHaveLength(1)
  expect(counts).toEqual({ has_more: true, total: 2, in_all: COUNTS })
  expect(named(await search('анна', '&limit=1&offset=1'))).toEqual(['Нилова'])
  expect(await search('')).toMatchObject({ total: 5, in_all: COUNTS })
})

describe('the order', () => {
  const foundBy = async (owner: string, q: string, more?: string) =>
    (await search(q, more, owner)).result.map(({ lastname, name, surname }) => [lastname, name, surname].join(' '))
  let family: string

  beforeAll(async () => {
    family = (await anOwner(server)).token
    const own = (lastname: string, name: string, surname: string) =>
      aStoredMemorial(server, family, { lastname, name, surname })
    await own('Орлов', 'Пётр', 'Ильич')
    await own('Орлова', 'Анна', 'Петровна')
    await own('Петров', 'Илья', 'Иванович')
    await own('Орлов', 'Иван', 'Петрович')
  })

  const EXPECTED = ['Петров Илья Иванович', 'Орлов Пётр Ильич', 'Орлов Иван Петрович', 'Орлова Анна Петровна']

  it('has who is called so before who is found by the patronymic, the newest first', async () => {
    expect(await foundBy(family, 'пётр')).toEqual(EXPECTED)
  })

  it('is the same when it is read page by page', async () => {
    const pages = await Promise.all([0, 1, 2, 3].map((at) => foundBy(family, 'пётр', `&limit=1&offset=${at}`)))
    expect(pages.flat()).toEqual(EXPECTED)
  })

  it('has who is buried there last', async () => {
    const found = [...(await foundBy(token, 'анн'))].map((name) => name.split(' ')[0])
    expect(found).toEqual(['Водкина', 'Нилова', 'Петров-Водкин'])
  })

  it('looks at each word', async () => {
    expect(await foundBy(family, 'орлов петр')).toEqual([
      'Орлов Пётр Ильич',
      'Орлов Иван Петрович',
      'Орлова Анна Петровна',
    ])
  })

  it('is by time alone where no name is asked for', async () => {
    expect(await foundBy(family, '')).toEqual([
      'Орлов Иван Петрович',
      'Петров Илья Иванович',
      'Орлова Анна Петровна',
      'Орлов Пётр Ильич',
    ])
  })
})

it('counts a page that was taken down as its owner wishes it', async () => {
  const [page] = (await search('кузьма')).result
  const takenDown = (wished_public_status: boolean | null) =>
    server.db
      .updateTable('memorials')
      .set({
        closed_at: wished_public_status === null ? null : new Date(),
        public_status: wished_public_status === null,
        wished_public_status,
        ...(wished_public_status === null ? { wished_swo_status: null } : { wished_swo_status: false }),
      })
      .where('id', '=', page?.id ?? 0)
      .execute()

  await takenDown(true)
  expect((await search('')).in_all.own_closed).toBe(2)
  await takenDown(false)
  expect((await search('')).in_all.own_closed).toBe(3)
  await takenDown(null)
})

it('answers an unverified account with nothing, counted', async () => {
  const stranger = await server.signUp({ verified: false })
  expect(await search('анна', '', stranger.token)).toEqual({
    result: [],
    total: 0,
    in_all: { pages: 0, own: 0, own_closed: 0 },
  })
})
