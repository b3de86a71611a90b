import { PLATES_OF_FILE_MAX } from '@contract/plate'
import sharp, { type Region } from 'sharp'
import { readPdf } from '@support/pdf-text'
import { readAll, renderedPdf } from '@support/qr-readers'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

const DOTS_PER_INCH = 200
/** A statement of PostgreSQL takes 65 535 values. */
const ROWS_AT_ONCE = 500
const ADDRESS = 'http://localhost:3000/memorials/'

let server: TestApp

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const sheetOf = (token: string, query = '') => server.api({ url: `/memorial/my_memorials/plates${query}`, token })

/** An account with so many pages, made by the database alone. */
async function anOwnerOf(count: number) {
  const owner = await anOwner(server)
  const page = await aStoredMemorial(server, owner.token, { lastname: 'Соколова', name: 'Анна', surname: 'Петровна' })
  const row = await server.db.selectFrom('memorials').selectAll().where('id', '=', page.id).executeTakeFirstOrThrow()
  const { id: _id, ...columns } = row
  for (let left = count - 1; left > 0; left -= ROWS_AT_ONCE) {
    const rows = Array<typeof columns>(Math.min(left, ROWS_AT_ONCE)).fill(columns)
    await server.db.insertInto('memorials').values(rows).execute()
  }
  return owner
}

it('has the code of every page that the account owns or keeps, closed ones too, by surname', async () => {
  const owner = await anOwner(server)
  const made = async (lastname: string, token = owner.token, public_status = 'true') =>
    (await aStoredMemorial(server, token, { lastname, public_status })).id
  const [yakovlev, closed, first] = [
    await made('Яковлев'),
    await made('Ёлкин', undefined, 'false'),
    await made('Абаза'),
  ]
  const brother = await anOwner(server)
  const kept = await made('Орлов', brother.token, 'false')
  await made('Чужой', brother.token)
  await server.db.insertInto('keepers').values({ memorial_id: kept, user_id: owner.user.id }).execute()

  const answer = await sheetOf(owner.token)

  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'content-length': String(answer.rawPayload.length),
  })
  expect(answer.headers['content-disposition']).toContain(encodeURIComponent('Таблички'))
  // Three stand in the first row, and one in the second.
  const page = await renderedPdf(answer.rawPayload, DOTS_PER_INCH)
  expect(await readAll(page)).toEqual([first, closed, kept, yakovlev].map((id) => `${ADDRESS}${id}`))
})

it.each([
  // A row of 60 mm has three plates, and a page three rows; of 100 mm two, and one; of 30 mm six, and six or seven.
  ['', 9, 1],
  ['', 10, 2],
  ['?size_mm=100', 5, 3],
  ['?size_mm=30', 43, 2],
])('%s: %i plates are on %i pages, each of which has its number', async (query, plates, pages) => {
  const { token } = await anOwnerOf(plates)

  const pdf = (await sheetOf(token, query)).rawPayload

  // Names are outlines, so the numbers are all the text there is.
  expect(await readPdf(pdf)).toEqual({
    title: 'Таблички с QR-кодами',
    language: 'ru',
    pages: Array.from({ length: pages }, (_nothing, index) => String(index + 1)),
    links: [],
    pictures: 0,
  })
})

it('is read at its smallest, every code of a page', async () => {
  const { token } = await anOwnerOf(36)
  const { result } = (await server.api({ url: '/memorial/my_memorials', token })).json<{ result: { id: number }[] }>()

  const page = await renderedPdf((await sheetOf(token, '?size_mm=30')).rawPayload, 300)

  const expected = result.map(({ id }) => `${ADDRESS}${id}`).sort()
  expect((await readAll(page)).sort()).toEqual(expected)
})

it('has the name beneath each code as outlines, and crosses at its corners', async () => {
  const { token } = await anOwnerOf(1)
  const page = await renderedPdf((await sheetOf(token)).rawPayload, DOTS_PER_INCH)
  const darkest = async (left: number, top: number, width: number, height: number) => {
    const [x, y, across, down] = [left, top, width, height].map((mm) => Math.round((mm * DOTS_PER_INCH) / 25.4))
    const area = { left: x, top: y, width: across, height: down } as Region
    const drawn = await sharp(page).flatten({ background: 'white' }).extract(area).greyscale().png().toBuffer()
    return (await sharp(drawn).stats()).channels[0]?.min
  }

  // The first plate stands 15 mm from the left and 8 mm from the top.
  expect(await darkest(20, 66, 50, 12)).toBeLessThan(60)
  expect(await darkest(13.8, 6.8, 2.4, 2.4)).toBeLessThan(200)
  expect(await darkest(73.8, 6.8, 2.4, 2.4)).toBeLessThan(200)
  expect(await darkest(80, 20, 100, 200)).toBe(255)
})

it('is none where there is no page, and refused to who is not verified', async () => {
  const { token } = await anOwner(server)
  expect((await sheetOf(token)).statusCode).toBe(404)
  expect((await sheetOf((await server.signUp({ verified: false })).token)).statusCode).toBe(403)
  expect((await server.api({ url: '/memorial/my_memorials/plates' })).statusCode).toBe(401)
})

it.each(['29', '101', 'wide'])('refuses plates %s mm wide', async (size) => {
  const { token } = await anOwner(server)
  expect((await sheetOf(token, `?size_mm=${size}`)).statusCode).toBe(422)
})

it('is rationed: ten in ten minutes for an account, and others are not held back', async () => {
  const [one, other] = [await anOwnerOf(1), await anOwnerOf(1)]
  for (let nth = 0; nth < 10; nth++) expect((await sheetOf(one.token)).statusCode).toBe(200)

  const refused = await sheetOf(one.token)

  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toEqual({
    detail: 'Вы уже несколько раз скачали таблички. Пожалуйста, попробуйте через несколько минут.',
  })
  expect((await sheetOf(other.token)).statusCode).toBe(200)
})

it('puts the plates of very many pages into several files, each of which is made', async () => {
  const { token } = await anOwnerOf(PLATES_OF_FILE_MAX + 1)

  const [first, last, none] = [await sheetOf(token), await sheetOf(token, '?part=2'), await sheetOf(token, '?part=3')]

  expect([first.statusCode, last.statusCode, none.statusCode]).toEqual([200, 200, 404])
  expect(await readAll(await renderedPdf(last.rawPayload, DOTS_PER_INCH))).toHaveLength(1)
})
