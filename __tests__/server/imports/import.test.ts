import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { ImportProblem, ImportTrial } from '@contract/import'
import type { Memorial } from '@contract/memorial'
import { API_BASE_PATH } from '@contract/paths'
import { createAttempts } from '@server/lib/attempts'
import * as importRepository from '@server/modules/imports/repository'
import { createImportRates } from '@server/modules/imports/limits'
import { BODY_MAX_BYTES } from '@server/plugins/bodies'
import { gedcomTree } from '@support/gedcom'
import { smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner } from '@support/test-memorials'
import { inEncoding } from './in-encoding'

const HEADINGS = 'Фамилия;Имя;Отчество;Дата рождения;Дата смерти;Биография;Публичная;Герой СВО;Фото'

let server: TestApp
let token: string

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  ;({ token } = await anOwner(server))
})

interface Sent {
  photos?: Buffer
  dryRun?: boolean
  by?: string
}

function formOf(table: string | Uint8Array, photos?: Buffer): FormData {
  const form = new FormData()
  form.append('file', new Blob([table as Uint8Array<ArrayBuffer>]), 'people.csv')
  if (photos) form.append('photos', new Blob([new Uint8Array(photos)]), 'photos.zip')
  return form
}

function send(table: string | Uint8Array, { photos, dryRun = false, by = token }: Sent = {}) {
  return server.api({
    method: 'POST',
    url: `/memorial/import${dryRun ? '?dry_run=true' : ''}`,
    token: by,
    payload: formOf(table, photos),
  })
}

const table = (...rows: string[]) => [HEADINGS, ...rows].join('\r\n')
const mine = async () =>
  (await server.api({ url: '/memorial/my_memorials', token }))
    .json<{ result: Memorial[] }>()
    .result.sort((one, other) => one.id - other.id)

async function zip(files: Record<string, Buffer>): Promise<Buffer> {
  const made = new ZipFile()
  for (const [name, bytes] of Object.entries(files)) made.addBuffer(bytes, name)
  made.end()
  return buffer(made.outputStream)
}

const FIVE = [
  'Ёлкина;Анна;Петровна;09.05.1921;1999-11-30;"Учила детей\nи внуков; любила сад";да;нет;',
  'Иванов;Пётр;;05.1912;1993;;нет;;',
  'Сидоров;Иван;Ильич;около 1890;;;;;',
  'Петров;Олег;;1990;2023;;да;да;',
  'Кузнецова;Мария;;;;;;;',
]

it('makes a page of each row, with dates as far as they are known', async () => {
  const answer = await send(table(...FIVE))
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toEqual({ created: 5 })

  const [anna, pyotr, ivan, oleg, maria] = await mine()
  expect(anna).toMatchObject({
    lastname: 'Ёлкина',
    birth_date: '1921-05-09',
    death_date: '1999-11-30',
    biography: 'Учила детей\nи внуков; любила сад',
    public_status: true,
    swo_status: false,
  })
  expect(pyotr).toMatchObject({
    birth_date: '1912-05-01',
    birth_precision: 'month',
    death_precision: 'year',
    public_status: false,
  })
  expect(ivan).toMatchObject({
    birth_date: '1890-01-01',
    birth_precision: 'about',
    death_date: null,
    death_precision: 'unknown',
  })
  expect(oleg).toMatchObject({ public_status: true, swo_status: true })
  expect(maria).toMatchObject({ birth_precision: 'unknown', death_precision: 'unknown' })
})

it.each([
  ['with commas, in another order', 'Имя,ФАМИЛИЯ\nАнна,Ёлкина\n'],
  ['with a mark of its encoding', '\uFEFFФамилия;Имя\nЁлкина;Анна'],
  ['in Windows-1251', inEncoding('Фамилия;Имя\nЁлкина;Анна', 'windows-1251')],
  ['with empty lines', 'Фамилия;Имя\n\n\nЁлкина;Анна\n\n'],
])('reads a table %s', async (_what, text) => {
  expect((await send(text)).json()).toEqual({ created: 1 })
  expect(await mine()).toMatchObject([{ lastname: 'Ёлкина', name: 'Анна' }])
})

it('brings in with the year alone a child who died on the day of its birth, and says so', async () => {
  const trial = (
    await send(table('Ёлкина;Анна;;05.05.1920;5 мая 1920 г.;Первая;;;'), { dryRun: true })
  ).json<ImportTrial>()
  expect(trial).toMatchObject({ ready: 1, problems: [] })
  expect(trial.warnings).toEqual([{ row: 2, field: 'birth_date', msg: expect.stringContaining('один, 5 мая 1920.') }])
  expect((await send(table('Ёлкина;Анна;;05.05.1920;1920-05-05;Первая;;;'))).statusCode).toBe(201)
  expect(await mine()).toMatchObject([
    {
      ...{ birth_date: '1920-01-01', birth_precision: 'year', death_date: '1920-01-01', death_precision: 'year' },
      biography: 'Первая\n\nДата рождения и смерти: 5 мая 1920 года.',
    },
  ])
})

it('tells in the biography how a person died, and in the trial where a page will say less', async () => {
  const rows = table('Ёлкин;Пётр;;до 1917;пропал без вести в 10.1941;;+;;', 'Ёлкин;Иван;;когда-то;05.05.43;;;;')
  const trial = (await send(rows, { dryRun: true })).json<ImportTrial>()
  expect(trial.warnings).toEqual([
    { row: 2, field: 'birth_date', msg: '«до 1917»: на странице будет «около\u00a01917».' },
  ])
  expect(trial.problems.map(({ row, field, msg }) => [row, field, msg.slice(0, 12)])).toEqual([
    [3, 'birth_date', '«когда-то»: '],
    [3, 'death_date', '«05.05.43»: '],
  ])
  expect((await send(rows.split('\r\n').slice(0, 2).join('\r\n'))).statusCode).toBe(201)
  expect(await mine()).toMatchObject([
    {
      ...{ death_date: '1941-10-01', death_precision: 'month', public_status: true },
      biography: 'Пропал без вести в октябре 1941 года.',
    },
  ])
})

it('says what is wrong with each row before anything is made, and then makes nothing', async () => {
  const wrong = table(
    FIVE[0] as string,
    'Иванов;;;31.02.1912;1993;;;;',
    'Петров;Олег;;1990;2023;;нет;да;',
    'Сидоров;Иван;;;;;может быть;;нет.jpg',
  )
  const trial = (await send(wrong, { dryRun: true })).json<ImportTrial>()
  expect(trial).toMatchObject({ rows: 4, ready: 1 })
  // A text of two lines stands before them.
  expect(trial.problems.map(({ row, field }) => [row, field])).toEqual([
    [4, 'name'],
    [4, 'birth_date'],
    [5, 'swo_status'],
    [6, 'public_status'],
  ])

  const answer = await send(wrong)
  expect(answer.statusCode).toBe(422)
  expect(answer.json<{ detail: ImportProblem[] }>().detail).toEqual(trial.problems)
  expect(await mine()).toEqual([])
})

it.each([
  ['no table of people', 'Один;Два\n1;2', 'lastname'],
  ['a column twice', 'Фамилия;Имя;Имя\nЁлкина;Анна;А', 'Имя'],
  ['a quotation without its end', 'Фамилия;Имя\n"Ёлкина;Анна', 'file'],
])('refuses %s', async (_what, text, field) => {
  const answer = await send(text)
  expect(answer.statusCode).toBe(422)
  expect(answer.json<{ detail: ImportProblem[] }>().detail.map((problem) => problem.field)).toContain(field)
})

it('takes portraits from a ZIP, whatever their folders and case', async () => {
  const photos = await zip({ 'фото/Анна.JPG': await smallPicture(), 'other.png': await smallPicture() })
  const answer = await send(table('Ёлкина;Анна;;;;;да;;анна.jpg', 'Ёлкин;Пётр;;;;;;;other.png'), { photos })
  expect(answer.json()).toEqual({ created: 2 })
  for (const { photo_path: address } of await mine()) {
    expect((await server.app.inject(String(address))).statusCode).toBe(200)
  }
})

it('asks the database once how much an account may send, however many files come', async () => {
  const asked = jest.spyOn(importRepository, 'findCredits')
  const photos = await zip({ 'a.jpg': await smallPicture() })
  expect((await send(table('Ёлкина;Анна;;;;;;;a.jpg'), { photos })).statusCode).toBe(201)
  expect(asked).toHaveBeenCalledTimes(1)
})

it('takes portraits of more bytes than a form without files may have', async () => {
  const photos = await zip({ 'a.jpg': await smallPicture(), 'another.bin': randomBytes(2 * BODY_MAX_BYTES) })
  const body = formOf(table('Ёлкина;Анна;;;;;;;a.jpg'), photos)
  // Over a connection, as the parser is used to it: not in one piece.
  const origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${origin}${API_BASE_PATH}/memorial/import`, { method: 'POST', headers, body })
  expect(await answer.json()).toEqual({ created: 1 })
})

it('leaves no file of an import that was refused', async () => {
  const before = await server.storedFiles()
  const photos = await zip({ 'a.jpg': await smallPicture(), 'b.jpg': Buffer.from('Не фото') })
  const answer = await send(table('Ёлкина;Анна;;;;;;;a.jpg', 'Ёлкин;Пётр;;;;;;;b.jpg'), { photos })
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ detail: [{ row: 3, field: 'photo' }] })
  expect(await server.storedFiles()).toEqual(before)
  expect(await mine()).toEqual([])
})

it('tells in the trial which portraits are no pictures, or damaged, as the creation does', async () => {
  const whole = await smallPicture()
  const photos = await zip({
    'a.jpg': whole,
    'b.jpg': Buffer.from('Не фото'),
    'c.jpg': whole.subarray(0, whole.length / 2),
  })
  const people = ['a.jpg', 'b.jpg', 'c.jpg', 'b.jpg', 'a.jpg'].map((photo) => `Ёлкина;Анна;;;;;;;${photo}`)
  const trial = (await send(table(...people, ';;;;;Учил детей.;;;'), { dryRun: true, photos })).json<ImportTrial>()
  const faults = (problems: ImportProblem[]) => problems.map(({ row, field }) => [row, field])
  const wrong = [3, 4, 5].map((row) => [row, 'photo'])
  expect(trial).toMatchObject({ rows: 6, ready: 2 })
  expect(faults(trial.problems)).toEqual([...wrong, [7, 'lastname'], [7, 'name']])

  const answer = await send(table(...people), { photos })
  expect(answer.statusCode).toBe(422)
  expect(faults(answer.json<{ detail: ImportProblem[] }>().detail)).toEqual(wrong)
})

it('looks into so many portraits of an account in an hour', async () => {
  const rates = createImportRates(createAttempts())
  for (let look = 0; look < 3000; look++) await rates.countLook('account 1')
  await expect(rates.countLook('account 1')).rejects.toMatchObject({ status: 429 })
  await expect(rates.countLook('account 2')).resolves.toBe(1)
})

it.each([
  ['a portrait that is not in the ZIP', { withZip: true }, 'photo'],
  ['portraits without a ZIP', { withZip: false }, 'photo'],
])('tells of %s', async (_what, { withZip }, field) => {
  const photos = withZip ? await zip({ 'a.jpg': await smallPicture() }) : undefined
  const trial = await send(table('Ёлкина;Анна;;;;;;;b.jpg'), { dryRun: true, ...(photos && { photos }) })
  expect(trial.json()).toMatchObject({ ready: 0, problems: [{ row: 2, field }] })
})

it('tells of a ZIP that is none', async () => {
  const trial = await send(table('Ёлкина;Анна;;;;;;;a.jpg'), { dryRun: true, photos: Buffer.from('PK') })
  expect(trial.json()).toMatchObject({ ready: 0, problems: [{ row: 1, field: 'photos' }] })
})

it('makes no page when there is no place for all', async () => {
  const { token: by } = await server.signUp()
  const answer = await send(table(...FIVE, FIVE[0] as string), { by })
  expect(answer.statusCode).toBe(403)
  expect((await server.api({ url: '/memorial/my_memorials', token: by })).json()).toEqual({ result: [] })
})

it('gives the last places to one of two imports at once', async () => {
  const { token: by } = await server.signUp()
  const answers = await Promise.all([send(table(...FIVE), { by }), send(table(...FIVE), { by })])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 403])
})

it('is for verified accounts', async () => {
  const { token: unverified } = await server.signUp({ verified: false })
  expect((await send(table(), { by: unverified })).statusCode).toBe(403)
})

it('reads a family tree: those in it who died', async () => {
  const people = [
    [
      'Анна Петровна /Ёлкина/',
      '1 BIRT',
      '2 DATE 9 MAY 1921',
      '1 DEAT',
      '2 DATE ABT 1999',
      '1 NOTE Учила детей',
      '2 CONT и внуков',
    ],
    ['Олег /Живой/', '1 BIRT', '2 DATE 1980'],
    ['Иван /Сидоров/', '1 DEAT Y'],
  ].map(([name, ...lines], nth) => [`0 @I${nth}@ INDI`, `1 NAME ${name}`, ...lines].join('\n'))

  expect((await send(gedcomTree(people))).json()).toEqual({ created: 2 })
  expect(await mine()).toMatchObject([
    {
      lastname: 'Ёлкина',
      name: 'Анна',
      surname: 'Петровна',
      birth_date: '1921-05-09',
      birth_precision: 'day',
      death_date: '1999-01-01',
      death_precision: 'about',
      biography: 'Учила детей\nи внуков',
    },
    { lastname: 'Сидоров', birth_precision: 'unknown', death_precision: 'unknown' },
  ])
})
