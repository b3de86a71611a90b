import { anArchiveItem, anAdvancedMemorial } from '@support/archives'
import { aLog } from '@support/kept-log'
import { startTestApp, type TestApp } from '@support/server-app'
import { aStoredMemorial } from '@support/test-memorials'

let server: TestApp
let owner: string
let memorialId: number

beforeAll(async () => {
  server = await startTestApp({}, { log: aLog().log })
})
afterAll(() => server.close())
beforeEach(async () => {
  const made = await anAdvancedMemorial(server)
  owner = made.owner.token
  memorialId = made.memorial.id
})
afterEach(() => jest.restoreAllMocks())

const remove = (token?: string, id = memorialId) =>
  server.api({ method: 'DELETE', url: `/memorial/delete/${id}/`, ...(token && { token }) })
const statuses = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode)
const deeds = () =>
  server.db
    .selectFrom('audit_log')
    .select(['event', 'actor_role', 'memorial_id'])
    .where('memorial_id', '=', memorialId)
    .execute()

it('answers before the store has given up the files, and they follow', async () => {
  for (const kind of ['audio', 'video'] as const) await anArchiveItem(server, kind, { token: owner, memorialId })
  const stored = await server.storedFiles()
  const removeFolder = server.store.removeFolder.bind(server.store)
  let letGo: () => void = () => undefined
  const slowness = new Promise<void>((resolve) => (letGo = resolve))
  jest.spyOn(server.store, 'removeFolder').mockImplementation(async (folder) => {
    await slowness
    await removeFolder(folder)
  })

  expect((await remove(owner)).statusCode).toBe(204)

  expect((await server.api({ url: `/memorial/${memorialId}` })).statusCode).toBe(404)
  expect(await server.filesInStore()).toEqual(stored)
  letGo()
  expect((await server.storedFiles()).size).toBe(stored.size - 2)
})

it('is a success again to whose first answer was lost, and to nobody else', async () => {
  const { token: another } = await server.signUp()
  expect((await remove(another)).statusCode).toBe(403)
  expect((await remove(owner)).statusCode).toBe(204)

  const repeated = await remove(owner)
  expect([repeated.statusCode, repeated.body]).toEqual([204, ''])

  expect((await remove(another)).statusCode).toBe(404)
  expect((await remove()).statusCode).toBe(401)
  expect((await remove(owner, 999_999)).statusCode).toBe(404)
  expect(await deeds()).toEqual([{ event: 'memorial_deleted', actor_role: 'owner', memorial_id: memorialId }])
})

it('is a success to both of two that come at once, and done once', async () => {
  expect(statuses(await Promise.all([remove(owner), remove(owner)]))).toEqual([204, 204])
  expect(await deeds()).toHaveLength(1)
})

it('is not written down when it does not come about', async () => {
  await server.db.schema
    .createTable('held')
    .addColumn('id', 'integer', (column) => column.references('memorials.id'))
    .execute()
  try {
    await server.db
      .insertInto('held' as 'media_removals')
      .values({ id: memorialId } as never)
      .execute()
    jest.spyOn(server.app.log, 'error').mockImplementation(() => undefined)

    expect((await remove(owner)).statusCode).toBe(500)
  } finally {
    await server.db.schema.dropTable('held').execute()
  }
  expect(await deeds()).toEqual([])
  expect(await aStoredMemorial(server, (await server.signUp()).token)).toHaveProperty('id')
})
