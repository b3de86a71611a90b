import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { ExportedPage } from '@contract/export'
import type { ImportProblem, ImportTrial } from '@contract/import'
import type { Memorial } from '@contract/memorial'
import { PICTURE_FILE } from '@contract/picture'
import type { User } from '@contract/user'
import { aFullPage, importFile, takeArchive, takenData, withData, zipFiles } from '@support/taken-pages'
import { readZip } from '@support/read-zip'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner } from '@support/test-memorials'

let here: TestApp
let archive: Buffer

beforeAll(async () => {
  here = await startTestApp()
  await here.postman.stop()
  const { token } = await anOwner(here, { advanced: 1 })
  archive = await takeArchive(here, token, await aFullPage(here, token))
})
afterAll(() => here.close())

const mine = async (token: string) =>
  (await here.api({ url: '/memorial/my_memorials', token })).json<{ result: Memorial[] }>().result

describe('an archive that is not as an export makes it', () => {
  const person = (page: ExportedPage, fields: object) => ({ ...page, memorial: { ...page.memorial, ...fields } })
  const photo = (page: ExportedPage, fields: object) => ({ ...page, photos: [{ ...page.photos[0], ...fields }] })
  const words = (page: ExportedPage, fields: object) => ({ ...page, words: [{ ...page.words[0], ...fields }] })
  const many = <T>(count: number, element: T) => Array.from({ length: count }, () => element)

  it.each<[string, string, (page: ExportedPage) => unknown]>([
    ['of another program', 'data.json', (page) => ({ ...page, format: 'другая' })],
    ['of a later version', 'data.json', (page) => ({ ...page, version: 2 })],
    ['that is a list', 'data.json', (page) => [page]],
    ['with a name in Latin', 'lastname', (page) => person(page, { lastname: '<script>' })],
    ['without a name', 'name', (page) => person(page, { name: null })],
    ['with an impossible life', 'death_date', (page) => person(page, { death_date: '1812-01-01' })],
    ['with a date that is an object', 'birth_date', (page) => person(page, { birth_date: { year: 1 } })],
    ['with a long biography', 'biography', (page) => person(page, { biography: 'я'.repeat(60_000) })],
    ['with an id that is none', 'id', (page) => person(page, { id: '1 or 1=1' })],
    ['with a way out of its folder', 'photos.1', (page) => photo(page, { file: '../../secret.key' })],
    ['with an absolute path', 'photos.1', (page) => photo(page, { file: '/etc/passwd' })],
    ['with a file that is not there', 'photos.1', (page) => photo(page, { file: 'photos/777.jpg' })],
    ['with a file of another size', 'photos.1', (page) => photo(page, { size: 1 })],
    ['with one file for many items', 'photos.2', (page) => ({ ...page, photos: many(2, page.photos[0]) })],
    ['with more items than an archive has', 'photos', (page) => ({ ...page, photos: many(5001, page.photos[0]) })],
    ['with items that are none', 'photos.1', (page) => ({ ...page, photos: [[]] })],
    ['without its lists', 'words', (page) => ({ ...page, words: null })],
    ['with words without an author', 'words.1.author', (page) => words(page, { author: ' ' })],
    ['with long words', 'words.1.description', (page) => words(page, { text: 'я'.repeat(5001) })],
    ['with a long answer', 'words.1.reply', (page) => words(page, { reply: 'я'.repeat(5001) })],
    ['with words of no time', 'words.1.written_at', (page) => words(page, { written_at: 'вчера' })],
    ['with a wrong turn', 'portrait.rotate', (page) => ({ ...page, portrait: { ...page.portrait, rotate: 45 } })],
    ['with a grave nowhere', 'burial', (page) => ({ ...page, burial: {} })],
    [
      'with a grave off the earth',
      'burial.burial_coordinates',
      (page) => ({ ...page, burial: { burial_coordinates: '955, 1' } }),
    ],
    ['with an unknown relation', 'relations.1.kind', (page) => ({ ...page, relations: [{ id: 1, kind: 'foe' }] })],
  ])('%s is told in the trial, and makes nothing', async (_what, field, change) => {
    const { token } = await anOwner(here, { advanced: 1 })
    const changed = await withData(archive, change)
    const trial = (await importFile(here, token, changed, { dryRun: true })).json<ImportTrial>()
    expect(trial.ready).toBe(0)
    expect(trial.problems.map((problem) => problem.field)).toContain(field)
    const answer = await importFile(here, token, changed)
    expect(answer.statusCode).toBe(422)
    expect(answer.json<{ detail: ImportProblem[] }>().detail).toEqual(trial.problems)
    expect(await mine(token)).toEqual([])
  })

  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['is cut off', () => archive.subarray(0, archive.length / 2)],
    ['has no data.json', () => zipFiles([['index.html', Buffer.from('<p>')]])],
    ['is empty', () => zipFiles([])],
    ['has no JSON', () => zipFiles([['data.json', Buffer.from('{"format":')]])],
    ['has a data.json that is larger than any', () => zipFiles([['data.json', Buffer.alloc(33 * 1024 ** 2, ' ')]])],
    ['has millions of values', () => zipFiles([['data.json', Buffer.from(`[${'[],'.repeat(900_000)}0]`)]])],
    [
      'has much data in many pages',
      () =>
        zipFiles([1, 2, 3].map((nth) => [`${nth}/data.json`, Buffer.alloc(30 * 1024 ** 2, ' ')] as [string, Buffer])),
    ],
  ])('is refused when it %s', async (_what, make) => {
    const { token } = await anOwner(here)
    const trial = await importFile(here, token, await make(), { dryRun: true })
    expect(trial.json()).toMatchObject({ ready: 0, problems: [{ row: 1 }] })
  })

  it('is refused when an entry is damaged, or grows beyond what it says', async () => {
    const { token } = await anOwner(here, { advanced: 1 })
    const data = archive.indexOf('photos/001.jpg') + 2000
    const damaged = Buffer.from(archive)
    damaged[data] = (damaged[data] ?? 0) ^ 1
    expect((await importFile(here, token, damaged)).statusCode).toBe(422)
    expect(await mine(token)).toEqual([])
  })

  it.each(['photo', 'portrait', 'audio', 'video', 'grave'] as const)(
    'leaves no page and no file behind when the %s is something else',
    async (what) => {
      const { token } = await anOwner(here, { advanced: 1 })
      const before = await here.storedFiles()
      const files = await readZip(archive)
      const page = takenData(files)
      const html = Buffer.from('<script>alert(1)</script>')
      const parts = {
        photo: page.photos[1],
        portrait: page.portrait?.original,
        audio: page.audios[0],
        video: page.videos[0],
        grave: page.burial?.photo,
      }
      const part = parts[what]
      if (!part) throw new Error('There is no such file')
      files.set(part.file, html)
      part.size = html.length
      files.set('data.json', json(page))

      const answer = await importFile(here, token, await zipFiles(files))
      expect(answer.statusCode).toBe(422)
      expect(answer.json<{ detail: ImportProblem[] }>().detail[0]?.msg).toContain(part.file.split('/').at(-1))
      expect(await mine(token)).toEqual([])
      expect(await here.storedFiles()).toEqual(before)
      expect((await here.api({ url: '/users/me', token })).json<User>().advanced_memorials_left).toBe(1)
    },
  )

  it('loses what a photograph tells of its place, and what lies hidden behind it', async () => {
    const { token } = await anOwner(here, { advanced: 1 })
    const files = await readZip(archive)
    const page = takenData(files)
    const [first, second] = page.photos as [ExportedPage['photos'][0], ExportedPage['photos'][0]]
    const plain = files.get(first.file) as Buffer
    const hidden = Buffer.concat([plain, Buffer.from('СЕКРЕТ за концом')])
    const located = await sharp(plain)
      .withExif({ IFD0: { Copyright: 'SECRET PLACE' } })
      .jpeg()
      .toBuffer()
    files.set(first.file, hidden)
    files.set(second.file, located)
    Object.assign(first, { size: hidden.length })
    Object.assign(second, { size: located.length })
    files.set('data.json', json(page))

    expect((await importFile(here, token, await zipFiles(files))).json()).toEqual({ created: 1 })

    const [{ id }] = (await mine(token)) as [Memorial]
    const items = await here.db.selectFrom('archive_items').selectAll().where('memorial_id', '=', id).execute()
    const stored = await Promise.all(
      items
        .filter(({ kind }) => kind === 'photo')
        .map(async ({ media_id: media }) => {
          const file = await here.store.open(`${media}/${PICTURE_FILE}`)
          return file ? buffer(await file.read()) : Buffer.of()
        }),
    )
    expect(stored).toHaveLength(2)
    for (const bytes of stored) {
      expect(bytes.length).toBeGreaterThan(100)
      expect(bytes.includes('СЕКРЕТ')).toBe(false)
      expect(bytes.includes('SECRET')).toBe(false)
    }
  })
})

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}
