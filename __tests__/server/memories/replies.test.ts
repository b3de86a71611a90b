import type { BlockedAuthor, WrittenMemory } from '@contract/memory'
import { recordReached } from '@server/mail/repository'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { lettersTo } from '../auth/person'
import { decide, leaveWords, shown, waiting, waitingWords } from './words'

let server: TestApp
let owner: string
let memorialId: number
let authors = 0

beforeAll(async () => {
  server = await startTestApp({ PUBLIC_URL: 'https://pomnim.example' })
  owner = (await anOwner(server)).token
  memorialId = (await aStoredMemorial(server, owner)).id
})
afterAll(() => server.close())

const newAuthor = () => `answered-${++authors}@example.org`

async function newWords(fields: object = {}) {
  const email = newAuthor()
  return { email, ...(await waitingWords(server, memorialId, { author_email: email, ...fields })) }
}

const reply = (id: number, text: unknown, token = owner) =>
  server.api({ method: 'POST', url: `/memories/${id}/reply`, token, payload: { text } })
const block = (id: number) => server.api({ method: 'POST', url: `/memories/${id}/block-author`, token: owner })
const blocked = async () => {
  const answer = await server.api({ url: `/memorial/${memorialId}/blocked-authors`, token: owner })
  return answer.json<{ result: BlockedAuthor[] }>().result
}
const answerOnPage = async (id: number) =>
  (await shown(server, memorialId, { limit: '100' })).result.find((words) => words.id === id)?.reply
const answersTo = async (email: string) =>
  (await lettersTo(server, email)).filter(({ subject }) => subject === 'На ваши слова памяти ответили')

describe('an answer', () => {
  it('stands with the words, and its first text is told to their author', async () => {
    const { id, email } = await newWords()
    await recordReached(server.db, server.secretKey, email)
    await decide(server, id, 'approved', owner)
    expect(await answerOnPage(id)).toBeNull()

    const answer = await reply(id, ' Спасибо, что помните. ')

    expect(answer.statusCode).toBe(200)
    expect(answer.json<WrittenMemory>()).toMatchObject({ id, status: 'approved', reply: 'Спасибо, что помните.' })
    expect(await answerOnPage(id)).toBe('Спасибо, что помните.')
    const [letter, ...more] = await answersTo(email)
    expect(more).toEqual([])
    expect(letter?.text).toContain('«Спасибо, что помните.»')
    expect(letter?.text).toContain('«Помню его уроки.»')
    expect(letter?.text).toContain(`https://pomnim.example/memorials/${memorialId}`)

    await reply(id, '')
    await reply(id, 'Спасибо вам.')
    expect(await answerOnPage(id)).toBe('Спасибо вам.')
    expect(await answersTo(email)).toHaveLength(1)
  })

  it('goes when its text is emptied', async () => {
    const { id } = await newWords()
    await decide(server, id, 'approved', owner)
    await reply(id, 'Спасибо.')
    expect((await reply(id, '  ')).json()).toMatchObject({ reply: null })
    expect(await answerOnPage(id)).toBeNull()
  })

  it('to words that wait is told with their approval', async () => {
    const { id, email } = await newWords()
    await recordReached(server.db, server.secretKey, email)
    await reply(id, 'Приезжайте к нам.')
    expect(await lettersTo(server, email)).toEqual([])

    await decide(server, id, 'approved', owner)

    const [letter, ...more] = await lettersTo(server, email)
    expect(more).toEqual([])
    expect(letter?.text).toContain('«Приезжайте к нам.»')
    expect(await answerOnPage(id)).toBe('Приезжайте к нам.')

    await reply(id, '')
    await reply(id, 'И пишите нам.')
    expect(await answersTo(email)).toEqual([])
  })

  it('is not given to words that were rejected', async () => {
    const { id, email } = await newWords()
    await decide(server, id, 'rejected', owner)
    const before = await lettersTo(server, email)
    expect((await reply(id, 'Спасибо.')).statusCode).toBe(409)
    expect(await lettersTo(server, email)).toEqual(before)
  })

  it('may stand under a keeper’s own words, of which no letter tells', async () => {
    const { id } = (await leaveWords(server, memorialId, { token: owner })).json<{ id: number }>()
    expect((await reply(id, 'И я.')).statusCode).toBe(200)
    expect(await answerOnPage(id)).toBe('И я.')
  })

  it.each([
    ['nothing', undefined],
    ['a number', 7],
    ['5001 characters', 'я'.repeat(5001)],
  ])('is not read from %s', async (_what, text) => {
    const { id } = await newWords()
    expect((await reply(id, text)).statusCode).toBe(422)
  })

  it('does not thank the author of rejected words', async () => {
    const { id, email } = await newWords()
    await decide(server, id, 'rejected', owner)
    expect((await lettersTo(server, email))[0]?.text).not.toMatch(/спасибо/i)
  })
})

describe('a blocked author', () => {
  it('cannot tell that nobody sees further words to the page', async () => {
    const words = await newWords()
    expect((await block(words.id)).statusCode).toBe(204)
    const letterIds = () => server.db.selectFrom('letters').select('id').orderBy('id').execute()
    const lettersBefore = await letterIds()

    for (const email of [words.email, words.email.toUpperCase(), words.email.replace('@', '+2@')]) {
      const taken = await leaveWords(server, memorialId, { author_email: email, description: 'И ещё.' })

      expect(taken.statusCode).toBe(201)
      expect(taken.json()).toEqual({
        ...words,
        email: undefined,
        id: expect.any(Number),
        description: 'И ещё.',
        created_at: expect.stringMatching(/^\d{4}-.+Z$/),
      })
    }
    const texts = (await waiting(server, owner, { memorial_id: String(memorialId) })).result
    expect(texts.map(({ description }) => description)).not.toContain('И ещё.')
    expect(await letterIds()).toEqual(lettersBefore)
  })

  it('is answered to everything as others are', async () => {
    const author = await server.signUp()
    const sent = { token: author.token, idempotency_key: '0b4fdd5e-0b0e-4b8e-9c3d-2f1f6f3e7a11' }
    const first = (await leaveWords(server, memorialId, { token: author.token })).json<{ id: number }>()
    await block(first.id)

    const unheard = await leaveWords(server, memorialId, sent)
    const again = await leaveWords(server, memorialId, sent)

    expect(again.json()).toEqual(unheard.json())
    const { id } = unheard.json<{ id: number }>()
    for (const asked of [first.id, id]) {
      const url = `/memories/delete/${asked}`
      expect((await server.api({ method: 'DELETE', url, token: author.token })).statusCode).toBe(403)
    }
    expect((await waiting(server, owner)).result.map((words) => words.id)).not.toContain(id)
  })

  it('is heard on other pages, and again once unblocked', async () => {
    const { id, email } = await newWords()
    await block(id)
    const other = (await aStoredMemorial(server, owner)).id
    await leaveWords(server, other, { author_email: email })
    expect((await waiting(server, owner, { memorial_id: String(other) })).total).toBe(1)

    const [entry] = await blocked()
    expect(entry).toEqual({ id: expect.any(Number), author_email: email, author: null })
    const url = `/blocked-authors/${entry?.id}`
    expect((await server.api({ method: 'DELETE', url, token: owner })).statusCode).toBe(204)
    expect((await blocked()).map(({ author_email }) => author_email)).not.toContain(email)
    expect((await server.api({ method: 'DELETE', url, token: owner })).statusCode).toBe(404)

    const again = (await leaveWords(server, memorialId, { author_email: email })).json<{ id: number }>()
    expect((await waiting(server, owner)).result.map((words) => words.id)).toContain(again.id)
  })

  it('is listed once, however often they are blocked', async () => {
    const { id, email } = await newWords()
    await block(id)
    await block(id)
    expect((await blocked()).filter(({ author_email }) => author_email === email)).toHaveLength(1)
  })

  it('is nobody where the address is not known', async () => {
    const { id } = (await leaveWords(server, memorialId, { token: owner })).json<{ id: number }>()
    expect((await block(id)).statusCode).toBe(409)
  })
})

it('takes ten words an hour of one author, from whatever address, and more of those who keep the page', async () => {
  const email = newAuthor()
  const statuses: number[] = []
  for (let number = 1; number <= 11; number++) {
    const tagged = email.replace('@', `+${number}@`)
    statuses.push((await leaveWords(server, memorialId, { author_email: tagged })).statusCode)
  }
  expect(statuses).toEqual([...Array<number>(10).fill(201), 429])
  for (let number = 1; number <= 11; number++) {
    expect((await leaveWords(server, memorialId, { token: owner })).statusCode).toBe(201)
  }
})
