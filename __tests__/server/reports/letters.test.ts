import { aReportedPage, CLOSING_REASON } from '@support/reports'
import { recordReached } from '@server/mail/repository'
import { startTestApp, type TestApp } from '@support/server-app'

const ABOUT_IT = 'О странице, о которой вы сообщили'

let server: TestApp
let scene: Awaited<ReturnType<typeof aReportedPage>>

beforeAll(async () => {
  server = await startTestApp()
  await server.postman.stop()
})
afterAll(() => server.close())
beforeEach(async () => {
  scene = await aReportedPage(server)
})

const subjectsTo = async (email: string) => (await scene.lettersTo(email)).map(({ subject }) => subject)
/** But the one that confirms their address. */
const toKeepers = async (email: string) => (await scene.lettersTo(email)).slice(1)

it('tell those who keep a page why it was closed, and that it is open again', async () => {
  const { page, owner, aClosing, reopen } = scene
  const keeper = await server.signUp()
  await server.db.insertInto('keepers').values({ memorial_id: page.id, user_id: keeper.user.id }).execute()
  const { id, email } = await aClosing({ text: 'Позвоните мне: +7 900 000-00-00' })
  await reopen(id)
  for (const { user } of [owner, keeper]) {
    const letters = await toKeepers(user.email)
    expect(letters.map(({ subject }) => subject)).toEqual(['Страница временно закрыта', 'Страница снова открыта'])
    expect(letters[0]?.body_text).toContain(CLOSING_REASON)
    // Who reported the page, and in which words, they do not learn.
    expect(JSON.stringify(letters)).not.toMatch(new RegExp(`Позвоните|${email}`))
  }
})

it('tell whoever reported a page that it was closed, and that it is open again', async () => {
  const { page, aClosing, reopen, lettersTo } = scene
  const { id, email } = await aClosing()
  await reopen(id)
  expect(await subjectsTo(email)).toEqual([ABOUT_IT, 'Страница, о которой вы сообщили, снова открыта'])
  const [closed, opened] = await lettersTo(email)
  expect(closed?.body_text).toContain('закрыли')
  for (const letter of [closed, opened]) expect(letter?.body_text).toContain(`/memorials/${page.id}`)
})

it('tell whoever reported a page that it stays, with the answer of a moderator if there is one', async () => {
  const { owner, aReport, decide, lettersTo } = scene
  for (const answer of ['Адрес уже убрали, спасибо вам.', '']) {
    const { id, email } = await aReport()
    await recordReached(server.db, server.secretKey, email)
    await decide(id, 'dismiss', answer)
    const letters = await lettersTo(email)
    expect(letters.map(({ subject }) => subject)).toEqual([ABOUT_IT])
    expect(letters[0]?.body_text).toContain('решили оставить')
    expect(letters[0]?.body_text).toContain(answer)
  }
  expect(await toKeepers(owner.user.email)).toEqual([])
})

it('name neither the person nor the reason to whoever reported: the page may be private', async () => {
  const { page, aClosing, aReport, decide, reopen, lettersTo } = scene
  const email = 'oleg-private@example.org'
  const closing = await aClosing({ email, text: 'Мои слова' })
  await reopen(closing.id)
  await decide((await aReport({ email, text: 'Мои слова' })).id, 'dismiss', '')
  const letters = await lettersTo(email)
  expect(letters).toHaveLength(3)
  // An address that is not theirs could be made to receive any words.
  expect(JSON.stringify(letters)).not.toMatch(new RegExp(`${page.lastname}|${page.name}|${CLOSING_REASON}|Мои слова`))
})

it('go to nobody who gave no e-mail', async () => {
  const { aReport, decide, reopen } = scene
  const count = async () => (await server.db.selectFrom('letters').select('id').execute()).length
  const dismissed = await aReport({ email: '' })
  const closing = await aReport({ email: '' })
  const before = await count()
  await decide(dismissed.id, 'dismiss', 'Спасибо')
  await decide(closing.id, 'close')
  await reopen(closing.id)
  // Both to the owner.
  expect(await count()).toBe(before + 2)
})
