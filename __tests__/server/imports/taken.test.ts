import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { ExportedPage } from '@contract/export'
import type { ImportTrial } from '@contract/import'
import { ARCHIVE_LIMIT_BYTES, STORAGE_STEP_BYTES } from '@contract/limits'
import type { Memorial } from '@contract/memorial'
import type { MemoryPage, WrittenMemory } from '@contract/memory'
import type { User } from '@contract/user'
import { expectRowsAndFilesToAgree } from '@support/agreement'
import { aFullPage, importFile, takeArchive, takenData, withData, withoutPlace, zipFiles } from '@support/taken-pages'
import { readZip } from '@support/read-zip'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { aWav, sendVoice } from '../memories/words'

let there: TestApp
let here: TestApp
let archive: Buffer

beforeAll(async () => {
  there = await startTestApp()
  here = await startTestApp()
  for (const server of [there, here]) await server.postman.stop()
  const { token } = await anOwner(there, { advanced: 1 })
  archive = await takeArchive(there, token, await aFullPage(there, token))
})
afterAll(async () => {
  await there.close()
  await here.close()
})

const mine = async (token: string) =>
  (await here.api({ url: '/memorial/my_memorials', token }))
    .json<{ result: Memorial[] }>()
    .result.sort((one, other) => one.id - other.id)

/** The sums of the files that a page consists of, without what is written or made anew. */
async function sumsOf(zip: Buffer) {
  const originals = [...(await readZip(zip))].filter(
    ([name]) => !/(?:html|css|json|ged|woff2|-poster\.jpg)$/.test(name),
  )
  return originals.map(([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')])
}

describe('a page that was taken home on another installation', () => {
  let token: string
  let page: Memorial

  beforeAll(async () => {
    ;({ token } = await anOwner(here, { advanced: 1 }))
    const answer = await importFile(here, token, archive)
    expect(answer.json()).toEqual({ created: 1 })
    expect(answer.statusCode).toBe(201)
    ;[page] = (await mine(token)) as [Memorial]
  })

  it('is found ready by a trial, which makes nothing', async () => {
    const { token: other } = await anOwner(here)
    const trial = await importFile(here, other, archive, { dryRun: true })
    expect(trial.json()).toMatchObject({ rows: 1, ready: 1, problems: [], warnings: [], public_pages: 0 })
    expect(await mine(other)).toEqual([])
  })

  it('comes back with everything, byte for byte: taken again it is the same archive', async () => {
    const again = await takeArchive(here, token, page.id)
    const before = takenData(await readZip(archive))
    expect(before.photos).toHaveLength(2)
    expect(before.words).toMatchObject([
      { text: 'Мы на крыльце.', photo: { file: 'words/001.jpg' } },
      { text: 'Помню.' },
      { reply: 'Приезжайте, испечём.' },
    ])
    expect(before.burial?.road).toMatchObject([{ file: 'road/001.jpg', line: 'От ворот налево' }])
    expect(before.portrait).toMatchObject({ rotate: 90, original: {} })

    const closed = { ...before, memorial: { ...before.memorial, public_status: false } }
    expect(withoutPlace(takenData(await readZip(again)))).toEqual(withoutPlace(closed))
    const sums = await sumsOf(again)
    expect(sums.length).toBe(9)
    expect(sums).toEqual(await sumsOf(archive))
  })

  it('is closed until its owner opens it, and its words are told to nobody', async () => {
    expect(page).toMatchObject({ public_status: false, role: 'owner', profile_rate: 'Продвинутый' })
    expect((await here.api({ url: `/memorial/${page.id}` })).statusCode).toBe(403)
    expect(await here.db.selectFrom('letters').selectAll().where('recipient', 'like', 'anna%').execute()).toEqual([])
  })

  it('costs the credit of its tariff, and its files count in its storage', async () => {
    const { advanced_memorials_left: left } = (await here.api({ url: '/users/me', token })).json<User>()
    expect(left).toBe(0)
    const items = await here.db
      .selectFrom('archive_items')
      .select('size_bytes')
      .where('memorial_id', '=', page.id)
      .execute()
    expect(page.used_storage_bytes).toBe(items.reduce((sum, { size_bytes: bytes }) => sum + bytes, 0))
    expect(page.media_storage_limit).toBe(ARCHIVE_LIMIT_BYTES)
  })
})

it('brings voices back with their text, which its index.html plays, also on a page without archives', async () => {
  const { token } = await anOwner(there)
  const { id } = await aStoredMemorial(there, token)
  const said = (await sendVoice(there, id, { voice: aWav(), token, author: 'Вера' })).json<WrittenMemory>()
  const payload = { voice_text: 'Пела «Рябину».' }
  await there.api({ method: 'PATCH', url: `/memories/update/${said.id}`, token, payload })
  const taken = await takeArchive(there, token, id)
  const files = await readZip(taken)
  const voice = { file: 'words/001-voice.wav', size: aWav().length, duration: 2, text: 'Пела «Рябину».' }
  expect(takenData(files).words).toMatchObject([{ author: 'Вера', text: '', voice }])
  expect(files.get('index.html')?.toString()).toContain('src="words/001-voice.wav" aria-label="Рассказ голосом: Вера"')

  const { token: owner } = await anOwner(here)
  expect((await importFile(here, owner, taken)).json()).toEqual({ created: 1 })
  const [page] = (await mine(owner)) as [Memorial]
  expect(page.used_storage_bytes).toBe(voice.size)
  const [back] = (await here.api({ url: `/memories/all?memorial_id=${page.id}`, token: owner })).json<MemoryPage>()
    .result
  expect(back).toMatchObject({ description: '', voice: { duration: 2, text: 'Пела «Рябину».' } })
  expect((await here.app.inject(back?.voice?.file_path ?? '')).rawPayload).toEqual(files.get(voice.file))
  await expectRowsAndFilesToAgree(here.db, here.dataDir, here.storedFiles)

  const silent = await withData(taken, (data) => ({ ...data, words: [{ ...data.words[0], voice: undefined }] }))
  expect((await importFile(here, owner, silent, { dryRun: true })).json()).toMatchObject({ ready: 0 })
})

it('brings all pages of an account back, with what they are to each other', async () => {
  const { token } = await anOwner(there)
  const [mother, son, friend] = [
    await aStoredMemorial(there, token, { name: 'Анна' }),
    await aStoredMemorial(there, token, { name: 'Борис' }, { withPhoto: true }),
    await aStoredMemorial(there, token, { name: 'Вера' }),
  ]
  const relate = (id: number, other: number, kind: string) =>
    there.api({ method: 'POST', url: `/memorial/${id}/relations`, token, payload: { memorial_id: other, kind } })
  await relate(son.id, mother.id, 'parent')
  await relate(friend.id, son.id, 'spouse')
  const all = await takeArchive(there, token, 'all')

  const { token: owner } = await anOwner(here)
  expect((await importFile(here, owner, all)).json()).toEqual({ created: 3 })

  const pages = await mine(owner)
  expect(pages.map(({ name }) => name)).toEqual(['Анна', 'Борис', 'Вера'])
  const relatives = async ({ id }: Memorial) =>
    (await here.api({ url: `/memorial/${id}/relations`, token: owner }))
      .json<{ result: { kind: string; memorial: Memorial }[] }>()
      .result.map(({ kind, memorial }) => `${kind} ${memorial.name}`)
  const [anna, boris, vera] = pages as [Memorial, Memorial, Memorial]
  expect(await relatives(anna)).toEqual(['child Борис'])
  expect(await relatives(boris)).toEqual(['parent Анна', 'spouse Вера'])
  expect(await relatives(vera)).toEqual(['spouse Борис'])
})

it('says of many pages which one is wrong, and makes none of them', async () => {
  const { token } = await anOwner(there)
  await aStoredMemorial(there, token, { name: 'Анна' })
  await aStoredMemorial(there, token, { name: 'Борис' })
  const files = await readZip(await takeArchive(there, token, 'all'))
  const key = [...files.keys()].find((name) => name.includes('Борис') && name.endsWith('data.json')) ?? ''
  const folder = key.replace('data.json', '')
  const data = takenData(files, folder)
  files.set(key, json({ ...data, memorial: { ...data.memorial, lastname: 'Smith' } }))

  const { token: owner } = await anOwner(here)
  const trial = (await importFile(here, owner, await zipFiles(files), { dryRun: true })).json<ImportTrial>()
  expect(trial).toMatchObject({ rows: 2, ready: 1, problems: [{ row: 2, field: 'lastname' }] })
  expect(trial.problems[0]?.msg).toContain('Борис')
  expect((await importFile(here, owner, await zipFiles(files))).statusCode).toBe(422)
  expect(await mine(owner)).toEqual([])
})

describe('what an account has for pages with archives', () => {
  it('must be a place for each', async () => {
    const { token, user } = await anOwner(here, { advanced: 1 })
    await here.db.updateTable('users').set({ max_memorials: 0 }).where('id', '=', user.id).execute()
    const answer = await importFile(here, token, archive)
    expect([answer.statusCode, await mine(token)]).toEqual([403, []])
  })

  it('must be the tariff', async () => {
    const { token } = await anOwner(here)
    const before = await here.storedFiles()
    const answer = await importFile(here, token, archive)
    expect([answer.statusCode, await mine(token)]).toEqual([403, []])
    expect(await here.storedFiles()).toEqual(before)
  })

  it('must be a gigabyte for files beyond the tariff, of which no more are read than they say', async () => {
    const { token, user } = await anOwner(here, { advanced: 1 })
    const bomb = await withFilm(ARCHIVE_LIMIT_BYTES + 1)
    const answer = await importFile(here, token, bomb)
    expect([answer.statusCode, await mine(token)]).toEqual([403, []])

    await here.db.updateTable('users').set({ bonus_gb_left: 1 }).where('id', '=', user.id).execute()
    // It is no film: it is read, and refused.
    expect((await importFile(here, token, bomb)).statusCode).toBe(422)
    const { bonus_gb_left: left } = (await here.api({ url: '/users/me', token })).json<User>()
    expect(left).toBe(1)
  })

  it('never holds a page with more than a page can have', async () => {
    const { token } = await anOwner(here, { advanced: 1, gigabytes: 5 })
    const page = takenData(await readZip(archive))
    const half = Math.ceil((ARCHIVE_LIMIT_BYTES + STORAGE_STEP_BYTES) / 2) + 1
    const film = { ...page.videos[0], size: half }
    const two = await withZeros({ ...page, photos: [], audios: [], portrait: null, burial: null, words: [] }, [
      { ...film, file: 'video/001.mp4' },
      { ...film, file: 'video/002.mp4' },
    ])
    const trial = await importFile(here, token, two, { dryRun: true })
    expect(trial.json()).toMatchObject({ ready: 0, problems: [{ row: 1, field: 'file' }] })
  })

  /** Zeros that say they are a film: a hundred times smaller in the archive. */
  async function withFilm(size: number): Promise<Buffer> {
    const page = takenData(await readZip(archive))
    return withZeros({ ...page, photos: [], audios: [], portrait: null, burial: null, words: [] }, [
      { ...page.videos[0], file: 'video/001.mp4', size },
    ])
  }

  async function withZeros(page: ExportedPage, videos: { file: string; size: number }[]): Promise<Buffer> {
    const made = new ZipFile()
    made.addBuffer(json({ ...page, videos }), 'data.json')
    for (const { file, size } of videos)
      made.addReadStreamLazy(file, { compressionLevel: 1 }, (done) => done(null, zeros(size)))
    made.end()
    return buffer(made.outputStream)
  }
})

function zeros(size: number): Readable {
  const piece = Buffer.alloc(1024 ** 2)
  function* pieces() {
    for (let left = size; left > 0; left -= piece.length) yield piece.subarray(0, Math.min(left, piece.length))
  }
  return Readable.from(pieces())
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}
