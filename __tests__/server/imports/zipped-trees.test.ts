import { readdir } from 'node:fs/promises'
import { IMPORT_TABLE_MAX_BYTES, IMPORT_TABLE_TOO_LARGE, type ImportProgress, type ImportTrial } from '@contract/import'
import { uploadsFolder } from '@server/media/temporary-room'
import * as importRepository from '@server/modules/imports/repository'
import { deadPerson, gedcomTree } from '@support/gedcom'
import { smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'
import { importFile, ownPages, zipFiles } from '@support/taken-pages'
import { anOwner } from '@support/test-memorials'
import { until } from '@support/until'

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
const tree = Buffer.from(
  gedcomTree([
    ...deadPerson('P1', 'Анна /Ёлкина/', '1 OBJE @O1@', '1 OBJE @O2@'),
    ...deadPerson('P2', 'Пётр /Ёлкин/', '1 OBJE', '2 FILE C:\\Фото\\Дед.PNG'),
    ...deadPerson('P3', 'Иван /Ёлкин/', '1 OBJE', '2 FILE broken.jpg'),
    ...deadPerson('P4', 'Олег /Ёлкин/', '1 OBJE', '2 FILE missing.jpg', '1 OBJE', '2 FILE letter.pdf'),
    ...['0 @O1@ OBJE', '1 FILE media/%D0%B1%D0%B0%D0%B1%D0%B0.jpg', '2 FORM image/jpeg'],
    ...['0 @O2@ OBJE', '1 FILE media/house.jpg'],
  ]),
)

describe('a tree that is too large for one import', () => {
  const large = Buffer.concat([tree, Buffer.alloc(IMPORT_TABLE_MAX_BYTES, '1 NOTE Помним\n')])

  it.each([
    ['as it is', () => large],
    ['in a ZIP', () => zipFiles([['gedcom.ged', large]])],
  ])('is to be divided, and not a question of tariffs: %s', async (_how, file) => {
    const refused = await importFile(server, token, await file(), { dryRun: true })
    expect([refused.statusCode, refused.json()]).toEqual([413, { detail: IMPORT_TABLE_TOO_LARGE }])
  })
})

describe('a tree in a ZIP', () => {
  it.each(['gedcom.ged', 'Моё древо/семья.GED'])('is read, whatever it is called: %s', async (name) => {
    const zip = await zipFiles([[name, Buffer.from(gedcomTree(deadPerson('P1', 'Анна /Ёлкина/')))]])
    expect((await importFile(server, token, zip)).json()).toEqual({ created: 1 })
  })

  it('brings the first picture of each person as the portrait, and tells which it does not bring', async () => {
    const zip = await zipFiles([
      ['gedcom.ged', tree],
      ['media/баба.jpg', await smallPicture()],
      ['media/house.jpg', await smallPicture()],
      ['media/дед.png', await smallPicture()],
      ['media/broken.jpg', Buffer.from('not a picture')],
    ])
    const trial = (await importFile(server, token, zip, { dryRun: true })).json<ImportTrial>()
    expect(trial).toMatchObject({ rows: 4, ready: 4, problems: [] })
    expect(trial.warnings.map(({ msg }) => msg)).toEqual([
      expect.stringMatching(/^В древе названо: 1 фотография, а самих файлов в нём нет/),
      expect.stringContaining('(1 фотография)'),
      expect.stringContaining('«broken.jpg»'),
    ])
    expect((await importFile(server, token, zip)).json()).toEqual({ created: 4 })
    expect((await mine()).map(({ name, photo_path: photo }) => [name, photo !== null])).toEqual([
      ['Анна', true],
      ['Пётр', true],
      ['Иван', false],
      ['Олег', false],
    ])
  })

  it('that is damaged is refused', async () => {
    const zip = await zipFiles([['gedcom.ged', tree]])
    const at = zip.indexOf('gedcom.ged') + 'gedcom.ged'.length
    zip.fill(0, at, at + 20)
    expect((await importFile(server, token, zip)).statusCode).toBe(422)
  })

  it('is not looked for in an archive of pages, which has one too', async () => {
    const zip = await zipFiles([
      ['family.ged', tree],
      ['page/data.json', Buffer.from('{}')],
    ])
    expect((await importFile(server, token, zip, { dryRun: true })).json()).toMatchObject({ rows: 1, ready: 0 })
  })
})

describe('a trial that takes long', () => {
  const people = (count: number) =>
    Buffer.from(
      gedcomTree(Array.from({ length: count }, (_, nth) => deadPerson(`P${nth}`, 'Анна /Ёлкина/').join('\n'))),
    )
  const url = (id: string) => ({ url: `/memorial/import/${id}`, token })

  it('is answered before it is over, and tells its account how far it has come', async () => {
    let finish: () => void = () => undefined
    jest.spyOn(importRepository, 'listNamesakes').mockImplementationOnce(async () => {
      await new Promise<void>((resolve) => (finish = resolve))
      return []
    })
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(people(3))]), 'tree.ged')
    const begun = await server.api({
      method: 'POST',
      url: '/memorial/import?dry_run=true&wait=1',
      token,
      payload: form,
    })
    expect(begun.statusCode).toBe(202)
    const { id } = begun.json<{ id: string }>()
    await until(async () => (await server.api(url(id))).json<ImportProgress>().done === 3)
    expect((await server.api(url(id))).json()).toEqual({ state: 'reading', done: 3, of: 3 })
    const { token: other } = await anOwner(server)
    expect((await server.api({ url: `/memorial/import/${id}`, token: other })).statusCode).toBe(404)

    finish()
    await until(async () => (await server.api(url(id))).json<ImportProgress>().state === 'done')
    expect((await server.api(url(id))).json()).toMatchObject({ done: 3, of: 3, trial: { rows: 3, ready: 3 } })
    expect(await readdir(uploadsFolder(server.dataDir))).toEqual([])
  })

  it('of no one is 404', async () => {
    expect((await server.api(url('unknown'))).statusCode).toBe(404)
  })

  it('that is short is answered with its outcome', async () => {
    expect((await importFile(server, token, people(1), { dryRun: true })).statusCode).toBe(200)
  })
})
