import { createPostman } from '@server/mail/postman'
import { createMailTransport } from '@server/mail/transport'
import { aLog } from '@support/recorded-log'
import { startTestApp, type TestApp } from '@support/server-app'
import { type MailServer, startMailServer } from '@support/mail-server'
import { write } from './waiting-letter'

const RECIPIENT = 'Zoya.Ivanovna@post.example.org'
/** Everything that identifies a person. */
const ZOYA = /zoya|ivanovna|post\.example/i
const SMTP_PASSWORD = 'tainoe-slovo'

let server: TestApp
let mailServer: MailServer
const { log, written, lines, clear } = aLog()

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.deleteFrom('letters').execute()
  clear()
})
afterEach(() => mailServer.goAway())

async function tryToDeliver(smtpUrl = mailServer.url): Promise<void> {
  await write(server, RECIPIENT)
  await createPostman({
    db: server.db,
    transport: createMailTransport({ ...server.config, smtpUrl }),
    log,
  }).deliverDue()
}

it.each([
  ['by the address', (recipient: string) => `550 5.1.1 <${recipient}>: Recipient address rejected`],
  ['by the name alone', (recipient: string) => `550 5.1.1 no such user ${recipient.split('@')[0]} here`],
  ['in another spelling', (recipient: string) => `550 5.1.1 user=${recipient.toLowerCase().replace('@', ' at ')}`],
  [
    'as an address within another',
    (recipient: string) => `550 5.1.1 <bounce+${recipient.replace('@', '=')}@x.example>`,
  ],
])('does not name whom a mail server refuses %s, but tells its code', async (_how, refusal) => {
  mailServer = await startMailServer()
  mailServer.refusal = refusal

  await tryToDeliver()

  expect(written()).not.toMatch(ZOYA)
  expect(lines()).toEqual([
    expect.objectContaining({
      msg: 'letter refused for good',
      letter: expect.any(Number) as number,
      err: expect.objectContaining({
        message: "Can't send mail - all recipients were rejected: 550 5.1.1",
        responseCode: 550,
        command: 'RCPT TO',
      }) as object,
    }),
  ])
})

it('names nobody when a mail server is away', async () => {
  mailServer = await startMailServer()
  await mailServer.goAway()
  await tryToDeliver()
  expect(written()).toContain('ECONNREFUSED')
  expect(written()).not.toMatch(ZOYA)
})

it('keeps the password of SMTP_URL to itself, even where the mail server repeats it', async () => {
  mailServer = await startMailServer({
    onAuth: ({ username, password }, _session, answer) => answer(new Error(`No ${username} with ${password}`)),
  })

  await tryToDeliver(mailServer.url.replace('smtp://', `smtp://sender:${SMTP_PASSWORD}@`))

  expect(lines()).toEqual([expect.objectContaining({ msg: 'letter postponed' })])
  expect(written()).toContain('Invalid login: 535')
  expect(written()).not.toContain(SMTP_PASSWORD)
  expect(written()).not.toMatch(ZOYA)
})
