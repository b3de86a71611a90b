import { standingJobs } from '@server/jobs/jobs'
import { createPostman } from '@server/mail/postman'
import { uploadsFolder } from '@server/media/uploads-folder'
import { startTestApp, type TestApp } from '@support/server-app'

const DAY_MS = 24 * 3600 * 1000

let server: TestApp

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

it('clears what is over, and nothing else', async () => {
  const { user, token } = await server.signUp()
  const soon = new Date(Date.now() + DAY_MS)
  const bytes = (text: string) => Buffer.from(text)
  await server.db
    .insertInto('sessions')
    .values({ token_hash: bytes('over'), user_id: user.id, expires_at: new Date(Date.now() - 1000) })
    .execute()
  await server.db.deleteFrom('email_tokens').execute()
  const link = { user_id: user.id, purpose: 'verify' as const }
  await server.db
    .insertInto('email_tokens')
    .values([
      { ...link, token_hash: bytes('long over'), expires_at: new Date(Date.now() - 31 * DAY_MS) },
      { ...link, token_hash: bytes('just over'), expires_at: new Date(Date.now() - DAY_MS) },
      { ...link, token_hash: bytes('good'), expires_at: soon },
    ])
    .execute()

  const postman = createPostman({
    db: server.db,
    transport: { send: () => Promise.resolve() },
    log: { error: () => undefined },
  })
  const { db, removals, dataDir } = server
  const jobs = standingJobs({ db, postman, removals, temporaryFolder: uploadsFolder(dataDir) })
  for (const job of jobs) await job.run()

  const left = async (table: 'sessions' | 'email_tokens') =>
    (await server.db.selectFrom(table).select('token_hash').execute()).map(({ token_hash: hash }) => hash.toString())
  expect(await left('sessions')).not.toContain('over')
  expect((await left('email_tokens')).sort()).toEqual(['good', 'just over'])
  expect((await server.api({ url: '/users/me', token })).statusCode).toBe(200)
})
