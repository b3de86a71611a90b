import { claimDueLetter, countHeldLetters, enqueueLetter, reportHeldLetters } from '@server/mail/queue'
import { startTestApp, type TestApp } from '@support/server-app'
import { LETTERS, TOKEN } from './waiting-letter'

const MANY = 1_000_000
const OF_PAGE = 30
const OF_ACCOUNT = 60
const MINUTE_MS = 60_000
const PAGE = { id: 7, lastname: 'Рябинина', name: 'Анна', surname: null }

let server: TestApp

beforeEach(async () => {
  server = await startTestApp()
  await server.postman.stop()
})
afterEach(() => server.close())

const letIn = LETTERS.letIn(PAGE, 'key')
async function write(count: number, cause: { memorialId?: number; accountId?: number }): Promise<void> {
  for (let at = 0; at < count; at++) await enqueueLetter(server.db, `kto-${at}@example.org`, letIn, cause)
}
const minutesUntilDue = async () => {
  const letters = await server.db.selectFrom('letters').select('due_at').orderBy('id').execute()
  return letters.map(({ due_at }) => Math.max(0, Math.round((Number(due_at) - Date.now()) / MINUTE_MS)))
}
async function warnings(lettersPerHour = MANY): Promise<[string, object][]> {
  const lines: [string, object][] = []
  await reportHeldLetters(server.db, {
    lettersPerHour,
    log: { warn: (details, message) => lines.push([message, details]) },
  })
  return lines
}

it('lets the letters of a page above its ceiling wait for the next hours, and tells the operator of the page', async () => {
  await write(2 * OF_PAGE + 1, { memorialId: 7 })
  await write(1, { memorialId: 8 })

  const due = await minutesUntilDue()
  expect(due.slice(0, OF_PAGE)).toEqual(Array(OF_PAGE).fill(0))
  expect(due.slice(OF_PAGE, 2 * OF_PAGE)).toEqual(Array(OF_PAGE).fill(60))
  expect(due.slice(2 * OF_PAGE)).toEqual([120, 0])
  expect(await countHeldLetters(server.db, MANY)).toEqual({ page: OF_PAGE + 1, account: 0, site: 0 })
  expect(await warnings()).toEqual([
    ['letters held: ceiling of a page', { held: OF_PAGE + 1, pages: [{ id: 7, letters: OF_PAGE + 1 }] }],
  ])
})

it('counts the letters of an account over all its pages', async () => {
  for (const memorialId of [1, 2, 3]) await write(OF_ACCOUNT / 3, { memorialId, accountId: 5 })
  expect(await warnings()).toEqual([])
  await write(1, { memorialId: 4, accountId: 5 })
  expect((await minutesUntilDue()).at(-1)).toBe(60)
  expect(await warnings()).toEqual([
    ['letters held: ceiling of an account', { held: 1, accounts: [{ id: 5, letters: 1 }] }],
  ])
})

it('sends no more of the whole site than it may in an hour, but what people ask for', async () => {
  await server.db
    .insertInto('letters')
    .values(
      [1, 2].map(() => ({
        recipient: '',
        subject: '',
        body_text: '',
        body_html: '',
        kind: 'access',
        sent_at: new Date(),
      })),
    )
    .execute()
  await enqueueLetter(server.db, 'pozzhe@example.org', letIn)
  await enqueueLetter(server.db, 'srazu@example.org', LETTERS.verification(TOKEN))

  expect(await claimDueLetter(server.db, 2)).toMatchObject({ recipient: 'srazu@example.org' })
  expect(await claimDueLetter(server.db, 2)).toBeUndefined()
  expect(await warnings(2)).toEqual([['letters held: ceiling of the site', { held: 1, lettersPerHour: 2 }]])
  expect(await claimDueLetter(server.db, 3)).toMatchObject({ recipient: 'pozzhe@example.org' })
})
