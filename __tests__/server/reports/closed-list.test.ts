import { AFTER_DECISION_DAYS } from '@contract/retention'
import { doTheJobs } from '@support/jobs'
import { aReportedPage, CLOSING_REASON } from '@support/reports'
import { startTestApp, type TestApp } from '@support/server-app'
import { trashOf } from '@support/trash'

const DAY_MS = 24 * 3600 * 1000

let server: TestApp
let scene: Awaited<ReturnType<typeof aReportedPage>>

beforeAll(async () => {
  server = await startTestApp()
  await server.postman.stop()
})
afterAll(() => server.close())
beforeEach(async () => {
  scene = await aReportedPage(server)
})

it('lists a page that is closed for a report until it is opened, with what its keepers read', async () => {
  const { page, aReport, decide, reopen, closing } = scene
  const report = await aReport()
  expect(await closing()).toEqual([])
  const before = Date.now()
  await decide(report.id, 'close')
  const listed = await closing()
  expect(listed).toEqual([{ ...report, closed_at: expect.any(String) as string, closed_reason: CLOSING_REASON }])
  expect(report.memorial_name).toContain(page.lastname)
  expect(Date.parse(listed[0]?.closed_at ?? '')).toBeGreaterThanOrEqual(before - 1000)
  await reopen(report.id)
  expect(await closing()).toEqual([])
})

it('lists of two reports the one that opens the page, and none for what the operator closed', async () => {
  const { page, aReport, decide, closing } = scene
  const [first, second] = [await aReport(), await aReport()]
  await decide(first.id, 'close', 'Первая причина')
  await decide(second.id, 'close', 'Вторая причина')
  expect((await closing()).map(({ id, closed_reason: reason }) => [id, reason])).toEqual([
    [second.id, 'Вторая причина'],
  ])
  await server.db.updateTable('memorials').set({ closed_by_report: null }).where('id', '=', page.id).execute()
  expect(await closing()).toEqual([])
})

it('lists no page in the trash, and one that came back closed as before', async () => {
  const { page, owner, aClosing, closing } = scene
  const { id } = await aClosing()
  const { pages } = trashOf(server, owner.token)
  await pages.keep(page.id)
  expect(await closing()).toEqual([])
  await pages.restore(page.id)
  expect((await closing()).map((report) => report.id)).toEqual([id])
})

it('puts what was closed last first', async () => {
  const ids = [(await scene.aClosing()).id]
  for (const another of [await aReportedPage(server), await aReportedPage(server)]) {
    ids.unshift((await another.aClosing()).id)
  }
  const { result } = (await server.api({ url: '/reports/closed', token: scene.moderator.token })).json<{
    result: { id: number }[]
  }>()
  expect(result.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual(ids)
})

it('names nobody once the words and the e-mail are destroyed', async () => {
  const { aClosing, closing } = scene
  const { id } = await aClosing()
  const decided_at = new Date(Date.now() - AFTER_DECISION_DAYS * DAY_MS - 1000)
  await server.db.updateTable('reports').set({ decided_at }).where('id', '=', id).execute()
  await doTheJobs(server)
  expect(await closing()).toMatchObject([{ id, text: '', email: null, closed_reason: CLOSING_REASON }])
})
