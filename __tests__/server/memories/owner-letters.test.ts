import { sql } from 'kysely'
import { deleteKeeper, insertKeeper } from '@server/modules/keepers/repository'
import { doTheJobs } from '@support/jobs'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { decide, leaveWords, lettersAboutWords, waiting } from './words'

let server: TestApp
let owner: Awaited<ReturnType<typeof anOwner>>

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  owner = await anOwner(server)
})

const aPage = async (lastname: string) => (await aStoredMemorial(server, owner.token, { lastname })).id
const letters = async () => (await lettersAboutWords(server, owner.user.email)).map(({ text }) => text)
const howMany = async () => (await letters()).length

/** Moves all stored times into the past by this number of minutes. */
async function pass(minutes: number): Promise<void> {
  const ago = sql`make_interval(mins => ${minutes})`
  await sql`update users set told_of_words_at = told_of_words_at - ${ago}`.execute(server.db)
  await sql`update memories set created_at = created_at - ${ago}`.execute(server.db)
  await sql`update keepers set created_at = created_at - ${ago}`.execute(server.db)
}

it('writes to an owner at once when words come', async () => {
  await leaveWords(server, await aPage('Зимина'))
  expect(await letters()).toEqual([
    expect.stringContaining('На странице «Зимина Пётр Андреевич» оставили слова памяти.'),
  ])
})

it('writes to an owner once an hour at most, whichever of their pages the words come to', async () => {
  const pages = [await aPage('Зимина'), await aPage('Зотова')]
  for (const page of [...pages, ...pages]) await leaveWords(server, page)
  await pass(59)
  for (const page of pages) await leaveWords(server, page)
  await doTheJobs(server)
  expect(await howMany()).toBe(1)
})

it('tells of words that came soon after a letter when their hour is over, even if no more come', async () => {
  await leaveWords(server, await aPage('Зимина'))
  await leaveWords(server, await aPage('Зотова'))
  await pass(61)

  await doTheJobs(server)

  expect(await letters()).toEqual([
    expect.stringContaining('Зимина'),
    expect.stringContaining('«Зотова Пётр Андреевич»'),
  ])
  expect((await letters())[1]).not.toContain('Зимина')
})

it('goes on writing while words keep coming', async () => {
  const page = await aPage('Зимина')
  for (let words = 0; words < 8; words++) {
    await leaveWords(server, page)
    await doTheJobs(server)
    await pass(30)
  }
  // A memory every half an hour, for four hours.
  expect(await howMany()).toBe(4)
})

it('names the pages in the next letter at which words came in between', async () => {
  const pages = [await aPage('Зимина'), await aPage('Зотова')]
  await leaveWords(server, await aPage('Первая'))
  for (const page of pages) await leaveWords(server, page)
  await pass(61)
  await leaveWords(server, await aPage('Яшина'))

  const [, next] = await letters()
  expect(next).toContain(
    'Слова памяти оставили на страницах «Зимина Пётр Андреевич», «Зотова Пётр Андреевич», «Яшина Пётр Андреевич».',
  )
})

it('names five pages at most, and says that there are more', async () => {
  const page = await aPage('Первая')
  await leaveWords(server, page)
  for (const lastname of ['А', 'Б', 'В', 'Г', 'Д', 'Е']) await leaveWords(server, await aPage(lastname))
  await pass(61)
  await doTheJobs(server)
  const [, next = ''] = await letters()
  expect(next).toContain('«Д Пётр Андреевич» и на других ваших страницах.')
  expect(next).not.toContain('«Д Пётр Андреевич», «Е ')
})

it('writes of nothing twice, and of no words that were decided on meanwhile', async () => {
  const page = await aPage('Зимина')
  await leaveWords(server, page)
  await leaveWords(server, page)
  for (const { id } of (await waiting(server, owner.token)).result) await decide(server, id, 'approved', owner.token)
  await pass(61)
  await doTheJobs(server)
  await pass(61)
  await doTheJobs(server)
  expect(await howMany()).toBe(1)
})

it('tells a new keeper once of words that were waiting before they came, also one who had letters of other pages', async () => {
  const page = await aPage('Зимина')
  await leaveWords(server, page)
  await pass(120)
  const keeper = await anOwner(server)
  await leaveWords(server, (await aStoredMemorial(server, keeper.token, { lastname: 'Зотова' })).id)
  await pass(61)
  await insertKeeper(server.db, page, keeper.user.id)
  for (let time = 0; time < 2; time++) {
    await doTheJobs(server)
    await pass(61)
  }

  const texts = (await lettersAboutWords(server, keeper.user.email)).map(({ text }) => text)
  expect(texts).toEqual([expect.stringContaining('Зотова'), expect.stringContaining('Зимина')])
  expect(texts[1]).not.toContain('Зотова')
})

it('writes once however many processes look at once', async () => {
  await leaveWords(server, await aPage('Зимина'))
  await leaveWords(server, await aPage('Зотова'))
  await pass(61)
  await Promise.all([doTheJobs(server), doTheJobs(server), leaveWords(server, await aPage('Яшина'))])
  expect(await howMany()).toBe(2)
})

it('hurries nobody', async () => {
  await leaveWords(server, await aPage('Зимина'))
  expect((await letters())[0]).toContain('Спешить не нужно')
})

it('quotes the words themselves, the first ten of them, long ones shortened', async () => {
  const page = await aPage('Первая')
  await leaveWords(server, page, { description: 'Самые первые слова.', author: 'Нина' })
  for (let number = 1; number <= 12; number++) {
    await leaveWords(server, page, { description: `Слово ${number}. ${'Очень длинно. '.repeat(60)}`, author: 'Лев' })
  }
  await pass(61)
  await doTheJobs(server)

  const [first = '', next = ''] = await letters()
  expect(first).toContain('«Самые первые слова.»\nНина')
  expect(next.match(/Слово \d+\./g)).toEqual(Array.from({ length: 10 }, (_none, index) => `Слово ${index + 1}.`))
  expect(next).toContain('И ещё 2 воспоминания: они ждут в личном кабинете.')
  expect(Math.max(...next.split('\n').map((line) => line.length))).toBeLessThan(620)
})

describe('how often', () => {
  const choose = async (how_often: string) => {
    const choice = {
      method: 'PUT',
      url: '/users/me/words-letters',
      token: owner.token,
      payload: { how_often },
    } as const
    expect((await server.api(choice)).statusCode).toBe(204)
    expect((await server.api({ url: '/users/me/words-letters', token: owner.token })).json()).toEqual({ how_often })
  }

  it('an account that wants a letter a day gets one, and loses nothing', async () => {
    const page = await aPage('Зимина')
    await choose('daily')
    await leaveWords(server, page, { description: 'Первое.' })
    await leaveWords(server, page, { description: 'Второе.' })
    await pass(61)
    await doTheJobs(server)
    expect(await howMany()).toBe(1)

    await pass(24 * 60)
    await doTheJobs(server)
    expect((await letters())[1]).toContain('«Второе.»')
    expect(await howMany()).toBe(2)
  })

  it('an account that wants no letters gets none, until it wants them again', async () => {
    const page = await aPage('Зимина')
    await choose('never')
    await leaveWords(server, page)
    await pass(48 * 60)
    await doTheJobs(server)
    expect(await howMany()).toBe(0)

    await choose('hourly')
    await doTheJobs(server)
    expect(await howMany()).toBe(1)
  })
})

it('writes to those who were let in as well, to each by their own hour and choice', async () => {
  const page = await aPage('Зимина')
  const keepers = [await anOwner(server), await anOwner(server), await anOwner(server)]
  const [keen, quiet, former] = keepers.map(({ user }) => user)
  for (const { user } of keepers) await insertKeeper(server.db, page, user.id)
  await server.db
    .updateTable('users')
    .set({ words_letters: 'never' })
    .where('id', '=', quiet?.id ?? 0)
    .execute()
  await deleteKeeper(server.db, page, former?.id ?? 0)

  await leaveWords(server, page, { description: 'Помню.' })

  const heard = async (user = keen) => (await lettersAboutWords(server, user?.email ?? '')).map(({ text }) => text)
  expect(await heard(keen)).toEqual([expect.stringContaining('«Помню.»')])
  expect(await heard(quiet)).toEqual([])
  expect(await heard(former)).toEqual([])
  expect(await howMany()).toBe(1)

  await leaveWords(server, page, { description: 'И я.' })
  await pass(61)
  await doTheJobs(server)
  expect((await heard(keen))[1]).toContain('«И я.»')
})
