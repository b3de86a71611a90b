import { type RawBuilder, sql } from 'kysely'
import { doTheJobs } from '@support/jobs'
import { aLog } from '@support/recorded-log'
import { nameModerator } from '@support/factors'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { decide, GUEST_EMAIL, leaveWords, waitingWords } from './words'

const ADDRESS = '203.0.113.77'
const YEAR_MS = 365.25 * 24 * 3_600_000

const { log, written, lines, clear } = aLog()
let server: TestApp
let owner: Awaited<ReturnType<typeof anOwner>>
let moderator: Awaited<ReturnType<typeof anOwner>>
let memorialId: number

beforeAll(async () => {
  server = await startTestApp({}, { log })
  owner = await anOwner(server)
  moderator = await server.signUp()
  await nameModerator(server.db, moderator.user.id)
})
afterAll(() => server.close())
beforeEach(async () => {
  memorialId = (await aStoredMemorial(server, owner.token)).id
  await unguarded(sql`delete from audit_log`)
  clear()
})

/** What the table does not let the program do. */
function unguarded(statement: RawBuilder<unknown>): Promise<void> {
  return server.db.transaction().execute(async (tx) => {
    await sql`alter table audit_log disable trigger keep_log_entries`.execute(tx)
    await statement.execute(tx)
    await sql`alter table audit_log enable trigger keep_log_entries`.execute(tx)
  })
}

const table = () =>
  server.db
    .selectFrom('audit_log')
    .select(['event', 'actor_id', 'actor_role', 'memorial_id', 'subject_id'])
    .orderBy('id')
    .execute()
const told = () => lines().filter(({ security }) => security !== undefined)
const mend = (id: number, change: object, token = owner.token) =>
  server.api({ method: 'PATCH', url: `/memories/update/${id}`, token, payload: change })
const remove = (id: number, token = owner.token) =>
  server.api({ method: 'DELETE', url: `/memories/delete/${id}`, token })

async function turn(fields: Record<string, string>): Promise<void> {
  const payload = new FormData()
  for (const [name, value] of Object.entries(fields)) payload.append(name, value)
  await server.api({ method: 'PATCH', url: `/memorial/update/${memorialId}/`, token: owner.token, payload })
}

it('tells what owner and moderator did to words and page, in the table and in the log alike', async () => {
  const words = async () => (await waitingWords(server, memorialId, { from: ADDRESS })).id
  const [first, second, third] = [await words(), await words(), await words()]
  await decide(server, first, 'approved', owner.token)
  await decide(server, second, 'rejected', moderator.token)
  await mend(first, { description: 'Тайное слово' }, moderator.token)
  await remove(third)
  await turn({ public_status: 'false' })
  await turn({ public_status: 'true' })

  const byOwner = { actor_id: owner.user.id, actor_role: 'owner', memorial_id: memorialId, subject_id: null }
  const byModerator = { actor_id: moderator.user.id, actor_role: 'moderator', memorial_id: memorialId }
  expect(await table()).toEqual([
    { ...byOwner, event: 'memory_approved', subject_id: first },
    { ...byModerator, event: 'memory_rejected', subject_id: second },
    { ...byModerator, event: 'memory_rewritten', subject_id: first },
    { ...byOwner, event: 'memory_deleted', subject_id: third },
    { ...byOwner, event: 'memorial_closed' },
    { ...byOwner, event: 'memorial_opened' },
  ])
  const ofOwner = { account: owner.user.id, memorial: memorialId }
  const ofModerator = { account: moderator.user.id, memorial: memorialId }
  expect(told()).toMatchObject([
    { security: 'memory_approved', ...ofOwner, memory: first },
    { security: 'memory_rejected', ...ofModerator, memory: second },
    { security: 'memory_rewritten', ...ofModerator, memory: first },
    { security: 'memory_deleted', ...ofOwner, memory: third },
    { security: 'memorial_closed', ...ofOwner },
    { security: 'memorial_opened', ...ofOwner },
  ])
})

it('tells nobody’s words, names, addresses or secrets', async () => {
  const sent = { author_email: GUEST_EMAIL, from: ADDRESS, description: 'Тайное слово', author: 'Зоя' }
  const { id } = await waitingWords(server, memorialId, sent)
  await mend(id, { description: 'Другое слово' })
  await decide(server, id, 'approved', owner.token)
  await turn({ public_status: 'false', lastname: 'Тайнова' })

  const everything = written() + JSON.stringify(await server.db.selectFrom('audit_log').selectAll().execute())
  const { token, user } = owner
  for (const secret of [token, user.email, GUEST_EMAIL, ADDRESS, 'слово', 'Зоя', 'Ёлкин', 'Тайнова', '203.0.113']) {
    expect(everything).not.toContain(secret)
  }
  expect(told()).toHaveLength(3)
})

it('tells nothing of what did not come about', async () => {
  const { id } = await waitingWords(server, memorialId)
  const stranger = await server.signUp()
  await decide(server, id, 'approved', stranger.token)
  await mend(id, { description: '' })
  await mend(id, { description: 'Помню его уроки.', author: 'Ольга' })
  await decide(server, id, 'approved', owner.token)
  await decide(server, id, 'rejected', moderator.token)
  await remove(999_999)
  await turn({ public_status: 'true', lastname: 'Зимина' })
  await leaveWords(server, memorialId, { token: owner.token })

  expect((await table()).map(({ event }) => event)).toEqual(['memory_approved'])
  const deeds = told().filter(({ security }) => !['registered', 'signed_in'].includes(String(security)))
  expect(deeds.map(({ security }) => security)).toEqual(['memory_approved'])
})

it('tells of exactly one of two decisions at once', async () => {
  const { id } = await waitingWords(server, memorialId)
  await Promise.all([decide(server, id, 'approved', owner.token), decide(server, id, 'rejected', moderator.token)])
  expect([await table(), told()].map(({ length }) => length)).toEqual([1, 1])
})

it('does nothing that it cannot write down', async () => {
  const { id } = await waitingWords(server, memorialId)
  await server.db.schema.alterTable('audit_log').renameTo('audit_log_away').execute()
  try {
    expect((await decide(server, id, 'approved', owner.token)).statusCode).toBe(500)
    expect((await remove(id)).statusCode).toBe(500)
  } finally {
    await server.db.schema.alterTable('audit_log_away').renameTo('audit_log').execute()
  }
  expect(told()).toEqual([])
  expect((await decide(server, id, 'approved', owner.token)).statusCode).toBe(200)
})

it.each([
  ['audit_log', `update audit_log set event = 'memory_rejected'`],
  ['audit_log', 'update audit_log set actor_id = actor_id + 1'],
  ['audit_log', 'delete from audit_log'],
  ['register', `update register set kind = 'account_erased'`],
  ['register', 'delete from register'],
])('lets no statement of the program rewrite or remove what %s tells: %s', async (name, statement) => {
  const { id } = await waitingWords(server, memorialId)
  await remove(id)
  await server.db.insertInto('register').values({ kind: 'clock_accepted', done_by: 'operator' }).execute()
  await expect(sql.raw(statement).execute(server.db)).rejects.toThrow(`entries of ${name} are not changed`)
  expect(await table()).toHaveLength(1)
})

it('remembers for three years, also what was done to words that are gone', async () => {
  const { id } = await waitingWords(server, memorialId)
  await remove(id)
  const ago = (years: number) => unguarded(sql`update audit_log set at = ${new Date(Date.now() - years * YEAR_MS)}`)
  await ago(2.99)
  await doTheJobs(server)
  expect(await table()).toHaveLength(1)
  await ago(3.01)
  await doTheJobs(server)
  expect(await table()).toEqual([])
})
