import type { Memorial } from '@contract/memorial'
import { createSecurityLog } from '@server/lib/security-log'
import { createLetters } from '@server/mail/letters'
import { TEST_KEY } from '@support/test-key'
import { createOperatorAccounts } from '@server/modules/operator/accounts-service'
import { createReminders } from '@server/modules/remembering/service'
import { doTheJobs } from '@support/jobs'
import { aLog } from '@support/recorded-log'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { destroyOverdue } from '@support/trash'

let server: TestApp
let owner: Awaited<ReturnType<typeof anOwner>>
let page: Memorial

beforeAll(async () => {
  server = await startTestApp()
  await server.postman.stop()
  owner = await anOwner(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.deleteFrom('letters').execute()
  await server.db.deleteFrom('reminders').execute()
  page = await aPage()
})

/** Born on 9 May 1921, died on 30 November 1999. */
function aPage(differences: Record<string, string> = {}) {
  const life = { birth_date: '1921-05-09', death_date: '1999-11-30' }
  return aStoredMemorial(server, owner.token, { public_status: 'true', ...life, ...differences })
}

const put = (token: string, is_on: boolean, id = page.id) =>
  server.api({ method: 'PUT', url: `/memorial/${id}/reminder`, token, payload: { is_on } })
const isOn = async (token: string) =>
  (await server.api({ url: `/memorial/${page.id}/reminder`, token })).json<{ is_on: boolean }>().is_on

/** What the job writes at a moment by Moscow's clock. */
async function writeAt(moscow: string) {
  const { db, postman, config } = server
  const now = () => Date.parse(`${moscow}+03:00`)
  await createReminders({ db, postman, letters: createLetters(config.site, TEST_KEY), now }).sendAllDue()
}
const lettersTo = ({ user }: { user: { email: string } }) =>
  server.db
    .selectFrom('letters')
    .select(['subject', 'body_text'])
    .where('recipient', '=', user.email)
    .orderBy('id')
    .execute()
const subjectsTo = async (who: { user: { email: string } }) =>
  (await lettersTo(who)).map(({ subject }) => subject.split(':')[0]).filter((subject) => /день/.test(subject ?? ''))

async function somebodyReminded() {
  const visitor = await server.signUp()
  await put(visitor.token, true)
  await server.db.deleteFrom('letters').execute()
  return visitor
}

describe('the switch', () => {
  it('is off until the account turns it on, and is its own', async () => {
    const [visitor, other] = [await server.signUp(), await server.signUp()]
    expect(await isOn(visitor.token)).toBe(false)
    expect((await put(visitor.token, true)).statusCode).toBe(204)
    await put(visitor.token, true)
    expect([await isOn(visitor.token), await isOn(other.token)]).toEqual([true, false])
    await put(visitor.token, false)
    expect(await isOn(visitor.token)).toBe(false)
  })

  it('is refused to guests, to who may not read the page, and without a value', async () => {
    const visitor = await server.signUp()
    const unverified = await server.signUp({ verified: false })
    const closed = await aPage({ public_status: 'false' })
    const statuses = [
      (await server.api({ url: `/memorial/${page.id}/reminder` })).statusCode,
      (await put(unverified.token, true)).statusCode,
      (await put(visitor.token, true, closed.id)).statusCode,
      (await put(owner.token, true, closed.id)).statusCode,
      (await put(visitor.token, true, 2_000_000_000)).statusCode,
    ]
    expect(statuses).toEqual([401, 403, 403, 204, 404])
    const nothing = { method: 'PUT' as const, url: `/memorial/${page.id}/reminder`, payload: {} }
    expect((await server.api({ ...nothing, token: visitor.token })).statusCode).toBe(422)
  })
})

describe('a letter', () => {
  it('comes a week and a day before birthday and day of death, and on no other day', async () => {
    const visitor = await somebodyReminded()
    for (const day of ['05-01', '05-02', '05-03', '05-07', '05-08', '05-09', '11-23', '11-29', '11-30']) {
      await writeAt(`2026-${day}T12:00:00`)
    }
    expect(await subjectsTo(visitor)).toEqual([
      'Через неделю день рождения',
      'Завтра день рождения',
      'Через неделю день памяти',
      'Завтра день памяти',
    ])
    const [letter] = await lettersTo(visitor)
    expect(letter?.body_text).toContain('Через неделю, 9 мая, день рождения')
    expect(letter?.body_text).toContain('105 лет со дня рождения')
    expect(letter?.body_text).toContain(`/memorials/${page.id}`)
    expect(letter?.body_text).toContain(page.lastname)
  })

  it('comes once, though the job runs again, and two processes at a time', async () => {
    const visitor = await somebodyReminded()
    await Promise.all([writeAt('2026-05-02T12:00:00'), writeAt('2026-05-02T12:00:00')])
    await writeAt('2026-05-02T20:00:00')
    expect(await subjectsTo(visitor)).toEqual(['Через неделю день рождения'])
    await writeAt('2027-05-02T12:00:00')
    expect(await subjectsTo(visitor)).toHaveLength(2)
  })

  it('goes by the days of Moscow, and never comes at night', async () => {
    const visitor = await somebodyReminded()
    await writeAt('2026-05-02T00:30:00')
    await writeAt('2026-05-02T07:59:00')
    expect(await subjectsTo(visitor)).toEqual([])
    await writeAt('2026-05-02T08:00:00')
    expect(await subjectsTo(visitor)).toHaveLength(1)
  })

  it('does not come for what is not known to the day', async () => {
    page = await aPage({
      birth_date: '1921-05-01',
      birth_precision: 'month',
      death_date: '1999-01-01',
      death_precision: 'year',
    })
    const visitor = await somebodyReminded()
    for (const day of ['04-24', '04-30', '12-25', '12-31']) await writeAt(`2026-${day}T12:00:00`)
    expect(await subjectsTo(visitor)).toEqual([])
  })

  it('reminds of 29 February on the last day of the month', async () => {
    page = await aPage({ birth_date: '1920-02-29' })
    const visitor = await somebodyReminded()
    await writeAt('2027-02-27T12:00:00')
    await writeAt('2027-02-28T12:00:00')
    await writeAt('2028-02-27T12:00:00')
    await writeAt('2028-02-28T12:00:00')
    const days = (await lettersTo(visitor)).map(({ body_text }) => /\d+ февраля/.exec(body_text)?.[0])
    expect(days).toEqual(['28 февраля', '29 февраля'])
  })

  it('does not come when the page was closed meanwhile, but to those who keep it', async () => {
    const visitor = await somebodyReminded()
    await put(owner.token, true)
    await server.api({
      method: 'PATCH',
      url: `/memorial/update/${page.id}/`,
      token: owner.token,
      payload: { public_status: 'false' },
    })
    await writeAt('2026-05-02T12:00:00')
    expect(await subjectsTo(visitor)).toEqual([])
    expect(await subjectsTo(owner)).toHaveLength(1)
  })

  it('does not come to who switched it off, nor to a blocked account', async () => {
    const [off, blocked] = [await somebodyReminded(), await somebodyReminded()]
    await put(off.token, false)
    await server.db.updateTable('users').set({ is_active: false }).where('id', '=', blocked.user.id).execute()
    await writeAt('2026-05-02T12:00:00')
    expect([await subjectsTo(off), await subjectsTo(blocked)]).toEqual([[], []])
  })

  it('leaves no note behind when the day is over', async () => {
    await somebodyReminded()
    await writeAt('2026-05-02T12:00:00')
    const noted = () => server.db.selectFrom('reminders_sent').selectAll().where('memorial_id', '=', page.id).execute()
    expect(await noted()).toHaveLength(1)
    await writeAt('2026-05-10T00:00:00')
    expect(await noted()).toEqual([])
  })

  it('is a job of the server', async () => {
    // Of any year, so many days from now, by Moscow's clock.
    const dayIn = (days: number) =>
      new Date(Date.now() + (3 + days * 24) * 3_600_000).toISOString().slice(4, 10).replace('-02-29', '-02-28')
    page = await aPage({ birth_date: `1920${dayIn(1)}`, death_date: `1999${dayIn(100)}` })
    const visitor = await somebodyReminded()
    jest
      .spyOn(Date, 'now')
      .mockReturnValue(Date.parse(`${new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10)}T12:00:00+03:00`))
    await doTheJobs(server)
    jest.restoreAllMocks()
    expect(await subjectsTo(visitor)).toEqual(['Завтра день рождения'])
  })
})

it('is destroyed with the account, and with the page', async () => {
  const visitor = await somebodyReminded()
  await writeAt('2026-05-02T12:00:00')
  const left = async () => [
    ...(await server.db.selectFrom('reminders').selectAll().where('memorial_id', '=', page.id).execute()),
    ...(await server.db.selectFrom('reminders_sent').selectAll().where('memorial_id', '=', page.id).execute()),
  ]
  expect(await left()).toHaveLength(2)
  const { db, library, secretKey, dataDir } = server
  const securityLog = createSecurityLog({ log: aLog().log, secretKey: 'test' })
  await createOperatorAccounts({ db, library, securityLog, secretKey, dataDir }).erase(visitor.user.email)
  expect(await left()).toEqual([])
  await somebodyReminded()
  expect(
    (await server.api({ method: 'DELETE', url: `/memorial/delete/${page.id}/`, token: owner.token })).statusCode,
  ).toBe(204)
  await destroyOverdue(server)
  expect(await left()).toEqual([])
})
