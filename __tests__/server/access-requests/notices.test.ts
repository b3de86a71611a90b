import { createSecurityLog } from '@server/lib/security-log'
import { createOperatorAccounts } from '@server/modules/operator/accounts-service'
import { aClosedPage, aNewAddress } from '@support/access-requests'
import { doTheJobs } from '@support/jobs'
import { aLog } from '@support/recorded-log'
import { startTestApp, type TestApp } from '@support/server-app'

const DAY_MS = 24 * 3600 * 1000
const SUBJECT = 'Вас просят открыть страницу памяти'

let server: TestApp
let scene: Awaited<ReturnType<typeof aClosedPage>>

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  scene = await aClosedPage(server)
})

const lettersTo = (email: string) =>
  server.db
    .selectFrom('letters')
    .select(['subject', 'body_text', 'body_html'])
    .where('recipient', '=', email)
    .where('subject', '=', SUBJECT)
    .execute()

const anHourLater = () =>
  server.db
    .updateTable('memorials')
    .set({ told_of_requests_at: new Date(Date.now() - 3_600_000) })
    .where('id', '=', scene.page.id)
    .execute()

describe('the letter to those who keep a page', () => {
  it('goes to the owner and every keeper, without a word of whoever asks', async () => {
    const { ask, page, owner } = scene
    const keeper = await server.signUp()
    await server.db.insertInto('keepers').values({ memorial_id: page.id, user_id: keeper.user.id }).execute()
    await ask({ name: 'Купите у нас', text: 'https://spam.example.org' })
    await doTheJobs(server)
    for (const { user } of [owner, keeper]) {
      const letters = await lettersTo(user.email)
      expect(letters).toHaveLength(1)
      expect(letters[0]?.body_text).toContain(page.lastname)
      expect(letters[0]?.body_text).toMatch(/\/profile\/words\s/)
      expect(JSON.stringify(letters)).not.toMatch(/Купите|spam/)
    }
  })

  it('does not go once the page is public: whoever asked can read it', async () => {
    const { ask, page, owner } = scene
    const waiting = async () =>
      (await server.api({ url: '/access-requests/pending', token: owner.token })).json<{ result: unknown[] }>().result
    await ask()
    expect(await waiting()).toHaveLength(1)
    await server.db.updateTable('memorials').set({ public_status: true }).where('id', '=', page.id).execute()
    await doTheJobs(server)
    expect(await lettersTo(owner.user.email)).toHaveLength(0)
    expect(await waiting()).toHaveLength(0)
  })

  it('comes once an hour at most, and then tells of all that came meanwhile', async () => {
    const { ask, owner, list } = scene
    const count = async () => {
      await doTheJobs(server)
      return (await lettersTo(owner.user.email)).length
    }
    await ask()
    expect(await count()).toBe(1)
    await ask()
    await ask()
    expect(await count()).toBe(1)
    await anHourLater()
    expect(await count()).toBe(2)
    await anHourLater()
    expect(await count()).toBe(2)
    expect(await list()).toHaveLength(3)
  })

  it('does not come for what was decided already, nor for a page that is not there', async () => {
    const { somebody, decide, owner } = scene
    const { id } = await somebody()
    await decide(id, 'rejected')
    await scene.ask({}, aNewAddress(), 2_000_000_000)
    await doTheJobs(server)
    expect(await lettersTo(owner.user.email)).toEqual([])
    const nobodys = await server.db
      .selectFrom('access_requests')
      .select('id')
      .where('memorial_id', 'is', null)
      .execute()
    expect(nobodys).toEqual([])
  })
})

describe('requests are destroyed', () => {
  const age = (id: number, values: { created_at?: Date; decided_at?: Date }) =>
    // `created_at` is never changed by the program.
    server.db
      .updateTable('access_requests')
      .set(values as object)
      .where('id', '=', id)
      .execute()
  const daysAgo = (days: number, ms = 0) => new Date(Date.now() - days * DAY_MS + ms)

  it('that wait after 90 days, and the others 180 days after the decision', async () => {
    const { somebody, decide, list } = scene
    const people = []
    for (let number = 0; number < 6; number++) people.push((await somebody()).id)
    const [oldWaiting, waiting, oldIn, letIn, oldOut, refused] = people as [
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    for (const id of [oldIn, letIn]) await decide(id, 'approved')
    for (const id of [oldOut, refused]) await decide(id, 'rejected')
    await age(oldWaiting, { created_at: daysAgo(90, -1000) })
    await age(waiting, { created_at: daysAgo(90, 60_000) })
    for (const id of [oldIn, oldOut]) await age(id, { decided_at: daysAgo(180, -1000) })
    for (const id of [letIn, refused]) await age(id, { decided_at: daysAgo(180, 60_000), created_at: daysAgo(200) })

    await doTheJobs(server)

    expect((await list()).map(({ id }) => id)).toEqual([waiting, letIn, refused])
  })

  it('with the account of whoever asked, when the operator erases it', async () => {
    const { ask, list } = scene
    const { user } = await server.signUp()
    await ask({ email: user.email.toUpperCase() })
    await ask()
    const accounts = createOperatorAccounts({
      db: server.db,
      secretKey: server.secretKey,
      library: server.library,
      securityLog: createSecurityLog({ log: aLog().log, secretKey: 'test' }),
      dataDir: server.dataDir,
    })
    await accounts.erase(user.email)
    expect((await list()).map(({ email }) => email)).not.toContain(user.email.toUpperCase())
    expect(await list()).toHaveLength(1)
  })
})
