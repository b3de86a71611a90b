import { CONSENT_VERSION } from '@contract/consent'
import { doTheJobs } from '@support/jobs'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { decide, leaveWords } from './words'

const ADDRESS = '203.0.113.9'
const DAY_MS = 24 * 3_600_000

let server: TestApp
let owner: string
let memorialId: number

beforeAll(async () => {
  server = await startTestApp()
  owner = (await anOwner(server)).token
  memorialId = (await aStoredMemorial(server, owner)).id
})
afterAll(() => server.close())

const wordsWith = (fields: object) => leaveWords(server, memorialId, { from: ADDRESS, ...fields })
const wordsWithConsent = async () => (await wordsWith({ consent_version: CONSENT_VERSION })).json<{ id: number }>().id
const consents = (memoryId: number) =>
  server.db.selectFrom('consents').selectAll().where('memory_id', '=', memoryId).execute()
const decidedDaysAgo = (id: number, days: number) =>
  server.db
    .updateTable('memories')
    .set({ decided_at: new Date(Date.now() - days * DAY_MS) })
    .where('id', '=', id)
    .execute()

it('keeps the consent that a guest gave with their words: to what, when and from where, and the other texts in force', async () => {
  const before = Date.now()
  const id = await wordsWithConsent()

  expect(await consents(id)).toEqual([
    expect.objectContaining({
      ...{ user_id: null, version: CONSENT_VERSION, address: ADDRESS },
      ...{ agreement_edition: '2026-11-26', policy_edition: '2026-11-30' },
    }),
  ])
  const [{ given_at: given } = { given_at: new Date(0) }] = await consents(id)
  expect(Math.abs(given.getTime() - before)).toBeLessThan(60_000)
})

it('records none where none was given', async () => {
  const { id } = (await wordsWith({})).json<{ id: number }>()
  expect(await consents(id)).toEqual([])
})

it.each(['1999-01-01', '', null, 7, ['2025-06-18']])('knows no edition %p', async (edition) => {
  const response = await wordsWith({ consent_version: edition })
  expect(response.statusCode).toBe(422)
  expect(response.json<{ detail: object[] }>().detail[0]).toMatchObject({ loc: ['body', 'consent_version'] })
})

it('keeps a consent as long as the words, and no longer', async () => {
  const [shown, deleted] = [await wordsWithConsent(), await wordsWithConsent()]
  await decide(server, shown, 'approved', owner)
  await server.api({ method: 'DELETE', url: `/memories/delete/${deleted}`, token: owner })
  await decidedDaysAgo(shown, 400)
  await doTheJobs(server)
  expect([await consents(shown), await consents(deleted)]).toEqual([[expect.anything()], []])
})

it('forgets where a consent came from when it forgets the author, and not before', async () => {
  const [old, recent, undecided] = [await wordsWithConsent(), await wordsWithConsent(), await wordsWithConsent()]
  for (const id of [old, recent]) await decide(server, id, 'approved', owner)
  await decidedDaysAgo(old, 30.1)
  await decidedDaysAgo(recent, 29.9)

  await doTheJobs(server)

  const addresses = await Promise.all([old, recent, undecided].map(async (id) => (await consents(id))[0]?.address))
  expect(addresses).toEqual(['forgotten', ADDRESS, ADDRESS])
  expect((await consents(old))[0]).toMatchObject({ version: CONSENT_VERSION, given_at: expect.any(Date) as Date })
})

it('keeps the consent of an account as it was', async () => {
  await server.api({
    method: 'POST',
    url: '/auth/register',
    payload: { email: 'zoya@example.org', password: 'Ryabina-1938', consent_version: CONSENT_VERSION },
    remoteAddress: ADDRESS,
  })
  await doTheJobs(server)
  const kept = await server.db.selectFrom('consents').select('address').where('user_id', 'is not', null).execute()
  expect(kept).toEqual([{ address: ADDRESS }])
})
