import sharp from 'sharp'
import { readPdf } from '@support/pdf-text'
import { readAll, renderedPdf } from '@support/qr-readers'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

const DOTS_PER_INCH = 200
const A4_WIDTH_MM = 210
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
  const { id: _id, created_at: _made, search_id: _search, ...columns } = row as typeof row & { search_id?: unknown }
  if (count > 1)
    await server.db
      .insertInto('memorials')
      .values(Array(count - 1).fill(columns))
      .execute()
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
  expect(await codesInOrder(page, 3, 60)).toEqual([first, closed, kept, yakovlev].map((id) => ADDRESS + id))
})

/** What each place of a sheet says, row by row. A place is the square in which its code stands. */
async function codesInOrder(page: Buffer, columns: number, sizeMm: number): Promise<string[]> {
  const { width = 0, height = 0 } = await sharp(page).metadata()
  const side = (width / A4_WIDTH_MM) * sizeMm
  const left = (width - columns * side) / 2
  const found: string[] = []
  for (let top = 0; top < height; top += side / 3) {
    for (let column = 0; column < columns; column++) {
      const area = {
        left: Math.max(0, Math.round(left + column * side)),
        top: Math.round(top),
        width: Math.floor(side),
        height: Math.min(Math.floor(side * 1.35), height - Math.round(top)),
      }
      for (const text of await readAll(await sharp(page).extract(area).png().toBuffer())) {
        if (!found.includes(text)) found.push(text)
      }
    }
  }
  return found
}

it.each([
  // A row of 60 mm has three plates, and a page three rows.
  ['', 9, 1],
  ['', 10, 2],
  ['?size_mm=100', 5, 2],
  ['?size_mm=30', 43, 2],
])('%s: %i plates are on %i pages, each of which has its number', async (query, plates, pages) => {
  const { token } = await anOwnerOf(plates)

  const pdf = (await sheetOf(token, query)).rawPayload

  // Names are outlines, so the numbers are all the text there is.
  expect(await readPdf(pdf)).toEqual({
    title: 'Таблички с QR-кодами',
    language: 'ru',
    pages: Array.from({ length: pages }, (_nothing, index) => String(index + 1)),
    pictures: 0,
  })
})

it('is read at its smallest, every code of a page', async () => {
  const { token } = await anOwnerOf(36)
  const { result } = (await server.api({ url: '/memorial/my_memorials', token })).json<{ result: { id: number }[] }>()

  const page = await renderedPdf((await sheetOf(token, '?size_mm=30')).rawPayload, 300)

  const expected = result.map(({ id }) => ADDRESS + id).sort()
  expect((await codesInOrder(page, 6, 30)).sort()).toEqual(expected)
})

it('has the name beneath each code as outlines, and crosses at its corners', async () => {
  const { token } = await anOwnerOf(1)
  const page = sharp(await renderedPdf((await sheetOf(token)).rawPayload, DOTS_PER_INCH)).greyscale()
  const perMm = DOTS_PER_INCH / 25.4
  const darkest = async (mm: { left: number; top: number; width: number; height: number }) => {
    const area = Object.fromEntries(Object.entries(mm).map(([side, length]) => [side, Math.round(length * perMm)]))
    return (
      await page
        .clone()
        .extract(area as never)
        .stats()
    ).channels[0]?.min
  }

  // The first plate stands 15 mm from the left and 8 mm from the top.
  expect(await darkest({ left: 20, top: 66, width: 50, height: 12 })).toBeLessThan(60)
  expect(await darkest({ left: 13.8, top: 6.8, width: 2.4, height: 2.4 })).toBeLessThan(200)
  expect(await darkest({ left: 73.8, top: 6.8, width: 2.4, height: 2.4 })).toBeLessThan(200)
  expect(await darkest({ left: 80, top: 20, width: 100, height: 200 })).toBe(255)
})

it('is refused kindly where there is no page, and to who is not verified', async () => {
  const { token } = await anOwner(server)
  expect((await sheetOf(token)).json()).toEqual({
    detail: 'У вас пока нет страниц: создайте первую, и для неё появится табличка.',
  })
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
