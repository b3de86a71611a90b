import { sql } from 'kysely'
import { createPostman } from '@server/mail/postman'
import { claimDueLetter } from '@server/mail/queue'
import { createMailTransport } from '@server/mail/transport'
import { aLog } from '@support/recorded-log'
import { startTestApp, type TestApp } from '@support/server-app'
import { personAt } from '../auth/person'
import { type MailServer, startMailServer } from '@support/mail-server'

const PROCESSES = 4

let mailServer: MailServer
let server: TestApp

beforeAll(async () => {
  mailServer = await startMailServer()
  server = await startTestApp({ SMTP_URL: mailServer.url }, { log: aLog().log })
})
afterAll(async () => {
  await server.close()
  await mailServer.goAway()
})
beforeEach(async () => {
  await server.db.deleteFrom('letters').execute()
  ;[mailServer.received, mailServer.nextLetters] = [[], 'taken']
})

/** The state of the letters in the queue, oldest first. */
const queue = () =>
  server.db.selectFrom('letters').select(['id', 'recipient', 'attempts', 'sent_at']).orderBy('id').execute()

/** The delivered letters, by their ids in the queue. */
const arrived = () =>
  mailServer.received
    .map(({ message }) => Number(/^Message-ID: <\d+\.(\d+)@/m.exec(message)?.[1]))
    .sort((one, other) => one - other)

/** Resolves after the first attempt to send the newest letter. */
const firstAttempt = () => server.postman.deliverDue()

const anHourPasses = () => sql`update letters set due_at = due_at - interval '1 hour'`.execute(server.db)

/** Several processes read the queue at the same time, as they do twice a minute. */
async function allProcessesDeliver(): Promise<void> {
  const postmen = Array.from({ length: PROCESSES }, () => {
    const log = { error: () => undefined }
    return createPostman({ db: server.db, transport: createMailTransport(server.config), log })
  })
  await Promise.all(postmen.map((postman) => postman.deliverDue()))
}

it('brings each letter asked for while the mail server was away once, when it is back', async () => {
  await mailServer.goAway()
  const person = personAt(server, '10.9.1.1')

  const registered = await person.register('patient@example.org')
  const recovered = await person.post('/auth/forgot-password', { email: 'patient@example.org' })
  await firstAttempt()

  expect([registered.statusCode, recovered.statusCode]).toEqual([201, 202])
  const letters = await queue()
  const waiting = { recipient: 'patient@example.org', attempts: 1, sent_at: null }
  expect(letters).toEqual([expect.objectContaining(waiting), expect.objectContaining(waiting)])

  await mailServer.comeBack()
  await anHourPasses()
  await allProcessesDeliver()
  expect(arrived()).toEqual(letters.map(({ id }) => id))
  expect(mailServer.received.map(({ recipients }) => recipients)).toEqual([[waiting.recipient], [waiting.recipient]])

  await anHourPasses()
  await allProcessesDeliver()
  expect(arrived()).toHaveLength(2)
})

it.each([
  ['that the mail server put off', 'put off', '10.9.1.2'],
  ['with which the mail server died', 'lost', '10.9.1.3'],
] as const)('brings a letter %s once, when it takes letters again', async (_which, fate, address) => {
  await mailServer.comeBack()
  mailServer.nextLetters = fate
  await personAt(server, address).register(`${address}@example.org`)
  await firstAttempt()
  expect(await queue()).toMatchObject([{ attempts: 1, sent_at: null }])
  expect(arrived()).toEqual([])

  mailServer.nextLetters = 'taken'
  await mailServer.comeBack()
  await anHourPasses()
  await allProcessesDeliver()
  await anHourPasses()
  await allProcessesDeliver()

  expect(arrived()).toEqual((await queue()).map(({ id }) => id))
})

it('brings a letter whose process died with it in hand once, after a while', async () => {
  await mailServer.goAway()
  await personAt(server, '10.9.1.4').register('orphan@example.org')
  await firstAttempt()
  await mailServer.comeBack()
  await anHourPasses()
  expect(await claimDueLetter(server.db, 1000)).toMatchObject({ recipient: 'orphan@example.org' })

  await allProcessesDeliver()
  expect(arrived()).toEqual([])

  await anHourPasses()
  await allProcessesDeliver()
  await anHourPasses()
  await allProcessesDeliver()
  expect(arrived()).toEqual((await queue()).map(({ id }) => id))
})
