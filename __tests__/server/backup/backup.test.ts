import { readFile, rm, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { earlierFilesOf } from '@server/backup/earlier-files'
import { BackupError } from '@server/backup/format'
import { readBackup } from '@server/backup/read-backup'
import { migrationsOf } from '@server/db/migrate'
import { addToArchive, anAdvancedMemorial } from '@support/archives'
import { backUp, type BareInstallation, contentsOf, makeBareInstallation, restore } from '@support/backups'
import { startTestApp, type TestApp } from '@support/server-app'

let server: TestApp
let target: BareInstallation
const archive = (name: string) => path.join(server.dataDir, 'backups', name)
const scratch = () => archive('scratch')

beforeAll(async () => {
  server = await startTestApp()
  const { owner, memorial } = await anAdvancedMemorial(server)
  for (const kind of ['photo', 'audio', 'video'] as const) {
    await addToArchive(server, kind, { token: owner.token, memorialId: memorial.id })
  }
})
beforeEach(async () => {
  target = await makeBareInstallation()
})
afterEach(() => target.close())
afterAll(() => server.close())

it('restores the same rows and the same bytes', async () => {
  const made = await backUp(server, archive('whole.tar'), { secretKey: 'a key of thirty-two letters or more' })
  const before = await contentsOf(server)

  const restored = await restore(target, archive('whole.tar'))

  expect(await contentsOf(target)).toEqual(before)
  expect(made.files).toBeGreaterThan(3)
  expect(restored).toEqual({ ...made, secretKey: 'a key of thirty-two letters or more' })
})

it('gives new rows numbers that no row had before', async () => {
  const { memorial } = await anAdvancedMemorial(server)
  await server.db.deleteFrom('memorials').where('id', '=', memorial.id).execute()
  await backUp(server, archive('numbers.tar'))
  await restore(target, archive('numbers.tar'))

  const { id: userId } = await target.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const columns = { lastname: 'А', name: 'Б', lastname_key: 'а', name_key: 'б', surname_key: '' }
  const { id } = await target.db
    .insertInto('memorials')
    .values({
      ...columns,
      user_id: userId,
      public_status: false,
      swo_status: false,
      rate_check: false,
      is_advanced: false,
      media_storage_limit: 0,
      birth_precision: 'unknown',
      death_precision: 'unknown',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(id).toBeGreaterThan(memorial.id)
})

describe('refuses an archive', () => {
  const refused = async (name: string) => {
    await expect(readBackup(archive(name), scratch())).rejects.toThrow(BackupError)
    await expect(restore(target, archive(name))).rejects.toThrow(BackupError)
  }

  it.each([
    ['that was cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['whose end was cut off', (bytes: Buffer) => bytes.subarray(0, bytes.lastIndexOf('end.json'))],
    ['with a changed file', (bytes: Buffer) => changedAt(bytes, bytes.indexOf('files/') + 520)],
    ['that is none', () => Buffer.from('Помним')],
    ['that is empty', () => Buffer.alloc(0)],
  ])('%s, and leaves the database empty', async (_what, damage) => {
    await backUp(server, archive('good.tar'))
    await writeFile(archive('bad.tar'), damage(await readFile(archive('good.tar'))))
    await refused('bad.tar')

    // What a failed restore leaves is no hindrance.
    await restore(target, archive('good.tar'))
    expect(await contentsOf(target)).toEqual(await contentsOf(server))
  })

  it('that is not there', () => refused('none.tar'))

  it('of a newer release', async () => {
    await backUp(server, archive('good.tar'))
    const newest = (await migrationsOf(server.db)).done.at(-1) ?? ''
    const text = (await readFile(archive('good.tar'))).toString('latin1')
    await writeFile(archive('newer.tar'), text.replaceAll(newest, newest.replace(/^\d+/, '9999')), 'latin1')
    await expect(restore(target, archive('newer.tar'))).rejects.toThrow('written by a newer release')
  })

  it('where the database is used already', async () => {
    await backUp(server, archive('good.tar'))
    await restore(target, archive('good.tar'))
    await expect(restore(target, archive('good.tar'))).rejects.toThrow('is not empty')
    expect(await contentsOf(target)).toEqual(await contentsOf(server))
  })
})

describe('a second archive, after a first one', () => {
  it('holds only new files, and both together restore everything', async () => {
    const first = await backUp(server, archive('first.tar'))
    const { owner, memorial } = await anAdvancedMemorial(server)
    await addToArchive(server, 'audio', { token: owner.token, memorialId: memorial.id })

    const earlier = await earlierFilesOf(archive('first.tar'), scratch())
    const second = await backUp(server, archive('second.tar'), { earlier })
    const third = await backUp(server, archive('third.tar'), {
      earlier: await earlierFilesOf(archive('second.tar'), scratch()),
    })

    expect(second.files_elsewhere).toBe(first.files)
    expect(third).toMatchObject({ files: 0, files_elsewhere: first.files + second.files })
    await restore(target, archive('third.tar'))
    expect(await contentsOf(target)).toEqual(await contentsOf(server))
  })

  it('is refused without the first', async () => {
    await backUp(server, archive('first.tar'))
    await backUp(server, archive('second.tar'), { earlier: await earlierFilesOf(archive('first.tar'), scratch()) })
    await rm(archive('first.tar'))
    await expect(restore(target, archive('second.tar'))).rejects.toThrow('first.tar is not there')
  })
})

it('leaves nothing where it could not be written', async () => {
  const broken = { ...server.store, open: () => Promise.reject(new Error('the store is away')) }
  await expect(backUp(server, archive('broken.tar'), { store: broken })).rejects.toThrow('the store is away')
  for (const left of ['broken.tar', 'broken.tar.part', 'broken.tar.index']) {
    await expect(truncate(archive(left))).rejects.toThrow('ENOENT')
  }
})

function changedAt(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}
