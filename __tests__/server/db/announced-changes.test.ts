import type { Memorial } from '@contract/memorial'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '@server/db/schema'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

const LISTS = 'memorials'
/** With PostgreSQL every connection tells of a change, and those that did not make it may do so a little later. */
const LAST_TOLD_MS = 200

let server: TestApp
let open: Memorial
let closed: Memorial
let announced: string[] = []

beforeAll(async () => {
  server = await startTestApp()
  const { token } = await anOwner(server)
  open = await aStoredMemorial(server, token, { public_status: 'true' })
  closed = await aStoredMemorial(server, token, { public_status: 'false' })
  server.changes.follow({
    open: () => undefined,
    drop: (tag) => announced.push(tag),
  })
})
afterAll(() => server.close())
beforeEach(forget)

async function forget(): Promise<void> {
  await pause(LAST_TOLD_MS)
  announced = []
}

/** A change over several connections is announced over each. */
const heard = () => [...new Set(announced)].sort()
const tag = ({ id }: Memorial) => `memorial:${id}`
const update = (memorial: Memorial, change: object) =>
  server.db.updateTable('memorials').set(change).where('id', '=', memorial.id).execute()

it('tells of a change before the one who made it goes on', async () => {
  await update(open, { biography: 'Новая строка.' })
  expect(heard()).toEqual([tag(open), LISTS])
})

it('tells of a page that closes, and of one that opens, to the lists too', async () => {
  await update(open, { public_status: false })
  expect(heard()).toEqual([tag(open), LISTS])
  await forget()
  await update(open, { public_status: true })
  expect(heard()).toEqual([tag(open), LISTS])
})

it('does not trouble the lists with a page that is closed and stays so', async () => {
  await update(closed, { biography: 'Новая строка.' })
  expect(heard()).toEqual([tag(closed)])
})

it('says nothing of the bytes that files take up, nor of a change that changes nothing', async () => {
  await update(open, { used_storage_bytes: 5 })
  await update(open, { name: open.name })
  expect(heard()).toEqual([])
})

type Change = (db: Db, memorialId: number) => Promise<unknown>

it.each<[string, Change]>([
  ['a burial', (db, id) => db.insertInto('burials').values({ memorial_id: id, burial_address: 'Тверь' }).execute()],
  [
    'a changed burial',
    (db, id) => db.updateTable('burials').set({ burial_address: 'Омск' }).where('memorial_id', '=', id).execute(),
  ],
  ['a burial that is gone', (db, id) => db.deleteFrom('burials').where('memorial_id', '=', id).execute()],
])('tells of %s, and the lists too, which are searched by place', async (_what, change) => {
  await change(server.db, open.id)
  expect(heard()).toEqual([tag(open), LISTS])
})

it.each<[string, Change]>([
  [
    'a memory',
    (db, id) =>
      sql`insert into memories (memorials_id, author, description, status) values (${id}, 'А', 'Б', 'approved')`.execute(
        db,
      ),
  ],
  ['a file', (db, id) => db.insertInto('media').values({ id: 'a-file', memorial_id: id }).execute()],
  [
    'an archive item',
    (db, id) =>
      sql`insert into archive_items (memorial_id, kind, media_id, file_name, size_bytes) values (${id}, 'photo', 'a-file', 'f', 1)`.execute(
        db,
      ),
  ],
])('tells of %s', async (_what, change) => {
  await change(server.db, open.id)
  expect(heard()).toEqual([tag(open)])
})

it('tells of a transaction when it is committed, and of none that is not', async () => {
  await server.db.transaction().execute(async (tx) => {
    await tx.updateTable('memorials').set({ name: 'Анна' }).where('id', '=', open.id).execute()
    expect(heard()).toEqual([])
  })
  expect(heard()).toEqual([tag(open), LISTS])

  await forget()
  const undone = server.db.transaction().execute(async (tx) => {
    await tx.updateTable('memorials').set({ name: 'Мария' }).where('id', '=', open.id).execute()
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  expect(heard()).toEqual([])
})

it('tells of a transaction that took back a part of itself no earlier than of others', async () => {
  const tx = await server.db.startTransaction().execute()
  const part = await tx.savepoint('part').execute()
  await part.updateTable('memorials').set({ name: 'Мария' }).where('id', '=', closed.id).execute()
  const rest = await part.rollbackToSavepoint('part').execute()
  await rest.updateTable('memorials').set({ name: 'Дарья' }).where('id', '=', open.id).execute()
  expect(heard()).toEqual([])
  await rest.commit().execute()
  expect(heard()).toEqual([tag(open), LISTS])
})

it('tells of a new page and of one that is deleted', async () => {
  const { token } = await anOwner(server)
  const made = await aStoredMemorial(server, token, { public_status: 'true' })
  expect(heard()).toEqual([tag(made), LISTS])
  await forget()
  await server.api({ method: 'DELETE', url: `/memorial/delete/${made.id}`, token })
  expect(heard()).toEqual([tag(made), LISTS])
})
