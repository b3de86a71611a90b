import { CONSENT_VERSION } from '@contract/consent'
import { expectRowsAndFilesToAgree } from '@support/agreement'
import { doTheJobs } from '@support/jobs'
import { aLog } from '@support/recorded-log'
import { describeOnPostgres } from '@support/postgres'
import { sharedPostgres, type SharedPostgres } from '@support/worker/shared-postgres'
import {
  KEEPERS_WORDS,
  RARE,
  ROOM_FOR_RARE_WORDS,
  TABLES_WITH_RARE_WORDS,
  TRACES,
  writeEverywhere,
} from '@support/rare-words'
import { createSecurityLog } from '@server/lib/security-log'
import { removeOldOutboxFiles } from '@server/mail/transport'
import { insertConsent } from '@server/modules/accounts/user-repository'
import { listHistory } from '@server/modules/history/revisions'
import { createOperatorAccounts } from '@server/modules/operator/accounts-service'
import { startTestApp, TEST_PASSWORD, type TestApp } from '@support/server-app'
import { filesWith, tablesWith } from '@support/traces'
import { peopleOf, type Person } from './someone'

const [OF_EMAILS, NAME] = TRACES

const DAY_MS = 24 * 3_600_000

let server: TestApp
const { log, written } = aLog()
const { daysPass, leave, tokenFor } = peopleOf(() => server)

async function somebodyEverywhere(): Promise<Person> {
  const { token, approved } = await writeEverywhere({
    password: TEST_PASSWORD,
    send: (request) => server.api(request),
    signUp: async (email) => (await server.signUp({ email })).token,
    tokenFor,
  })
  // As the job does once the time is over.
  await server.db.updateTable('memories').set({ author_email: null }).where('id', '=', approved).execute()
  expect(await tablesWith(server, OF_EMAILS)).toEqual(expect.arrayContaining(TABLES_WITH_RARE_WORDS.emails))
  expect(await tablesWith(server, NAME)).toEqual(expect.arrayContaining(TABLES_WITH_RARE_WORDS.name))
  expect((await historyOfAll()).map(({ who }) => who)).toEqual([RARE.name, RARE.name, RARE.name])
  const user = await server.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', RARE.newEmail)
    .executeTakeFirstOrThrow()
  const consent = {
    version: CONSENT_VERSION,
    address: '198.51.100.7',
    accepted: { agreement: RARE.name, policy: RARE.name },
  }
  await insertConsent(server.db, { user_id: user.id }, consent)
  await insertConsent(server.db, { memory_id: approved }, consent)
  return { token, user }
}

/** Revisions are stored so that no search finds their words: each is read. */
async function historyOfAll() {
  const pages = await server.db.selectFrom('memorials').select('id').execute()
  const each = pages.map(({ id }) => listHistory(server.db, id, { offset: 0, limit: 100 }))
  return (await Promise.all(each)).flatMap(({ result }) => result)
}

async function expectNoTrace(): Promise<void> {
  expect(await historyOfAll()).toMatchObject([{ who: 'Бывший хранитель', after: KEEPERS_WORDS }])
  const revisions = server.db.selectFrom('revisions').select('user_id')
  expect(await revisions.execute()).toEqual([{ user_id: null }])

  for (const trace of TRACES) {
    expect([trace, await tablesWith(server, trace)]).toEqual([trace, []])
    expect([trace, await filesWith(server, trace)]).toEqual([trace, []])
    expect(written()).not.toContain(trace)
  }
  expect(await server.db.selectFrom('consents').selectAll().execute()).toEqual([])
  await server.removals.settled()
  await expectRowsAndFilesToAgree(server.db, server.dataDir, server.storedFiles)
  const { left } = await server.db
    .selectFrom('memorials')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .executeTakeFirstOrThrow()
  // Those of others, and the one that was handed over.
  expect(left).toBe(4)
}

const operator = () =>
  createOperatorAccounts({ ...server, securityLog: createSecurityLog({ log: aLog().log, secretKey: 'test' }) })

function leavesNothing(): void {
  it('leaves no trace of whoever did not return, wherever they wrote', async () => {
    const person = await somebodyEverywhere()
    await server.postman.deliverDue()
    await leave(person)
    await daysPass(person, 14.1)
    // No letter lies there for so long.
    await removeOldOutboxFiles(server.dataDir, Date.now() + 14.1 * DAY_MS)
    await doTheJobs(server)
    await expectNoTrace()
  })
}

function isErasedAtOnce(): void {
  it('leaves no trace when the operator destroys it at once', async () => {
    await somebodyEverywhere()
    await server.postman.deliverDue()
    await operator().erase(RARE.newEmail)
    await expectNoTrace()
  })
}

for (const define of [leavesNothing, isErasedAtOnce]) {
  describe('on the embedded database', () => {
    beforeAll(async () => {
      server = await startTestApp(ROOM_FOR_RARE_WORDS, { log })
    })
    afterAll(() => server.close())
    define()
  })

  describeOnPostgres(() => {
    let postgres: SharedPostgres
    beforeAll(async () => {
      postgres = await sharedPostgres()
      server = await startTestApp({ ...ROOM_FOR_RARE_WORDS, DATABASE_URL: await postgres.makeDatabase() }, { log })
    })
    afterAll(async () => {
      await server.close()
    })
    define()
  })
}
