import { sql } from 'kysely'
import { anArchiveItem, anAdvancedMemorial } from '@support/archives'
import { doTheJobs } from '@support/jobs'
import { aLog } from '@support/recorded-log'
import { startTestApp, type TestApp } from '@support/server-app'
import { ageDestroyed } from '@support/trash'

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

it('is destroyed three days later, and its files follow though the store is slow', async () => {
  for (const kind of ['audio', 'video'] as const) await anArchiveItem(server, kind, { token: owner, memorialId })
  const stored = await server.storedFiles()
  expect((await remove(owner)).statusCode).toBe(204)
  expect((await server.api({ url: `/memorial/${memorialId}` })).statusCode).toBe(404)
  await doTheJobs(server)
  expect(await server.storedFiles()).toEqual(stored)
  const removeFolder = server.store.removeFolder.bind(server.store)
  let letGo: () => void = () => undefined
  const slowness = new Promise<void>((resolve) => (letGo = resolve))
  jest.spyOn(server.store, 'removeFolder').mockImplementation(async (folder) => {
    await slowness
    await removeFolder(folder)
  })

  await ageDestroyed(server, 73)
  const told = await doTheJobs(server)

  expect(told).toContainEqual(['memorial_deleted', { memorial: memorialId, kind: 'trash' }])
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
  const refuse = sql`alter table letters add constraint no_letters check (attempts > 0) not valid`
  await refuse.execute(server.db)
  try {
    jest.spyOn(server.app.log, 'error').mockImplementation(() => undefined)
    expect((await remove(owner)).statusCode).toBe(500)
  } finally {
    await sql`alter table letters drop constraint no_letters`.execute(server.db)
  }
  expect(await deeds()).toEqual([])
  expect((await server.api({ url: `/memorial/${memorialId}`, token: owner })).statusCode).toBe(200)
})
