import type { Burial } from '@contract/burial'
import type { ImportTrial } from '@contract/import'
import type { Relations } from '@contract/relations'
import { readGedcomFile } from '@server/modules/imports/reading/read-gedcom-file'
import { deadPerson, gedcomTree } from '@support/gedcom'
import { readZip } from '@support/read-zip'
import { startTestApp, type TestApp } from '@support/server-app'
import { importFile, ownPages } from '@support/taken-pages'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { inEncoding } from './in-encoding'

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

const mine = () => ownPages(server, token)

const burialOf = async (id: number) => (await server.api({ url: `/burial/${id}`, token })).json<Burial>()

/** «сын: parent Отец» of every page, sorted. */
async function relationsOfMine(): Promise<string[]> {
  const told: string[] = []
  for (const { id, name } of await mine()) {
    const { result } = (await server.api({ url: `/memorial/${id}/relations`, token })).json<Relations>()
    told.push(...result.map(({ kind, memorial }) => `${name}: ${kind} ${memorial.name}`))
  }
  return told.sort()
}

const tree = (encoding: string, ...lines: string[]) => gedcomTree(lines, encoding)
const bytesOf = (text: string) => Buffer.from(text)

it('relates the people of a family who died, once each', async () => {
  const file = tree(
    'UTF-8',
    ...deadPerson('P1', 'Пётр /Ёлкин/'),
    ...deadPerson('P2', 'Анна /Ёлкина/'),
    ...deadPerson('P3', 'Иван /Ёлкин/'),
    ...deadPerson('P4', 'Мария /Ёлкина/'),
    ...['0 @P5@ INDI', '1 NAME Живой /Ёлкин/'],
    ...['0 @F1@ FAM', '1 HUSB @P1@', '1 WIFE @P2@', '1 CHIL @P3@', '1 CHIL @P5@', '1 CHIL @P4@', '1 CHIL @P9@'],
    ...['0 @F2@ FAM', '1 HUSB @P1@', '1 WIFE @P2@', '1 CHIL @P3@'],
  )
  expect((await importFile(server, token, bytesOf(file))).json()).toEqual({ created: 4 })
  expect(await relationsOfMine()).toEqual(
    [
      ['Иван: parent Анна', 'Иван: parent Пётр', 'Иван: sibling Мария'],
      ['Мария: parent Анна', 'Мария: parent Пётр', 'Мария: sibling Иван'],
      ['Анна: child Иван', 'Анна: child Мария', 'Анна: spouse Пётр'],
      ['Пётр: child Иван', 'Пётр: child Мария', 'Пётр: spouse Анна'],
    ]
      .flat()
      .sort(),
  )
})

it('refuses more ties than one import may make', async () => {
  // Each person is in twenty families, of nineteen pairs that no other has.
  const count = 6000
  const all = Array.from({ length: count }, (_, nth) => nth)
  const people = all.map((nth) => deadPerson(`P${nth}`, 'Пётр /Ёлкин/').join('\n'))
  const families = all.map((nth) =>
    [
      `0 @F${nth}@ FAM`,
      ...Array.from({ length: 20 }, (_, child) => `1 CHIL @P${(nth * 7 + child * 31) % count}@`),
    ].join('\n'),
  )
  const file = Buffer.from(tree('UTF-8', ...people, ...families))
  const trial = await importFile(server, token, file, { dryRun: true })
  expect(trial.json<ImportTrial>()).toMatchObject({ ready: 0, problems: [{ field: 'file' }] })
  const fewer = Buffer.from(tree('UTF-8', ...people, ...families.slice(0, 100)))
  expect((await importFile(server, token, fewer, { dryRun: true })).json()).toMatchObject({ ready: count })
})

it.each([
  ['of a maiden name', ['Анна /Петрова/', '1 NAME Анна /Ёлкина/', '2 TYPE MAIDEN']],
  ['of a name by marriage', ['Анна /Ёлкина/', '1 NAME Анна /Петрова/', '2 TYPE married']],
  ['of a name by marriage in a field of some programs', ['/Ёлкина/ Анна', '2 _MARNM Петрова']],
])('tells %s', async (_what, [name = '', ...lines]) => {
  await importFile(server, token, bytesOf(tree('UTF-8', ...deadPerson('P1', name, ...lines))))
  expect(await mine()).toMatchObject([{ name: 'Анна', lastname: 'Петрова', maiden_name: 'Ёлкина' }])
})

it('takes the place of the grave, and notes that stand apart', async () => {
  const grave = ['1 BURI', '2 PLAC Хованское кладбище, Москва', '3 MAP', '4 LATI N55.61', '4 LONG W37.4', '2 NOTE 7, 2']
  const file = tree('UTF-8', ...deadPerson('P1', 'Анна /Ёлкина/', '1 NOTE @N1@', ...grave), '0 @N1@ NOTE Учила детей')
  await importFile(server, token, bytesOf(file))
  const [page] = await mine()
  expect(page).toMatchObject({ biography: 'Учила детей', maiden_name: null })
  expect(await burialOf(page?.id ?? 0)).toMatchObject({
    ...{ burial_address: 'Хованское кладбище, Москва', plot: '7, 2' },
    burial_coordinates: '55.61, -37.4',
  })
})

it('tells what is wrong with the place of a grave', async () => {
  const file = tree('UTF-8', ...deadPerson('P1', 'Анна /Ёлкина/', '1 BURI', `2 PLAC ${'Москва '.repeat(200)}`))
  const trial = (await importFile(server, token, bytesOf(file), { dryRun: true })).json<ImportTrial>()
  expect(trial).toMatchObject({ rows: 1, ready: 0, problems: [{ row: 1, field: 'burial_address' }] })
})

describe('a file of an old program', () => {
  const file = (declared: string) => tree(declared, ...deadPerson('P1', 'Пётр Ильич /Ёлкин/', '1 NOTE Сад и книги'))

  it.each([
    ['Windows', 'ANSI', 'windows-1251'],
    ['Windows that names its page', 'windows-1251', 'windows-1251'],
    ['Windows that says nothing true', 'UTF-8', 'windows-1251'],
    ['DOS', 'IBMPC', 'ibm866'],
    ['Windows in UTF-8', 'ANSI', 'utf-8'],
  ])('for %s is read in Russian', async (_what, declared, encoding) => {
    const text = file(declared)
    await importFile(server, token, encoding === 'utf-8' ? bytesOf(text) : Buffer.from(inEncoding(text, encoding)))
    expect(await mine()).toMatchObject([
      { lastname: 'Ёлкин', name: 'Пётр', surname: 'Ильич', biography: 'Сад и книги' },
    ])
  })

  it('that is Western stays so', () => {
    // A page has Russian names, so such a file is refused later, for names that one can read.
    const text = tree('ANSI', ...deadPerson('P1', 'Jürgen /Müller/', '1 NOTE Vélo, fenêtre, Straße'))
    expect(readGedcomFile(inEncoding(text, 'windows-1252'))).toMatchObject({
      rows: [{ texts: { name: 'Jürgen', lastname: 'Müller', biography: 'Vélo, fenêtre, Straße' } }],
    })
  })
})

it('reads the tree that it wrote, and writes the same again', async () => {
  const person = { lastname: 'Ёлкина', name: 'Анна', surname: 'Петровна', maiden_name: 'Каримова' }
  const dates = { birth_date: '1912-05-09', death_date: '1993-02-08', death_precision: 'about' }
  const mother = await aStoredMemorial(server, token, { ...person, ...dates, biography: 'Сад.\n\n@дом' })
  const son = await aStoredMemorial(server, token, { lastname: 'Ёлкин', name: 'Иван', biography: '' })
  const parent = { memorial_id: mother.id, kind: 'parent' }
  await server.api({ method: 'POST', url: `/memorial/${son.id}/relations`, token, payload: parent })
  const burial = { burial_address: 'Хованское кладбище', plot: '7', burial_coordinates: '55.1234567, 37.4' }
  await server.api({ method: 'POST', url: '/burial/create', token, payload: { memorial_id: mother.id, ...burial } })
  const written = await treeOf(token)
  expect(written).toMatch(new RegExp(`1 EXID ${mother.id}\n2 TYPE https?://\\S+/memorials/\n`))

  ;({ token } = await anOwner(server))
  // Files from before have the address of the page as a note.
  const older = written.replace(
    /1 EXID (\d+)\n2 TYPE (.*)\n/,
    (all, id: string, address: string) => `${all}1 NOTE ${address}${id}\n`,
  )
  expect((await importFile(server, token, Buffer.from(older))).json()).toEqual({ created: 2 })
  const again = await mine()
  expect(again).toMatchObject([
    { ...person, birth_date: '1912-05-09', death_precision: 'about', biography: 'Сад.\n\n@дом' },
    { name: 'Иван', biography: null },
  ])
  expect(await relationsOfMine()).toEqual(['Анна: child Иван', 'Иван: parent Анна'])
  expect(await burialOf(again[0]?.id ?? 0)).toMatchObject(burial)
  const withoutIds = (text: string) => text.replace(/@I\d+@|EXID \d+/g, '')
  expect(withoutIds(await treeOf(token))).toBe(withoutIds(written))
})

async function treeOf(by: string): Promise<string> {
  const { download_path: address } = (await server.api({ method: 'POST', url: '/users/me/export', token: by })).json<{
    download_path: string
  }>()
  const files = await readZip((await server.app.inject(address)).rawPayload)
  return files.get('family.ged')?.toString() ?? ''
}
