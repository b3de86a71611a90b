import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { randomToken, type SecretKey } from '@server/lib/token'
import { keyAddressHashes } from '@server/mail/address-hashes'
import {
  areLettersEnded,
  endLetters,
  forgetReached,
  isReached,
  listEndedLetters,
  recordReached,
  resumeLetters,
} from '@server/mail/repository'
import { startTestApp, type TestApp } from '@support/server-app'

const ADDRESS = 'anna@example.org'
const PLAIN = createHash('sha256').update(ADDRESS).digest()
const KEY = randomToken()

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const table of ['reached_addresses', 'ended_letters', 'address_keys'] as const) {
    await server.db.deleteFrom(table).execute()
  }
})

const isEnded = (key: SecretKey = KEY) => areLettersEnded(server.db, key, ADDRESS, 'reminders')
const job = (key: SecretKey = KEY) => keyAddressHashes(server.db, key)

async function rows() {
  const reached = await server.db.selectFrom('reached_addresses').select(['address_hash as hash', 'key_id']).execute()
  const ended = await server.db.selectFrom('ended_letters').select(['mailbox_hash as hash', 'key_id']).execute()
  return [...reached, ...ended].map(({ hash, key_id }) => ({ isPlain: PLAIN.equals(Buffer.from(hash)), key_id }))
}

async function writtenByFormerRelease(): Promise<void> {
  await server.db.insertInto('reached_addresses').values({ address_hash: PLAIN }).execute()
  await server.db.insertInto('ended_letters').values({ mailbox_hash: PLAIN, kind: 'reminders' }).execute()
}

async function weekPasses(): Promise<void> {
  await server.db
    .updateTable('address_keys')
    .set({ used_from: sql`used_from - interval '7 days'` })
    .execute()
}

const KEYED = { isPlain: false, key_id: expect.any(Number) as number }

it('leaves no hash by which an address can be guessed', async () => {
  await job()
  await recordReached(server.db, KEY, ADDRESS)
  await endLetters(server.db, KEY, ADDRESS, 'reminders')
  expect(await rows()).toEqual([KEYED, KEYED])
  expect(await isReached(server.db, KEY, ADDRESS)).toBe(true)
  expect(await isReached(server.db, KEY, 'olga@example.org')).toBe(false)
  expect(await isEnded()).toBe(true)
  const [key] = await server.db.selectFrom('address_keys').selectAll().execute()
  expect(Buffer.from(key?.sealed ?? []).toString('latin1')).not.toContain(KEY)
})

it('finds what a former release wrote, and writes so that it is found there, for a week', async () => {
  await writtenByFormerRelease()
  await job()
  expect(await isEnded()).toBe(true)
  expect(await isReached(server.db, KEY, ADDRESS)).toBe(true)
  await endLetters(server.db, KEY, 'olga@example.org', 'reminders')
  await job()
  expect(await rows()).toEqual([
    { isPlain: true, key_id: null },
    { isPlain: true, key_id: null },
    { isPlain: false, key_id: null },
  ])

  await weekPasses()
  await job()
  expect(await rows()).toEqual([KEYED, KEYED, KEYED])
  expect(await isEnded()).toBe(true)
  expect(await isReached(server.db, KEY, ADDRESS)).toBe(true)
})

it('says each thing once, however it is stored', async () => {
  await job()
  await endLetters(server.db, KEY, ADDRESS, 'reminders')
  await recordReached(server.db, KEY, ADDRESS)
  // A former release that still runs a week later does not find these.
  await writtenByFormerRelease()
  await endLetters(server.db, KEY, ADDRESS, 'reminders')
  await job()
  expect(await rows()).toEqual([KEYED, KEYED])
  expect(await listEndedLetters(server.db, KEY, ADDRESS)).toHaveLength(1)
})

it('forgets both forms', async () => {
  await writtenByFormerRelease()
  await resumeLetters(server.db, KEY, ADDRESS, 'reminders')
  await forgetReached(server.db, KEY, [ADDRESS])
  expect(await rows()).toEqual([])
  await job()
  await recordReached(server.db, KEY, ADDRESS)
  await endLetters(server.db, KEY, ADDRESS, 'reminders')
  await resumeLetters(server.db, KEY, ADDRESS, 'reminders')
  await forgetReached(server.db, KEY, [ADDRESS])
  expect(await rows()).toEqual([])
})

it('resumes letters while their hash gets its key', async () => {
  await writtenByFormerRelease()
  await job()
  await weekPasses()
  await Promise.all([job(), resumeLetters(server.db, KEY, ADDRESS, 'reminders')])
  expect(await isEnded()).toBe(false)
})

it('remembers after two changes of the secret key', async () => {
  await job()
  await endLetters(server.db, KEY, ADDRESS, 'reminders')
  const [second, third] = [randomToken(), randomToken()]
  await job([second, KEY])
  await job([third, second])
  expect(await isEnded(third)).toBe(true)
})

it('goes on with a new key where the secret key was lost', async () => {
  await job()
  await endLetters(server.db, KEY, ADDRESS, 'reminders')
  const other = randomToken()
  await job(other)
  expect(await isEnded(other)).toBe(false)
  await endLetters(server.db, other, ADDRESS, 'reminders')
  expect(await rows()).toEqual([KEYED, KEYED])
  expect(await isEnded(other)).toBe(true)
})
