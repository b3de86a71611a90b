import { readFile, rm, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { copyRows, earlierFilesOf } from '@server/backup/write-backup'
import { BackupError } from '@server/backup/format'
import { readBackup } from '@server/backup/restore-backup'
import { migrate, migrationsOf } from '@server/db/migrate'
import { openDatabase } from '@server/db/open-database'
import { snapshotOn } from '@server/db/snapshot'
import { readConfig } from '@server/config'
import { createS3Store } from '@server/storage/s3-store'
import { createDiskStore } from '@server/storage/open-store'
import type { FileStore } from '@server/storage/file-store'
import { addToArchive, anAdvancedMemorial } from '@support/archives'
import { backUp, type BareInstallation, contentsOf, makeBareInstallation, restore } from '@support/backups'
import { startOwnS3 } from '@support/own-s3'
import { describeOnPostgres, isPostgresExpected } from '@support/postgres'
import { sharedPostgres, type SharedPostgres } from '@support/worker/shared-postgres'
import { startTestApp, type TestApp } from '@support/server-app'
import { until } from '@support/until'

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
  // Migrating takes a second, and opening an embedded one longer: `under-load` restores into one of those.
  target = await makeBareInstallation(
    isPostgresExpected() ? await (await sharedPostgres()).makeMigratedDatabase() : undefined,
  )
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
  // For each archive, a database is opened on a copy of the server's.
  beforeAll(() => backUp(server, archive('good.tar')))

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
    await writeFile(archive('bad.tar'), damage(await readFile(archive('good.tar'))))
    await refused('bad.tar')

    // What a failed restore leaves is no hindrance.
    await restore(target, archive('good.tar'))
    expect(await contentsOf(target)).toEqual(await contentsOf(server))
  })

  it('that is not there', () => refused('none.tar'))

  it('of a newer release', async () => {
    const newest = (await migrationsOf(server.db)).done.at(-1) ?? ''
    const text = (await readFile(archive('good.tar'))).toString('latin1')
    await writeFile(archive('newer.tar'), text.replaceAll(newest, newest.replace(/^\d+/, '9999')), 'latin1')
    await expect(restore(target, archive('newer.tar'))).rejects.toThrow('written by a newer release')
  })

  it('where the database is used already', async () => {
    await restore(target, archive('good.tar'))
    const again = { ...target, store: await anEmptyStore() }
    await expect(restore(again, archive('good.tar'))).rejects.toThrow('the database is not empty')
    expect(await contentsOf(target)).toEqual(await contentsOf(server))
  })

  it('where a single row was written, in whatever table', async () => {
    await migrate(target.db)
    await target.db.insertInto('register').values({ kind: 'account_erased', done_by: 'operator' }).execute()
    await expect(restore(target, archive('good.tar'))).rejects.toThrow('there are rows in register')
    expect(await target.db.selectFrom('register').select('kind').execute()).toHaveLength(1)
  })

  it.each([
    ['a table', 'create table orders (id integer)', 'select from orders', 'tables of another program (orders)'],
    ['a view', 'create view orders as select 1 as id', 'select from orders', 'tables of another program (orders)'],
    [
      'tables with our names',
      "insert into kysely_migration values ('0001-orders', '')",
      "select from kysely_migration, users where name = '0001-orders'",
      'made by another program or a newer release (0001-orders)',
    ],
  ])('where another program has %s', async (_what, made, stays, says) => {
    await migrate(target.db)
    await sql.raw(made).execute(target.db)
    await expect(restore(target, archive('good.tar'))).rejects.toThrow(says)
    await expect(copyRows(server.db, target.db, () => undefined)).rejects.toThrow(says)
    await sql.raw(stays).execute(target.db)
  })

  it('where the store has files of others', async () => {
    const file = path.join(target.folder, 'file')
    await writeFile(file, 'of others')
    await target.store.put('theirs/picture.jpg', file, 'image/jpeg')
    await expect(restore(target, archive('good.tar'))).rejects.toThrow('the file store is not empty')
    expect(await target.store.list('theirs')).toEqual(['picture.jpg'])
  })
})

it('leaves no file but those of the archive', async () => {
  await backUp(server, archive('whole.tar'))
  await restore(target, archive('whole.tar'))
  const kept = await target.db.selectFrom('media').select('id').execute()
  for (const { id } of kept) await target.store.removeFolder(id)
  expect(await target.store.isEmpty()).toBe(true)
})

describeOnPostgres(() => {
  let postgres: SharedPostgres

  beforeAll(async () => {
    postgres = await sharedPostgres()
  })

  it('brings the same rows and bytes onto PostgreSQL and an object store, and back', async () => {
    const s3 = await startOwnS3()
    const { s3: settings } = readConfig(s3.settings(s3.url))
    if (!settings) throw new Error('There is no object store')
    const other = await makeBareInstallation(await postgres.makeDatabase(), createS3Store(settings))
    await backUp(server, archive('there.tar'))
    const before = await contentsOf(server)

    await restore(other, archive('there.tar'))
    expect(await contentsOf(other)).toEqual(before)

    const snapshot = await snapshotOn(other.db)
    await backUp(server, archive('back.tar'), { snapshot, store: other.store })
    await snapshot.close()
    await restore(target, archive('back.tar'))
    expect(await contentsOf(target)).toEqual(before)
    await other.close()
    await s3.stop()
  })

  it('is refused while a server has the database open', async () => {
    const databaseUrl = await postgres.makeDatabase()
    const onPostgres = await makeBareInstallation(databaseUrl)
    const running = await openDatabase({ databaseUrl, dataDir: '' }, fail)
    await backUp(server, archive('good.tar'))
    await expect(restore(onPostgres, archive('good.tar'))).rejects.toThrow(/pomnim \d+ at .* uses the database/)

    await running.close()
    await until(async () => {
      const { rows } = await sql`select from pg_stat_activity where application_name ~ '^pomnim \\d'`.execute(
        onPostgres.db,
      )
      return rows.length === 0
    })
    await restore(onPostgres, archive('good.tar'))
    expect(await contentsOf(onPostgres)).toEqual(await contentsOf(server))
    await onPostgres.close()
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

it('restores nothing where the store did not take a file, and tells why', async () => {
  await backUp(server, archive('whole.tar'))
  let taken = 0
  const failing: FileStore = {
    ...target.store,
    put: (...file) => (++taken === 4 ? Promise.reject(new Error('the store is away')) : target.store.put(...file)),
  }
  await expect(restore({ ...target, store: failing }, archive('whole.tar'))).rejects.toThrow('the store is away')
  expect(await target.db.selectFrom('media').select('id').execute()).toEqual([])

  await restore(target, archive('whole.tar'))
  expect(await contentsOf(target)).toEqual(await contentsOf(server))
})

async function anEmptyStore(): Promise<FileStore> {
  return createDiskStore(path.join(target.folder, 'empty'))
}

function fail(error: Error): void {
  throw error
}

function changedAt(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}
