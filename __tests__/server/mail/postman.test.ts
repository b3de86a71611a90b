import { sql } from 'kysely'
import { createPostman, type Postman } from '@server/mail/postman'
import { ATTEMPTS_MAX, claimDueLetter, deleteOldLetters, LETTERS_AT_ONCE } from '@server/mail/queue'
import { LetterRefused, MailServerAway, type MailTransport } from '@server/mail/letter'
import { startTestApp, type TestApp } from '@support/server-app'
import { until } from '@support/until'
import { write } from './waiting-letter'

let server: TestApp
let sent: string[]
let failing: boolean
let logged: string[]

const transport: MailTransport = {
  send({ recipient }) {
    if (failing) return Promise.reject(new Error('the mail server is away'))
    sent.push(recipient)
    return Promise.resolve()
  },
}

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.deleteFrom('letters').execute()
  ;[sent, failing, logged] = [[], false, []]
})

const postman = (through = transport): Postman =>
  createPostman({ db: server.db, transport: through, log: { error: (_details, message) => logged.push(message) } })
const queue = () => server.db.selectFrom('letters').selectAll().orderBy('id').execute()
const pass = (seconds: number) =>
  sql`update letters set due_at = due_at - make_interval(secs => ${seconds})`.execute(server.db)

it('delivers what waits, oldest first, and nothing twice', async () => {
  await write(server, 'a@example.org', 'b@example.org')

  await postman().deliverDue()
  await postman().deliverDue()

  expect(sent).toEqual(['a@example.org', 'b@example.org'])
  expect((await queue()).every(({ sent_at: at }) => at !== null)).toBe(true)
})

it('delivers each letter once, however many postmen there are', async () => {
  const recipients = Array.from({ length: 12 }, (_, index) => `${index}@example.org`)
  await write(server, ...recipients)

  await Promise.all(Array.from({ length: 4 }, () => postman().deliverDue()))

  expect(sent.sort()).toEqual(recipients.sort())
})

it('loses no letter when the mail server fails: it tries again later, and then later still', async () => {
  failing = true
  await write(server, 'patient@example.org')
  const sender = postman()

  await sender.deliverDue()
  await sender.deliverDue()
  expect((await queue())[0]).toMatchObject({ sent_at: null, attempts: 1 })
  expect(logged).toEqual(['letter postponed'])

  await pass(61)
  await sender.deliverDue()
  await pass(61)
  await sender.deliverDue()
  expect((await queue())[0]).toMatchObject({ attempts: 2 })

  failing = false
  await pass(61)
  await sender.deliverDue()
  await sender.deliverDue()
  expect(sent).toEqual(['patient@example.org'])
})

it('lets no letter that cannot be delivered hold up the others', async () => {
  await write(server, 'bad@example.org', 'good@example.org')
  await postman({
    send: (letter) =>
      letter.recipient.startsWith('bad') ? Promise.reject(new Error('no such mailbox')) : transport.send(letter),
  }).deliverDue()
  expect(sent).toEqual(['good@example.org'])
})

it('takes up the letter of a process that died with it in hand, after a while', async () => {
  await write(server, 'orphan@example.org')
  expect(await claimDueLetter(server.db, 1000)).toMatchObject({ recipient: 'orphan@example.org' })

  await postman().deliverDue()
  expect(sent).toEqual([])

  await pass(601)
  await postman().deliverDue()
  expect(sent).toEqual(['orphan@example.org'])
})

it('never delivers a letter twice at once, even if the clock leaps ahead meanwhile', async () => {
  await write(server, 'slow@example.org')
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  const sender = postman({
    send(letter) {
      sent.push(letter.recipient)
      return arrived
    },
  })

  const first = sender.deliverDue()
  await until(() => sent.length === 1)
  await pass(24 * 3600)
  await write(server, 'next@example.org')
  const second = sender.deliverDue()
  await until(() => sent.includes('next@example.org'))
  arrive()
  await Promise.all([first, second])

  expect(sent).toEqual(['slow@example.org', 'next@example.org'])
})

it('gives up in the end, and says so', async () => {
  failing = true
  await write(server, 'never@example.org')
  await server.db
    .updateTable('letters')
    .set({ attempts: ATTEMPTS_MAX - 1 })
    .execute()

  await postman().deliverDue()
  expect(logged).toEqual(['letter given up'])

  failing = false
  await pass(24 * 3600)
  await postman().deliverDue()
  expect(sent).toEqual([])
})

it('holds no connection to the database while a letter is under way', async () => {
  await write(server, 'slow@example.org')
  let arrive = () => {}
  const underWay = new Promise<void>((resolve) => (arrive = resolve))
  const round = postman({ send: () => underWay }).deliverDue()

  // The embedded database has one connection: a transaction around the delivery would block this query.
  expect(await queue()).toHaveLength(1)
  arrive()
  await round
})

it('is woken without being waited for, and sees what was written while it worked', async () => {
  const sender = postman()
  await write(server, 'first@example.org')
  sender.wake()
  expect(sent).toEqual([])
  await write(server, 'second@example.org')
  sender.wake()
  await sender.deliverDue()
  expect(sent).toEqual(['first@example.org', 'second@example.org'])
})

it('looks once more when it is woken just after it has looked', async () => {
  await write(server, 'seen@example.org', 'late@example.org')
  let woken: Promise<void> | undefined
  // The first round finds nothing; before it is over, a letter is queued.
  const db = server.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult({ result }) {
      if (woken) return Promise.resolve(result)
      woken = sender.deliverDue()
      return Promise.resolve({ ...result, rows: [] })
    },
  })
  const sender = createPostman({ db, transport, log: { error: () => undefined } })

  await sender.deliverDue()
  await woken

  expect(sent).toEqual(['late@example.org'])
})

it('finishes the letter in hand when it is stopped, and leaves the rest to the next start', async () => {
  const inHand = Array.from({ length: LETTERS_AT_ONCE }, (_, index) => `in-hand-${index}@example.org`)
  await write(server, ...inHand, 'waiting@example.org')
  let arrive = () => {}
  const underWay = new Promise<void>((resolve) => (arrive = resolve))
  let handed = 0
  const sender = postman({
    async send(letter) {
      handed++
      await underWay
      await transport.send(letter)
    },
  })
  sender.wake()
  await until(() => handed === LETTERS_AT_ONCE)

  const stopped = sender.stop()
  arrive()
  await stopped

  expect((await queue()).map(({ sent_at: at }) => at !== null)).toEqual([...inHand.map(() => true), false])
  await postman().deliverDue()
  expect(sent).toEqual([...inHand, 'waiting@example.org'])
})

it('cuts off a letter that the mail server is silent about when it is stopped, and sends it at the next start', async () => {
  await write(server, 'silent@example.org')
  let handed = 0
  let cutOff = (_reason: Error) => {}
  const silence = new Promise<void>((_resolve, reject) => (cutOff = reject))
  const sender = postman({
    send() {
      handed++
      return silence
    },
    close: () => cutOff(new Error('the connection was closed')),
  })
  const round = sender.deliverDue()
  await until(() => handed === 1)

  await sender.stop()
  await round

  expect((await queue()).map(({ attempts }) => attempts)).toEqual([0])
  await postman().deliverDue()
  expect([sent, logged]).toEqual([['silent@example.org'], []])
})

it('lets a letter that the mail server is silent about hold up no other, not even those that come later', async () => {
  await write(server, 'silent@example.org', 'quick@example.org')
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const sender = postman({
    send: (letter) => (letter.recipient.startsWith('silent') ? answered : transport.send(letter)),
  })
  sender.wake()
  await until(() => sent.length === 1)

  await write(server, 'later@example.org')
  sender.wake()
  await until(() => sent.length === 2)
  expect(sent).toEqual(['quick@example.org', 'later@example.org'])
  answer()
  await sender.stop()
})

it('tries no letter again whose recipient is refused for good, and says so once', async () => {
  await write(server, 'nobody@example.org')
  const refusing = postman({ send: () => Promise.reject(new LetterRefused('refused', new Error('550'))) })
  await refusing.deliverDue()
  await pass(24 * 3600)
  await refusing.deliverDue()
  expect(logged).toEqual(['letter refused for good'])
  await expect(refusing.check()).resolves.toBeUndefined()
})

it('knows that the mail server is away until it takes a letter again', async () => {
  await write(server, 'patient@example.org')
  let isAway = true
  const sender = postman({
    send: () => (isAway ? Promise.reject(new MailServerAway('away', new Error('ESOCKET'))) : Promise.resolve()),
  })
  await sender.deliverDue()
  await expect(sender.check()).rejects.toThrow(MailServerAway)

  isAway = false
  await pass(61)
  await sender.deliverDue()
  await expect(sender.check()).resolves.toBeUndefined()
})

it('keeps no letter long: an hour after it was sent, a week if it never was', async () => {
  const ago = (hours: number) => new Date(Date.now() - hours * 3600 * 1000)
  await write(server, 'just-sent@example.org', 'sent@example.org', 'waiting@example.org', 'hopeless@example.org')
  const where = (recipient: string) => server.db.updateTable('letters').where('recipient', '=', recipient)
  await where('just-sent@example.org')
    .set({ sent_at: ago(0.9) })
    .execute()
  await where('sent@example.org')
    .set({ sent_at: ago(1.1) })
    .execute()
  await server.db.deleteFrom('letters').where('recipient', '=', 'hopeless@example.org').execute()
  await server.db
    .insertInto('letters')
    .values({ recipient: 'hopeless@example.org', subject: '', body_text: '', body_html: '', created_at: ago(24 * 7.1) })
    .execute()

  await deleteOldLetters(server.db)

  expect((await queue()).map(({ recipient }) => recipient)).toEqual(['just-sent@example.org', 'waiting@example.org'])
})
