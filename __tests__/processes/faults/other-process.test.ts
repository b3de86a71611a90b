import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createRenderer } from '@client/ssr/render'
import type { Memorial } from '@contract/memorial'
import { API_BASE_PATH } from '@contract/paths'
import { type DatabaseLine, layDatabaseLine } from '@support/database-line'
import { aLog } from '@support/recorded-log'
import { memorialForm } from '@support/memorial-form'
import { describeOnPostgres } from '@support/postgres'
import { sharedPostgres, type SharedPostgres } from '@support/worker/shared-postgres'
import { repeats } from '@support/repeats'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { until } from '@support/until'

const TEST_MS = 180_000
const STALE_MAX_MS = 1000
const ROUNDS = repeats({ usually: 1, thoroughly: 5 })
const ASKED_AT_ONCE = 2
const NOBODY_WAITS_MS = 1000
const LASTNAME = 'Закрытова'
const LISTS = `${API_BASE_PATH}/memorial/public_memorials`

describeOnPostgres(() => {
  let postgres: SharedPostgres
  let line: DatabaseLine
  let clientFolder: string
  let ours: TestApp
  let other: TestApp
  let token: string

  beforeAll(async () => {
    postgres = await sharedPostgres()
    clientFolder = await mkdtemp(path.join(tmpdir(), 'pomnim-client-'))
    await writeFile(path.join(clientFolder, 'index.html'), '<html><!--head--><body><!--app--><!--data--></body></html>')
  }, TEST_MS)
  afterAll(async () => {
    await rm(clientFolder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    const databaseUrl = await postgres.makeMigratedDatabase()
    line = await layDatabaseLine(databaseUrl)
    ours = await start(databaseUrl)
    other = await start(line.url)
    token = (await anOwner(ours)).token
  }, TEST_MS)
  afterEach(async () => {
    line.remove()
    await Promise.all([ours.close(), other.close()])
  }, TEST_MS)

  const start = (DATABASE_URL: string) =>
    startTestApp(
      { DATABASE_URL, SECRET_KEY: 'of-both-processes-of-one-installation' },
      { clientFolder, createRenderer, log: aLog().log },
    )

  const change = async ({ id }: Memorial, fields: Record<string, string>) => {
    const payload = memorialForm({ lastname: LASTNAME, ...fields })
    const answer = await ours.api({ method: 'PATCH', url: `/memorial/update/${id}`, token, payload })
    expect(answer.statusCode).toBe(200)
  }
  const placesOf = ({ id }: Memorial) => [
    `${API_BASE_PATH}/memorial/${id}`,
    `/memorials/${id}`,
    LISTS,
    '/memorials',
    '/',
  ]
  /** Where the other process shows a page, of all places where it may. Asked twice, it may answer from memory. */
  const shownByOther = async (memorial: Memorial) => {
    const answers = await Promise.all(
      placesOf(memorial).map(async (url) => ({ url, text: (await other.app.inject({ url })).body })),
    )
    return answers.flatMap(({ url, text }) => (text.includes(LASTNAME) ? [url] : []))
  }

  it(
    'shows a page nowhere any more once another process has answered that it is private',
    async () => {
      const memorial = await aStoredMemorial(ours, token, { lastname: LASTNAME, public_status: 'true' })
      for (let round = 0; round < ROUNDS; round++) {
        await until(async () => (await shownByOther(memorial)).length === placesOf(memorial).length)
        // Some renderings are under way at that moment.
        const readers = Array.from({ length: ASKED_AT_ONCE }, () => shownByOther(memorial))
        await change(memorial, { public_status: 'false' })
        expect(await shownByOther(memorial)).toEqual([])
        await Promise.all(readers)
        expect(await shownByOther(memorial)).toEqual([])
        await change(memorial, { public_status: 'true' })
      }
    },
    TEST_MS,
  )

  it(
    'does so too when it hears nothing at all',
    async () => {
      const memorial = await aStoredMemorial(ours, token, { lastname: LASTNAME, public_status: 'true' })
      await until(async () => (await shownByOther(memorial)).length === placesOf(memorial).length)
      line.fallSilent()
      await change(memorial, { public_status: 'false' })
      // Not the database, which it cannot ask either: what it has in memory.
      expect(await shownByOther(memorial)).toEqual([])
    },
    TEST_MS,
  )

  it(
    'keeps nobody waiting who closes a page, when all processes hear',
    async () => {
      const memorial = await aStoredMemorial(ours, token, { lastname: LASTNAME, public_status: 'true' })
      const begun = performance.now()
      await change(memorial, { public_status: 'false' })
      expect(performance.now() - begun).toBeLessThan(NOBODY_WAITS_MS)
    },
    TEST_MS,
  )

  it(
    'shows no other change later than a second after it',
    async () => {
      const memorial = await aStoredMemorial(ours, token, { lastname: LASTNAME, public_status: 'true' })
      const shows = async (words: string) =>
        (await Promise.all([0, 1].map(async (nth) => other.app.inject({ url: placesOf(memorial)[nth] ?? '' })))).every(
          ({ body }) => body.includes(words),
        )
      for (let round = 0; round < ROUNDS; round++) {
        await shows('')
        await change(memorial, { public_status: 'true', biography: `Жила в доме ${round} на Речной.` })
        const changedAt = performance.now()
        // An answer shows what was known when it was asked for, however long a busy machine renders it.
        let lastOldAskedAt = changedAt
        await until(async () => {
          const askedAt = performance.now()
          const isNew = await shows(`в доме ${round} на Речной`)
          if (!isNew) lastOldAskedAt = askedAt
          return isNew
        })
        expect(lastOldAskedAt - changedAt).toBeLessThan(STALE_MAX_MS)
      }
    },
    TEST_MS,
  )
})
