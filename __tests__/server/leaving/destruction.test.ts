import { readdir, utimes } from 'node:fs/promises'
import path from 'node:path'
import { createSecurityLog } from '@server/lib/security-log'
import { createErasure, destroyLeftAccounts, type Erasure } from '@server/modules/leaving/erasure'
import { addToArchive } from '@support/archives'
import { doTheJobs } from '@support/jobs'
import { aLog } from '@support/recorded-log'
import { startTestApp, TEST_PASSWORD, type TestApp } from '@support/server-app'
import { aStoredMemorial, anOwner } from '@support/test-memorials'
import { filesWith, lettersWith, tablesWith } from '@support/traces'
import { DAY_MS, peopleOf, type Person } from './someone'

/** Nobody else writes these words. */
const EMAIL = 'redkoslov@example.org'
const NEW_EMAIL = 'redkoslov-novyi@example.org'
const NAME = 'Редкослов'

let server: TestApp
const people = peopleOf(() => server)
const { accept, comeBack, daysPass, leave, nameHeir, tokenFor } = people

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const registerOf = ({ user }: Person) =>
  server.db.selectFrom('register').selectAll().where('account_id', '=', user.id).execute()

const erasureWith = (differences: Partial<TestApp> = {}) =>
  createErasure({ ...server, ...differences, securityLog: createSecurityLog({ log: aLog().log, secretKey: 'test' }) })

/** Somebody with a page, files, words elsewhere and letters, whom others have written down, and who wants another address. */
async function somebody(): Promise<Person> {
  const person = await server.signUp({ email: EMAIL })
  const { token, user } = person
  await server.db
    .updateTable('users')
    .set({ advanced_memorials_left: 1, max_memorials: 5 })
    .where('id', '=', user.id)
    .execute()
  const memorial = await aStoredMemorial(server, token, {
    ...{ lastname: NAME, biography: `${NAME} родился в Твери.` },
    ...{ rate_check: 'true', public_status: 'true' },
  })
  for (const kind of ['photo', 'audio'] as const) await addToArchive(server, kind, { token, memorialId: memorial.id })
  const other = await anOwner(server)
  const { id } = await aStoredMemorial(server, other.token)
  const words = { memorials_id: id, author: NAME, description: `Помню. ${NAME}` }
  await server.api({ method: 'POST', url: '/memories/create', token, payload: words })
  await nameHeir(other, EMAIL.toUpperCase())
  await server.api({ method: 'POST', url: `/memorial/${id}/keepers`, token: other.token, payload: { email: EMAIL } })
  const change = { email: NEW_EMAIL, current_password: TEST_PASSWORD }
  await server.api({ method: 'POST', url: '/users/me/change-email', token, payload: change })
  return person
}

/** As if the days that went by had gone by for the files of letters too. */
async function ageOutbox(): Promise<void> {
  const folder = path.join(server.dataDir, 'outbox')
  const then = new Date(Date.now() - 14 * DAY_MS)
  for (const name of await readdir(folder)) await utimes(path.join(folder, name), then, then)
}

/** What anybody is answered about their page and words. Some of it is kept until what it tells of changes. */
async function publicAnswers(): Promise<string> {
  const pages = await server.db.selectFrom('memorials').select('id').execute()
  const urls = [
    ...['/memorial/public_memorials', `/memorial/public_memorials?q=${encodeURIComponent(NAME)}`],
    ...pages.flatMap(({ id }) => [`/memorial/${id}`, `/memories/all?memorial_id=${id}`]),
  ]
  return (await Promise.all(urls.map(async (url) => (await server.api({ url })).body))).join('\n')
}

it('leaves nothing of an account whose holder did not return, but one line without content', async () => {
  const filesBefore = await server.storedFiles()
  const person = await somebody()
  expect(await tablesWith(server, EMAIL)).toEqual(
    expect.arrayContaining(['invitations', 'letters', 'memories', 'users']),
  )
  expect(await tablesWith(server, NEW_EMAIL)).not.toEqual([])
  expect(await publicAnswers()).toContain(NAME)
  await leave(person)
  await server.postman.deliverDue()
  expect(await lettersWith(server, EMAIL)).not.toEqual([])

  await daysPass(person, 13.9)
  await doTheJobs(server)
  expect(await tablesWith(server, EMAIL)).toContain('users')
  await daysPass(person, 0.2)
  const told = await doTheJobs(server)

  expect(told).toContainEqual(['account_erased', { account: person.user.id, kind: 'holder' }])
  expect(await lettersWith(server, EMAIL)).toEqual([])
  // Letters about anything else have been cleared long before: no file of the outbox grows older than a day.
  await ageOutbox()
  await doTheJobs(server)
  const answers = await publicAnswers()
  for (const trace of [EMAIL, NEW_EMAIL, NAME]) {
    expect(await tablesWith(server, trace)).toEqual([])
    expect(await filesWith(server, trace)).toEqual([])
    expect(answers).not.toContain(trace)
    expect(JSON.stringify(told)).not.toContain(trace)
  }
  expect(await server.storedFiles()).toEqual(filesBefore)
  const lines = await registerOf(person)
  expect(lines).toMatchObject([{ kind: 'account_erased', done_by: 'holder', memorial_id: null }])

  await doTheJobs(server)
  expect(await registerOf(person)).toEqual(lines)
  expect((await server.signUp({ email: EMAIL })).token).toBeTruthy()
  await server.db.deleteFrom('users').where('email', '=', EMAIL).execute()
})

it.each(['a page', 'the account'])('goes on where it was killed: before %s was destroyed', async (where) => {
  const person = await somebody()
  await leave(person)
  await daysPass(person, 14.1)
  const killed = () => Promise.reject(new Error('killed'))
  const broken =
    where === 'a page' ? { library: { ...server.library, change: killed } } : { dataDir: `${server.dataDir}\0` }
  await expect(destroyLeftAccounts(server.db, erasureWith(broken))).rejects.toThrow(AggregateError)
  expect(await tablesWith(server, EMAIL)).toContain('users')
  expect((await comeBack(person)).statusCode).toBe(400)

  await destroyLeftAccounts(server.db, erasureWith())
  for (const trace of [EMAIL, NEW_EMAIL, NAME]) expect(await tablesWith(server, trace)).toEqual([])
  expect(await registerOf(person)).toHaveLength(1)
})

it('destroys once what two do at the same time', async () => {
  const person = await somebody()
  await leave(person)
  await daysPass(person, 14.1)
  await Promise.all([destroyLeftAccounts(server.db, erasureWith()), destroyLeftAccounts(server.db, erasureWith())])
  expect(await registerOf(person)).toHaveLength(1)
})

it('lets one that cannot be destroyed stop no other', async () => {
  const [one, other] = [await anOwner(server), await anOwner(server)]
  for (const person of [one, other]) {
    await leave(person)
    await daysPass(person, 14.1)
  }
  const erasure = erasureWith()
  const stubborn: Erasure['erase'] = (account, doneBy) =>
    account.id === one.user.id ? Promise.reject(new Error('stubborn')) : erasure.erase(account, doneBy)
  await expect(destroyLeftAccounts(server.db, { erase: stubborn })).rejects.toThrow(AggregateError)
  expect(await registerOf(other)).toHaveLength(1)
  await destroyLeftAccounts(server.db, erasureWith())
})

it('spares the page that the heir has accepted, with its files', async () => {
  const [person, heir] = [await anOwner(server), await anOwner(server)]
  const { id } = await aStoredMemorial(server, person.token, {}, { withPhoto: true })
  const files = await server.storedFiles()
  await nameHeir(person, heir.user.email)
  await leave(person)
  await accept(heir, await tokenFor(heir.user.email))
  await daysPass(person, 14.1)
  await doTheJobs(server)
  expect(await registerOf(person)).toHaveLength(1)
  expect((await server.api({ url: `/memorial/${id}` })).json()).toMatchObject({ user_id: heir.user.id })
  expect(await server.storedFiles()).toEqual(files)
})

it('leaves nothing of words that were left before a release noted by whom, once their page went to the heir', async () => {
  const [person, heir] = [await anOwner(server), await anOwner(server)]
  const page = await aStoredMemorial(server, person.token)
  const leaveWords = (description: string, differences: object = {}) =>
    server.db
      .insertInto('memories')
      .values({
        ...{ memorials_id: page.id, author: 'Дочь', author_email: null, description, status: 'approved' },
        ...{ created_at: new Date(2026, 0, 1), decided_at: new Date(2026, 0, 1), ...differences },
      })
      .execute()
  await leaveWords('владельца')
  await leaveWords('гостя, чей адрес забыт', { decided_at: new Date(2026, 0, 2) })
  await leaveWords('хранителя, может быть', { created_at: new Date(), decided_at: new Date() })
  await server.db
    .insertInto('keepers')
    .values({ memorial_id: page.id, user_id: (await server.signUp()).user.id, created_at: new Date(2026, 0, 3) })
    .execute()
  await nameHeir(person, heir.user.email)
  await leave(person)
  expect((await accept(heir, await tokenFor(heir.user.email))).statusCode).toBe(200)
  await daysPass(person, 14.1)
  await doTheJobs(server)
  const left = await server.db
    .selectFrom('memories')
    .select('description')
    .where('memorials_id', '=', page.id)
    .orderBy('id')
    .execute()
  expect(left.map(({ description }) => description)).toEqual(['гостя, чей адрес забыт', 'хранителя, может быть'])
})

it('spares what came from an address that another account has by now', async () => {
  const [person, other] = [await server.signUp({ email: 'pereshla@example.org' }), await anOwner(server)]
  await server.db
    .insertInto('former_emails')
    .values({ user_id: person.user.id, email_key: other.user.email, is_confirmed: true })
    .execute()
  const { id } = await aStoredMemorial(server, other.token)
  await server.db
    .insertInto('reports')
    .values({ memorial_id: id, reason: 'other', text: 'Год', email: other.user.email })
    .execute()
  await leave(person)
  await daysPass(person, 14.1)
  await doTheJobs(server)
  expect(await registerOf(person)).toHaveLength(1)
  expect(await tablesWith(server, other.user.email)).toEqual(expect.arrayContaining(['reports', 'users']))
})

it('spares letters about an address that only contains theirs', async () => {
  const person = await server.signUp({ email: 'anna@example.org' })
  const letter = { recipient: 'kto-to@example.org', subject: 'Приглашение', body_html: '', sent_at: null }
  for (const body_text of ['Страница принадлежит Anna@example.org.', 'joanna@example.org хранит страницу']) {
    await server.db
      .insertInto('letters')
      .values({ ...letter, body_text })
      .execute()
  }
  await erasureWith().erase(
    await server.db.selectFrom('users').selectAll().where('id', '=', person.user.id).executeTakeFirstOrThrow(),
    'operator',
  )
  const left = server.db.selectFrom('letters').select('body_text').where('recipient', '=', letter.recipient)
  expect(await left.execute()).toEqual([{ body_text: 'joanna@example.org хранит страницу' }])
})

it('ends no account before its time because its address was never confirmed', async () => {
  const person = await server.signUp({ verified: false })
  await leave(person)
  await server.db
    .updateTable('users')
    .set({ unverified_since: new Date(0) })
    .where('id', '=', person.user.id)
    .execute()
  await doTheJobs(server)
  expect((await comeBack(person)).statusCode).toBe(204)
})
