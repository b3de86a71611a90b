import type { ImportTrial } from '@contract/import'
import { memorialDraftSchema } from '@contract/memorial'
import { sampleTable } from '@client/features/cabinet/import/import-texts'
import type { Db } from '@server/db/schema'
import { type TriedFile, trialOf } from '@server/modules/imports/trial'
import { deadPerson, gedcomTree } from '@support/gedcom'
import { importFile, takeArchive } from '@support/taken-pages'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

let server: TestApp
let token: string

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  ;({ token } = await anOwner(server))
})

const table = (...rows: string[]) => Buffer.from(['Фамилия;Имя;Отчество;Дата рождения;Публичная', ...rows].join('\r\n'))
const tryFile = async (file: Uint8Array, by = token) =>
  (await importFile(server, by, file, { dryRun: true })).json<ImportTrial>()
const warned = ({ warnings }: ImportTrial) => warnings.map(({ row, msg }) => `${row} ${msg}`)

const HAS_PAGE = 'похоже, такая страница у вас уже есть.'
const anna = {
  ...{ lastname: 'Ёлкина', name: 'Анна', surname: 'Петровна' },
  ...{ birth_date: '1921-05-09', death_date: '1999-11-30' },
}

it('finds no fault in the sample that the site offers', async () => {
  expect(await tryFile(Buffer.from(sampleTable()))).toMatchObject({ rows: 2, ready: 2, problems: [], warnings: [] })
})

it('warns of people of whom the account has a page, and makes their pages all the same', async () => {
  await aStoredMemorial(server, token, anna)
  const people = table(
    'Ёлкина;Анна;Петровна;09.05.1921;',
    'Ёлкина;Анна;Ивановна;09.05.1921;',
    'Ёлкина;Анна;Петровна;10.05.1921;',
    'Ёлкина;Анна;Петровна;;',
    'Ёлкина;Мария;Петровна;09.05.1921;',
    'елкина;Анна;;09.05.1921;',
  )
  const trial = await tryFile(people)
  expect(trial).toMatchObject({ rows: 6, ready: 6, problems: [] })
  // The last one is also in the table above: one warning is enough.
  expect(warned(trial)).toEqual([`2 Ёлкина Анна Петровна: ${HAS_PAGE}`, `7 Елкина Анна: ${HAS_PAGE}`])
  expect((await importFile(server, token, table('Ёлкина;Анна;Петровна;09.05.1921;'))).statusCode).toBe(201)
})

it('tells nothing of pages of others, and of pages in the trash', async () => {
  const { token: other } = await anOwner(server)
  await aStoredMemorial(server, other, anna)
  const { id } = await aStoredMemorial(server, token, anna)
  await server.api({ method: 'DELETE', url: `/memorial/delete/${id}/?keep=true`, token })
  expect(warned(await tryFile(table('Ёлкина;Анна;Петровна;09.05.1921;')))).toEqual([])
})

it('warns of people who are in the table twice, and names the row above', async () => {
  const trial = await tryFile(
    table(
      'Иванов;Пётр;;1912;',
      'Иванов;Пётр;Ильич;1912;',
      'Иванов;Пётр;Фомич;1912;',
      'Сидоров;Иван;;;',
      'Сидоров;Иван;;;',
      'Иванов;Пётр;Ильич;1913;',
    ),
  )
  expect(warned(trial)).toEqual([
    '3 Иванов Пётр Ильич: похоже, этот человек уже есть в файле: строка 2.',
    '4 Иванов Пётр Фомич: похоже, этот человек уже есть в файле: строка 2.',
    '6 Сидоров Иван: похоже, этот человек уже есть в файле: строка 5.',
  ])
})

it('warns before an archive is brought a second time, and before a tree is', async () => {
  const { id } = await aStoredMemorial(server, token, anna)
  expect(warned(await tryFile(await takeArchive(server, token, id)))).toEqual([`1 Ёлкина Анна Петровна: ${HAS_PAGE}`])
  const tree = gedcomTree(['I1', 'I2'].flatMap((key) => deadPerson(key, 'Пётр /Ёлкин/')))
  expect(warned(await tryFile(Buffer.from(tree)))).toEqual([
    '2 Ёлкин Пётр: похоже, этот человек уже есть в файле: человек 1.',
  ])
})

it('asks the database as often for thousands of people as for one', async () => {
  const { user, token: by } = await anOwner(server)
  const people = Array.from({ length: 3000 }, (_, nth) => ({ row: nth + 2, draft: aDraft(nth) }))
  await aStoredMemorial(server, by, { lastname: nameOf(2999), name: 'Анна', birth_date: '1912-01-01' })
  const one = await counted((db) => trialOf(db, user.id, aFile(people.slice(0, 1))))
  const all = await counted((db) => trialOf(db, user.id, aFile(people)))
  expect(all.queries).toBe(one.queries)
  expect(warned(all.result)).toEqual([`3001 ${nameOf(2999)} Анна: ${HAS_PAGE}`])
})

it('says how many pages will be public, and how many places the account has, whatever is wrong with some rows', async () => {
  const { token: by } = await server.signUp()
  await aStoredMemorial(server, by)
  const { max_memorials: places } = (await server.api({ url: '/users/me', token: by })).json<{
    max_memorials: number
  }>()
  const trial = await tryFile(table('Иванов;Пётр;;;да', 'Иванов;;;;да', 'Сидоров;Иван;;;нет', 'Ёлкин;Иван;;;'), by)
  expect(trial).toMatchObject({ rows: 4, ready: 3, public_pages: 1, places_left: places - 1 })
})

/** Names hold no digits. */
const nameOf = (nth: number) => `Лист${String(nth).replace(/\d/g, (digit) => 'абвгдежзик'[Number(digit)] ?? '')}`

const aDraft = (nth: number) =>
  memorialDraftSchema.validateSync({
    ...{ lastname: nameOf(nth), name: 'Анна' },
    ...{ birth_date: '1912-01-01', death_date: '', death_precision: 'unknown' },
  })

const aFile = (ready: TriedFile['ready']): TriedFile => ({
  ...{ rows: ready.length, ready, problems: [], rowName: 'строка' },
})

/** What came of some work with the database, and how many queries it took. */
async function counted<T>(work: (db: Db) => Promise<T>) {
  let queries = 0
  const result = await work(
    server.db.withPlugin({
      transformQuery: ({ node }) => {
        queries++
        return node
      },
      transformResult: (answer) => Promise.resolve(answer.result),
    }),
  )
  return { queries, result }
}
