import type { ImportProblem, ImportTrial } from '@contract/import'
import { IMPORT_CORRECTIONS_MAX } from '@contract/import'
import type { Memorial } from '@contract/memorial'
import type { Relations } from '@contract/relations'
import { deadPerson, gedcomTree } from '@support/gedcom'
import { smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'
import { importFile, ownPages, zipFiles } from '@support/taken-pages'
import { anOwner } from '@support/test-memorials'

let server: TestApp
let token: string

beforeAll(async () => {
  server = await startTestApp()
  await server.postman.stop()
})
afterAll(() => server.close())
beforeEach(async () => {
  ;({ token } = await anOwner(server))
})

const names = async () => (await ownPages(server, token)).map(({ name }) => name).sort()
const table = Buffer.from(
  'Фамилия;Имя;Дата рождения;Фото\nЁлкина;Анна;;\nЁлкин;Пётр;31.02.1912;\nЁлкин;;;\nЁлкин;Иван;;\n',
)
const tree = Buffer.from(
  gedcomTree([
    ...deadPerson('P1', 'Пётр /Ёлкин/'),
    ...deadPerson('P2', 'Anna /Elkina/'),
    ...deadPerson('P3', 'Иван /Ёлкин/'),
    ...['0 @F1@ FAM', '1 HUSB @P1@', '1 WIFE @P2@', '1 CHIL @P3@'],
  ]),
)

it.each([
  ['a table', table, ['Анна', 'Иван']],
  ['a tree', tree, ['Иван', 'Пётр']],
])('makes what is ready of %s when asked to pass over the others, and nothing when not', async (_what, file, made) => {
  expect((await importFile(server, token, file)).statusCode).toBe(422)
  expect(await names()).toEqual([])
  expect((await importFile(server, token, file, { skip: true })).json()).toEqual({ created: made.length })
  expect(await names()).toEqual(made)
})

it('keeps the relations of those who remain', async () => {
  await importFile(server, token, tree, { skip: true })
  const { result } = (await server.api({ url: '/memorial/my_memorials', token })).json<{ result: Memorial[] }>()
  const son = result.find(({ name }) => name === 'Иван')
  const relations = (await server.api({ url: `/memorial/${son?.id}/relations`, token })).json<Relations>().result
  expect(relations.map(({ kind, memorial }) => [kind, memorial.name])).toEqual([['parent', 'Пётр']])
})

it('makes the pages of an archive that can be read', async () => {
  const memorial = { id: 1, lastname: 'Ёлкина', name: 'Анна', birth_date: '1931-05-01', death_date: '2001-05-01' }
  const lists = { photos: [], audios: [], videos: [], words: [], relations: [] }
  const page = { format: 'pomnim-memorial', version: 1, memorial, ...lists }
  const archive = await zipFiles([
    ['one/data.json', Buffer.from(JSON.stringify({ ...page, version: 9 }))],
    ['two/data.json', Buffer.from(JSON.stringify(page))],
  ])
  expect((await importFile(server, token, archive)).statusCode).toBe(422)
  expect((await importFile(server, token, archive, { skip: true })).json()).toEqual({ created: 1 })
})

it('passes over a row whose portrait turns out to be none', async () => {
  const file = Buffer.from('Фамилия;Имя;Фото\nЁлкина;Анна;a.jpg\nЁлкин;Пётр;b.jpg\n')
  const photos = await zipFiles([
    ['a.jpg', await smallPicture()],
    ['b.jpg', Buffer.from('not a picture')],
  ])
  expect((await importFile(server, token, file, { photos })).statusCode).toBe(422)
  expect((await importFile(server, token, file, { photos, skip: true })).json()).toEqual({ created: 1 })
  expect(await names()).toEqual(['Анна'])
})

it('makes nothing where no row is ready', async () => {
  const answer = await importFile(server, token, Buffer.from('Фамилия;Имя\nЁлкин;\n'), { skip: true })
  expect(answer.statusCode).toBe(422)
  expect(answer.json<{ detail: ImportProblem[] }>().detail).toHaveLength(1)
})

it('needs places for the ready ones only', async () => {
  const { token: fresh } = await server.signUp()
  const [one, two, three] = ['Анна', 'Пётр', 'Иван'].map((name) => `Ёлкин;${name}\n`)
  const file = Buffer.from(`Фамилия;Имя\n${one}${two}${three}${'Ёлкин;\n'.repeat(50)}`)
  const { places_left: places } = (await importFile(server, fresh, file, { dryRun: true })).json<ImportTrial>()
  expect(places).toBeGreaterThanOrEqual(3)
  expect(places).toBeLessThan(53)
  expect((await importFile(server, fresh, file, { skip: true })).json()).toEqual({ created: 3 })
})

/** What can be corrected, whatever columns the table has. */
const NOTHING_WRITTEN = { lastname: '', name: '', surname: '', maiden_name: '', birth_date: '', death_date: '' }

describe('a row that is corrected without the file', () => {
  it('is tried and made with the new texts', async () => {
    const trial = (await importFile(server, token, table, { dryRun: true })).json<ImportTrial>()
    expect(trial.to_correct).toEqual([
      { row: 3, texts: { ...NOTHING_WRITTEN, lastname: 'Ёлкин', name: 'Пётр', birth_date: '31.02.1912' } },
      { row: 4, texts: { ...NOTHING_WRITTEN, lastname: 'Ёлкин' } },
    ])
    const corrections = [{ row: 3, texts: { birth_date: '21.02.1912' } }]
    const again = (await importFile(server, token, table, { dryRun: true, corrections })).json<ImportTrial>()
    expect(again).toMatchObject({ rows: 4, ready: 3, to_correct: [{ row: 4 }] })
    expect((await importFile(server, token, table, { skip: true, corrections })).json()).toEqual({ created: 3 })
    expect(await names()).toEqual(['Анна', 'Иван', 'Пётр'])
  })

  it('of a tree keeps its relations', async () => {
    const corrections = [{ row: 2, texts: { name: 'Анна', lastname: 'Ёлкина' } }]
    expect((await importFile(server, token, tree, { corrections })).json()).toEqual({ created: 3 })
    expect(await names()).toEqual(['Анна', 'Иван', 'Пётр'])
  })

  it.each([
    ['no list', { row: 3 }],
    ['an unknown field', [{ row: 3, texts: { user_id: '1' } }]],
    ['a text of no row', [{ texts: { name: 'Анна' } }]],
    ['a text that is none', [{ row: 3, texts: { name: ['Анна'] } }]],
    ['a text without end', [{ row: 3, texts: { name: 'я'.repeat(300) } }]],
    ['too many', Array.from({ length: IMPORT_CORRECTIONS_MAX + 1 }, (_, row) => ({ row, texts: {} }))],
  ])('is refused with %s', async (_what, corrections) => {
    const answer = await importFile(server, token, table, { dryRun: true, corrections: corrections as never })
    expect(answer.statusCode).toBe(422)
    expect(JSON.stringify(answer.json())).toContain('corrections')
  })
})
