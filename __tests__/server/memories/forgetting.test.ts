import { doTheJobs } from '@support/jobs'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

const HOUR_MS = 3_600_000
const THIRTY_DAYS_MS = 30 * 24 * HOUR_MS

let server: TestApp
let memorialId: number

beforeAll(async () => {
  server = await startTestApp()
  memorialId = (await aStoredMemorial(server, (await anOwner(server)).token)).id
})
afterAll(() => server.close())
beforeEach(() => server.db.deleteFrom('memories').execute())

/** A memory of that age, decided at once unless it is pending. */
async function remember(author: string, status: 'pending' | 'approved' | 'rejected', agoMs: number): Promise<void> {
  const then = new Date(Date.now() - agoMs)
  await server.db
    .insertInto('memories')
    .values({
      memorials_id: memorialId,
      author,
      author_email: 'olga@example.org',
      description: 'Помню.',
      status,
      created_at: then,
      undecided_since: then,
      decided_at: status === 'pending' ? null : then,
    })
    .execute()
}

const left = () => server.db.selectFrom('memories').select(['author', 'author_email']).orderBy('id').execute()

it('destroys rejected words thirty days after the decision, and not before; approved ones and waiting ones stay', async () => {
  await remember('отклонена давно', 'rejected', THIRTY_DAYS_MS + HOUR_MS)
  await remember('отклонена', 'rejected', THIRTY_DAYS_MS - HOUR_MS)
  await remember('одобрена давно', 'approved', THIRTY_DAYS_MS + HOUR_MS)
  await remember('ждёт давно', 'pending', THIRTY_DAYS_MS + HOUR_MS)

  await doTheJobs(server)

  expect((await left()).map(({ author }) => author)).toEqual(['отклонена', 'одобрена давно', 'ждёт давно'])
})

it('counts the thirty days from the decision, however long the words had waited', async () => {
  await remember('ждала год', 'rejected', 12 * THIRTY_DAYS_MS)
  await server.db.updateTable('memories').set({ decided_at: new Date() }).execute()
  await doTheJobs(server)
  expect(await left()).toEqual([{ author: 'ждала год', author_email: 'olga@example.org' }])
})

it('forgets the address of an author thirty days after the decision, and not while one is to be told', async () => {
  await remember('одобрена давно', 'approved', THIRTY_DAYS_MS + HOUR_MS)
  await remember('одобрена', 'approved', THIRTY_DAYS_MS - HOUR_MS)
  await remember('ждёт давно', 'pending', THIRTY_DAYS_MS + HOUR_MS)

  await doTheJobs(server)

  expect(await left()).toEqual([
    { author: 'одобрена давно', author_email: null },
    { author: 'одобрена', author_email: 'olga@example.org' },
    { author: 'ждёт давно', author_email: 'olga@example.org' },
  ])
})

it('destroys words that nobody has decided on for 180 days, with the address in them, and not before', async () => {
  await remember('ждёт слишком давно', 'pending', 180 * 24 * HOUR_MS + HOUR_MS)
  await remember('ждёт', 'pending', 180 * 24 * HOUR_MS - HOUR_MS)
  await remember('одобрена', 'approved', 181 * 24 * HOUR_MS)

  await doTheJobs(server)

  expect((await left()).map(({ author }) => author)).toEqual(['ждёт', 'одобрена'])
})
