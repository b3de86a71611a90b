import type { Memorial } from '@contract/memorial'
import { createLetters } from '@server/mail/letters'
import { TEST_KEY } from '@support/test-key'
import { createAbsenceLetters } from '@server/modules/leaving/absence'
import { startTestApp, type TestApp } from '@support/server-app'
import { aStoredMemorial, anOwner } from '@support/test-memorials'
import { DAY_MS, peopleOf, type Person } from './someone'

const YEAR_MS = 365.25 * DAY_MS

let server: TestApp
let sister: Person
let heir: Person
let page: Memorial
const { accept, comeBackBy, daysPass, leave, letterTo, login, nameHeir, tokenFor } = peopleOf(() => server)

beforeAll(async () => {
  server = await startTestApp()
  await server.postman.stop()
})
afterAll(() => server.close())
beforeEach(async () => {
  sister = await anOwner(server)
  heir = await anOwner(server)
  page = await aStoredMemorial(server, sister.token, { public_status: 'true' })
})

/** What the job does, in two processes at once. */
async function jobsRun(): Promise<void> {
  const { db, postman, config } = server
  const job = createAbsenceLetters({ db, postman, letters: createLetters(config.site, TEST_KEY) })
  await Promise.all([job.sendAllDue(), job.sendAllDue()])
}

const account = ({ user }: Person) =>
  server.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()

/** As if so much time had gone by since the account was used, and told of its sleep. */
async function timePasses(person: Person, ms: number): Promise<void> {
  const { last_seen_at, told_of_sleep_at } = await account(person)
  const earlier = (instant: Date) => new Date(instant.getTime() - ms)
  await server.db
    .updateTable('users')
    .set({ last_seen_at: earlier(last_seen_at), told_of_sleep_at: told_of_sleep_at && earlier(told_of_sleep_at) })
    .where('id', '=', person.user.id)
    .execute()
}

async function lettersTo({ user }: Person, subject: string): Promise<number> {
  const letters = await server.db
    .selectFrom('letters')
    .select('id')
    .where('recipient', '=', user.email)
    .where('subject', '=', subject)
    .execute()
  return letters.length
}

const TOLD = 'Вас давно не было: что будет с вашими страницами'
const OFFERED = 'Вам оставляют страницу памяти'
const ENDS = 'Скоро вернуться будет нельзя'

describe('an account that nobody signs in to for three years', () => {
  beforeEach(() => nameHeir(sister, heir.user.email))

  it('is told so once, and its pages are offered to the heir a month later, once', async () => {
    await timePasses(sister, 2.99 * YEAR_MS)
    await jobsRun()
    expect(await lettersTo(sister, TOLD)).toBe(0)

    await timePasses(sister, 0.02 * YEAR_MS)
    await jobsRun()
    await jobsRun()
    expect(await lettersTo(sister, TOLD)).toBe(1)
    expect((await letterTo(sister.user.email))?.body_text).toContain(heir.user.email)
    expect(await lettersTo(heir, OFFERED)).toBe(0)

    await timePasses(sister, 29 * DAY_MS)
    await jobsRun()
    expect(await lettersTo(heir, OFFERED)).toBe(0)

    await timePasses(sister, 2 * DAY_MS)
    await jobsRun()
    await jobsRun()
    expect(await lettersTo(heir, OFFERED)).toBe(1)
    expect(await lettersTo(sister, TOLD)).toBe(1)
  })

  async function pagesAreOffered(): Promise<string> {
    await timePasses(sister, 3.01 * YEAR_MS)
    await jobsRun()
    await timePasses(sister, 31 * DAY_MS)
    await jobsRun()
    return tokenFor(heir.user.email)
  }

  it('gives a page to the heir who accepts, and stays its keeper', async () => {
    const token = await pagesAreOffered()
    expect((await server.api({ url: `/memorial/${page.id}` })).statusCode).toBe(200)
    expect((await accept(heir, token)).json()).toEqual({ memorial_id: page.id })
    const mine = await server.api({ url: '/memorial/my_memorials', token: sister.token })
    expect(mine.json()).toMatchObject({ result: [{ id: page.id, role: 'keeper' }] })
  })

  it('keeps its pages when the holder signs in again, and sleeps anew from then on', async () => {
    const token = await pagesAreOffered()
    expect((await login(sister.user.email)).statusCode).toBe(200)
    expect((await accept(heir, token)).statusCode).toBe(400)
    await jobsRun()
    expect(await lettersTo(sister, TOLD)).toBe(1)

    await pagesAreOffered()
    expect(await lettersTo(sister, TOLD)).toBe(2)
    expect(await lettersTo(heir, OFFERED)).toBe(2)
  })

  it('is told that the month is over only if the holder did not come in it', async () => {
    await timePasses(sister, 3.01 * YEAR_MS)
    await jobsRun()
    await login(sister.user.email)
    await timePasses(sister, 31 * DAY_MS)
    await jobsRun()
    expect(await lettersTo(heir, OFFERED)).toBe(0)
  })

  it('is left alone without an heir, without pages, and when it is blocked', async () => {
    const [alone, empty, blocked] = [await anOwner(server), await anOwner(server), await anOwner(server)]
    await aStoredMemorial(server, alone.token, {})
    await nameHeir(empty, heir.user.email)
    await aStoredMemorial(server, blocked.token, {})
    await nameHeir(blocked, heir.user.email)
    await server.db.updateTable('users').set({ is_active: false }).where('id', '=', blocked.user.id).execute()
    for (const person of [alone, empty, blocked]) {
      await timePasses(person, 4 * YEAR_MS)
      await jobsRun()
      expect(await lettersTo(person, TOLD)).toBe(0)
    }
  })
})

describe('a deleted account', () => {
  it('is reminded of the way back once, three days before its end', async () => {
    await leave(sister)
    await daysPass(sister, 10)
    await jobsRun()
    expect(await lettersTo(sister, ENDS)).toBe(0)

    await daysPass(sister, 1.5)
    await jobsRun()
    await jobsRun()
    expect(await lettersTo(sister, ENDS)).toBe(1)
    expect((await comeBackBy(await tokenFor(sister.user.email))).statusCode).toBe(204)

    const { access_token: token } = (await login(sister.user.email)).json<{ access_token: string }>()
    await leave({ ...sister, token })
    await daysPass(sister, 12)
    await jobsRun()
    expect(await lettersTo(sister, ENDS)).toBe(2)
  })

  it('is not reminded once its holder is back', async () => {
    await leave(sister)
    await comeBackBy(await tokenFor(sister.user.email))
    await jobsRun()
    expect(await lettersTo(sister, ENDS)).toBe(0)
  })
})
