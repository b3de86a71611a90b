import { aNewAddress } from '@support/access-requests'
import { doTheJobs } from '@support/jobs'
import { aReportedPage } from '@support/reports'
import { startTestApp, type TestApp } from '@support/server-app'

const DAY_MS = 24 * 3600 * 1000

let server: TestApp
let scene: Awaited<ReturnType<typeof aReportedPage>>

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  scene = await aReportedPage(server)
})

const daysAgo = (days: number, ms = 0) => new Date(Date.now() - days * DAY_MS + ms)
const age = (id: number, values: { created_at?: Date; decided_at?: Date }) =>
  // `created_at` is never changed by the program.
  server.db
    .updateTable('reports')
    .set(values as object)
    .where('id', '=', id)
    .execute()
const left = async () => {
  const rows = await server.db.selectFrom('reports').select('id').where('memorial_id', '=', scene.page.id).execute()
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

it('destroys what waits after 180 days', async () => {
  const { aReport } = scene
  const [old, waiting] = [await aReport(), await aReport()]
  await age(old.id, { created_at: daysAgo(180, -1000) })
  await age(waiting.id, { created_at: daysAgo(180, 60_000) })
  await doTheJobs(server)
  expect(await left()).toEqual([waiting.id])
})

it('destroys what was decided 30 days after the decision', async () => {
  const { aReport, aClosing, decide, reopen } = scene
  const [old, dismissed] = [await aReport(), await aReport()]
  for (const { id } of [old, dismissed]) await decide(id, 'dismiss')
  const opened = await aClosing()
  await reopen(opened.id)
  for (const { id } of [old, opened]) await age(id, { decided_at: daysAgo(30, -1000) })
  await age(dismissed.id, { decided_at: daysAgo(30, 60_000), created_at: daysAgo(100) })
  await doTheJobs(server)
  expect(await left()).toEqual([dismissed.id])
})

it('keeps of a report for which a page is still closed what opens it, and no more', async () => {
  const { aReport, decide, reopen, read, stored } = scene
  const [replaced, closing] = [await aReport(), await aReport({ consent_version: undefined })]
  for (const { id } of [replaced, closing]) await decide(id, 'close')
  for (const { id } of [replaced, closing]) await age(id, { decided_at: daysAgo(30, -1000) })
  await doTheJobs(server)
  expect(await left()).toEqual([closing.id])
  expect(await stored(closing.id)).toMatchObject({
    ...{ status: 'closed', reason: 'private' },
    ...{ text: '', email: null, consent_version: null },
  })
  expect(await read()).toBe(403)
  expect((await reopen(closing.id)).statusCode).toBe(200)
  expect(await read()).toBe(200)
  await doTheJobs(server)
  expect(await left()).toEqual([])
})

it('keeps the words and the e-mail until then', async () => {
  const { aClosing, stored } = scene
  const { id, email } = await aClosing()
  await age(id, { decided_at: daysAgo(30, 60_000) })
  await doTheJobs(server)
  expect(await stored(id)).toMatchObject({ text: 'Там наш адрес.', email })
})

it('destroys at once what is about no page', async () => {
  const { report } = scene
  await report({}, aNewAddress(), 2_000_000_000)
  const nobodys = () => server.db.selectFrom('reports').select('id').where('memorial_id', 'is', null).execute()
  expect(await nobodys()).toHaveLength(1)
  await doTheJobs(server)
  expect(await nobodys()).toEqual([])
})
