import { setImmediate } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import { BACKGROUND_CONNECTIONS } from '@server/db/pool-settings'
import type { Tables } from '@server/db/schema'
import { standingJobs } from '@server/jobs/jobs'
import { archivesAndModeration, firstTables, safety } from '@server/db/migrations/before-1.0/0001-0005'
import { DUE_MEMORIES } from '@server/modules/memories/trash'
import { deleteUnverifiedUsers } from '@server/modules/accounts/user-repository'
import { doTheJobs } from '@support/jobs'
import { startTestApp, type TestApp } from '@support/server-app'
import { aStoredMemorial } from '@support/test-memorials'
import { letLinksExpire } from '../auth/person'

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
  const unused = new Date(Date.now() - 14 * DAY_MS - 1000)
  await server.db
    .insertInto('sessions')
    .values([
      { token_hash: bytes('over'), user_id: user.id, expires_at: new Date(Date.now() - 1000) },
      { token_hash: bytes('unused'), user_id: user.id, expires_at: soon, last_used_at: unused },
    ])
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

  await doTheJobs(server)

  const left = async (table: 'sessions' | 'email_tokens') =>
    (await server.db.selectFrom(table).select('token_hash').execute()).map(({ token_hash: hash }) => hash.toString())
  expect(await left('sessions')).toEqual([expect.not.stringMatching(/over|unused/)])
  expect((await left('email_tokens')).sort()).toEqual(['good', 'just over'])
  expect((await server.api({ url: '/users/me', token })).statusCode).toBe(200)
})

describe('an account whose address nobody confirmed', () => {
  const ageTo = (id: number, days: number) =>
    sql`update users set unverified_since = ${new Date(Date.now() - days * DAY_MS - 1000)} where id = ${id}`.execute(
      server.db,
    )
  const isLeft = async (id: number) =>
    (await server.db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

  it('ends after thirty days with all that hangs on it, and the log tells of it', async () => {
    const email = 'never-confirmed@example.org'
    const { user, token } = await server.signUp({ email, verified: false })
    const consent = { user_id: user.id, version: '2025-06-18', address: '192.0.2.1' }
    await server.db.insertInto('consents').values(consent).execute()
    await ageTo(user.id, 30)
    await letLinksExpire(server)

    expect(await doTheJobs(server)).toEqual([['unverified_account_ended', { account: user.id }]])

    expect(await isLeft(user.id)).toBe(false)
    for (const table of ['sessions', 'consents', 'email_tokens', 'known_networks'] as const) {
      const rows = await server.db.selectFrom(table).select('user_id').where('user_id', '=', user.id).execute()
      expect([table, rows]).toEqual([table, []])
    }
    expect((await server.api({ url: '/users/me', token })).statusCode).toBe(401)
    const again = await server.signUp({ email, verified: false })
    expect(again.user).toMatchObject({ email, is_verified: false })
    expect(again.user.id).not.toBe(user.id)
  })

  it('stays until then, and for good once it is confirmed', async () => {
    const young = await server.signUp({ verified: false })
    const confirmed = await server.signUp()
    await ageTo(young.user.id, 29)
    await ageTo(confirmed.user.id, 400)
    expect(await doTheJobs(server)).toEqual([])
    expect([await isLeft(young.user.id), await isLeft(confirmed.user.id)]).toEqual([true, true])
  })

  it('stays while a link that would confirm it can be opened', async () => {
    const { user } = await server.signUp({ verified: false })
    await ageTo(user.id, 30)
    await doTheJobs(server)
    expect(await isLeft(user.id)).toBe(true)
    await letLinksExpire(server)
    await doTheJobs(server)
    expect(await isLeft(user.id)).toBe(false)
  })

  it('stays where it has a page, which it should not have', async () => {
    const { user, token } = await server.signUp()
    await aStoredMemorial(server, token)
    await server.db.updateTable('users').set({ is_verified: false }).where('id', '=', user.id).execute()
    await ageTo(user.id, 400)
    await letLinksExpire(server)
    await doTheJobs(server)
    expect(await isLeft(user.id)).toBe(true)
  })
})

it('lets none of the jobs that all start at once go without a connection', async () => {
  // At most as many as the pool's connections, so no job waits for one.
  let lent = 0
  const pool = {
    connect: async () => {
      if (lent === BACKGROUND_CONNECTIONS) throw new Error('no connection is left')
      lent++
      return {
        query: async () => (await setImmediate(), { command: 'DELETE', rowCount: 0, rows: [] }),
        release: () => lent--,
      }
    },
    end: () => Promise.resolve(),
  } as unknown as PostgresPool
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const nothing = () => Promise.resolve()
  const parts = {
    ...server,
    db,
    temporaryFolder: server.dataDir,
    securityLog: { record: () => undefined },
    log: { warn: () => undefined },
  }
  const idle = {
    postman: { ...server.postman, deliverDue: nothing },
    removals: { ...server.removals, removeDue: nothing },
  }
  const failed: unknown[] = []
  const jobs = standingJobs({ ...parts, ...idle }).map((job) => ({
    ...job,
    run: () => job.run().catch((error: unknown) => failed.push([job.name, error])),
  }))

  await Promise.all(jobs.map(({ run }) => run()))

  expect(failed).toEqual([])
})

it('gives what is there at the upgrade the whole term, however old it is', async () => {
  const rolledBack = new Error('rolled back')
  const upgrade = server.db.transaction().execute(async (tx) => {
    await sql`create schema before_upgrade`.execute(tx)
    await sql`set local search_path to before_upgrade`.execute(tx)
    await firstTables.up(tx)
    await archivesAndModeration.up(tx)
    const longAgo = sql`now() - interval '3 years'`
    const columns = sql`id, email, email_key, password_hash, max_memorials, advanced_memorials_left, bonus_gb_left`
    await sql`insert into users (${columns}, created_at) overriding system value
      values (1, 'a@b.ru', 'a@b.ru', '', 5, 0, 0, ${longAgo}), (2, 'c@d.ru', 'c@d.ru', '', 5, 0, 0, ${longAgo})`.execute(
      tx,
    )
    await sql`insert into memorials (id, user_id, lastname, name, lastname_key, name_key, surname_key, birth_date, death_date,
        public_status, swo_status, rate_check, is_advanced, media_storage_limit)
      overriding system value values (1, 1, 'Ёлкин', 'Пётр', '', '', '', '1900-01-01', '1980-01-01', true, false, false, false, 0)`.execute(
      tx,
    )
    await sql`insert into memories (memorials_id, author, description, status, created_at)
      values (1, 'Анна', 'Помню.', 'pending', ${longAgo})`.execute(tx)

    await safety.up(tx)
    // Of later migrations: the query asks for them.
    await sql`alter table users add column leaves_at timestamptz`.execute(tx)
    await sql`alter table memorials add column trashed_user_id integer`.execute(tx)

    expect(await deleteUnverifiedUsers(tx)).toEqual([])
    await tx.deleteFrom('memories').where(DUE_MEMORIES.undecided).execute()
    expect(await tx.selectFrom('memories').select('author').execute()).toEqual([{ author: 'Анна' }])
    await tx
      .updateTable('users')
      .set({ unverified_since: sql<Date>`now() - interval '31 days'` })
      .execute()
    await tx
      .updateTable('memories')
      .set({ undecided_since: sql<Date>`now() - interval '181 days'` })
      .execute()
    expect(await deleteUnverifiedUsers(tx)).toEqual([2])
    await tx.deleteFrom('memories').where(DUE_MEMORIES.undecided).execute()
    expect(await tx.selectFrom('memories').select('author').execute()).toEqual([])
    throw rolledBack
  })
  await expect(upgrade).rejects.toBe(rolledBack)
})

it('forgets the networks from which nobody signed in for thirty days', async () => {
  const { user } = await server.signUp({ verified: false })
  const network = (hash: string, days: number) => ({
    user_id: user.id,
    network_hash: Buffer.from(hash),
    last_sign_in_at: new Date(Date.now() - days * DAY_MS - 1000),
  })
  await server.db.deleteFrom('known_networks').execute()
  await server.db
    .insertInto('known_networks')
    .values([network('old', 30), network('recent', 29)])
    .execute()

  await doTheJobs(server)

  const left = await server.db.selectFrom('known_networks').select('network_hash').execute()
  expect(left.map(({ network_hash: hash }) => hash.toString())).toEqual(['recent'])
})
