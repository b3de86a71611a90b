import { DECISIONS_AT_ONCE } from '@contract/limits'
import type { DecisionOutcomes } from '@contract/memory'
import { recordReached } from '@server/mail/repository'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { decide, leaveWords, lettersAboutWords, shown, waiting, waitingWords } from './words'

const ALREADY = { detail: 'По этому воспоминанию решение уже принято.' }

const MODERATOR_EMAIL = 'moderator@example.org'

let server: TestApp
let moderator: string
let owner: string
let memorialId: number
let authors = 0

beforeAll(async () => {
  server = await startTestApp({ PUBLIC_URL: 'https://pomnim.example', MODERATOR_EMAILS: MODERATOR_EMAIL })
  moderator = (await server.signUp({ email: MODERATOR_EMAIL })).token
  owner = (await anOwner(server)).token
  memorialId = (await aStoredMemorial(server, owner)).id
})
afterAll(() => server.close())

/** A memory by an author who has got no letter yet. */
async function newWords() {
  const email = `author-${++authors}@example.org`
  return { email, ...(await waitingWords(server, memorialId, { author_email: email })) }
}

const shownIds = async () => (await shown(server, memorialId, { limit: '100' })).result.map(({ id }) => id)

it('shows words that were approved, and writes to their author', async () => {
  const { id, email } = await newWords()
  await recordReached(server.db, server.secretKey, email)

  const response = await decide(server, id, 'approved', owner)

  expect([response.statusCode, response.json()]).toEqual([200, { id, status: 'approved' }])
  expect(await shownIds()).toContain(id)
  const letters = await lettersAboutWords(server, email)
  expect(letters).toHaveLength(1)
  expect(letters[0]?.subject).toBe('Ваши слова памяти опубликованы')
  expect(letters[0]?.text).toContain(`https://pomnim.example/memorials/${memorialId}`)
  expect(letters[0]?.text).toContain('«Ёлкин Пётр Андреевич»')
  expect(letters[0]?.text).toContain('«Помню его уроки.»\nОльга')
})

it('never shows words that were rejected, and tells their author gently', async () => {
  const { id, email } = await newWords()

  const response = await decide(server, id, 'rejected', owner)

  expect([response.statusCode, response.json()]).toEqual([200, { id, status: 'rejected' }])
  expect(await shownIds()).not.toContain(id)
  expect((await waiting(server, owner)).result.map((words) => words.id)).not.toContain(id)
  const [letter, ...more] = await lettersAboutWords(server, email)
  expect(more).toEqual([])
  expect(letter?.text).toContain('Близкие решили пока не публиковать их.')
  expect(letter?.text).toContain('это не значит, что ваши слова не важны')
  expect(`${letter?.subject} ${letter?.text}`).not.toMatch(/отклон|отказ|наруш|!/i)
})

it('does not say of what a moderator rejected that the family decided so', async () => {
  const { id, email } = await newWords()
  await decide(server, id, 'rejected', moderator)
  const [letter] = await lettersAboutWords(server, email)
  expect(letter?.text).toContain('Модератор сервиса не опубликовал эти слова.')
  expect(letter?.text).not.toMatch(/близки/i)
})

it('writes to the address that came with the words, never to the one that comes with the decision', async () => {
  const { id, email } = await newWords()
  await decide(server, id, 'approved', owner, { author_email: 'eve@example.org' })
  expect(await lettersAboutWords(server, email)).toHaveLength(1)
  expect(await lettersAboutWords(server, 'eve@example.org')).toEqual([])
})

it('writes to an account at its own address', async () => {
  const { user, token } = await server.signUp()
  const { id } = (await leaveWords(server, memorialId, { token })).json<{ id: number }>()
  await decide(server, id, 'approved', owner)
  expect(await lettersAboutWords(server, user.email)).toHaveLength(1)
})

it.each([undefined, null, '', 'not an address'])('does not mind %p for the e-mail of a decision', async (email) => {
  const { id } = await newWords()
  expect((await decide(server, id, 'approved', owner, { author_email: email })).statusCode).toBe(200)
})

it.each([
  ['approved', 'rejected'],
  ['rejected', 'approved'],
  ['approved', 'approved'],
] as const)('lets a decision stand: after %s no %s', async (first, second) => {
  const { id, email } = await newWords()
  await decide(server, id, first, owner)
  const before = await shownIds()

  const again = await decide(server, id, second, owner)

  expect([again.statusCode, again.json()]).toEqual([409, ALREADY])
  expect(await shownIds()).toEqual(before)
  expect(await lettersAboutWords(server, email)).toHaveLength(1)
})

it('counts exactly one of two decisions at once', async () => {
  const { id, email } = await newWords()
  const answers = await Promise.all([decide(server, id, 'approved', owner), decide(server, id, 'rejected', owner)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(await lettersAboutWords(server, email)).toHaveLength(1)
})

it('has nothing to decide about an owner’s own words', async () => {
  const { id } = (await leaveWords(server, memorialId, { token: owner })).json<{ id: number }>()
  expect((await decide(server, id, 'rejected', owner)).statusCode).toBe(409)
  expect(await shownIds()).toContain(id)
})

it.each(['pending', 'APPROVED', '', 'maybe', 1, null, undefined])('takes %p for no decision', async (decision) => {
  const { id } = await newWords()
  const response = await decide(server, id, 'approved', owner, { decision })
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({ detail: [{ loc: ['body', 'decision'] }] })
  expect((await waiting(server, owner)).result.map((words) => words.id)).toContain(id)
})

describe('several decisions in one request', () => {
  const decideAll = (decisions: unknown) =>
    server.api({ method: 'POST', url: '/memories/moderate', token: owner, payload: { decisions } })

  it('count each by itself, and each author is told of theirs', async () => {
    const [kind, unkind, earlier] = [await newWords(), await newWords(), await newWords()]
    await decide(server, earlier.id, 'rejected', owner)

    const response = await decideAll([
      { id: kind.id, decision: 'approved' },
      { id: 999_999, decision: 'approved' },
      { id: unkind.id, decision: 'rejected' },
      { id: earlier.id, decision: 'approved' },
      { id: kind.id, decision: 'rejected' },
    ])

    expect(response.statusCode).toBe(200)
    expect(response.json<DecisionOutcomes>().result).toEqual([
      { id: kind.id, outcome: 'decided' },
      { id: 999_999, outcome: 'not_found' },
      { id: unkind.id, outcome: 'decided' },
      { id: earlier.id, outcome: 'decided_before' },
      { id: kind.id, outcome: 'decided_before' },
    ])
    const ids = await shownIds()
    expect([kind.id, unkind.id, earlier.id].filter((id) => ids.includes(id))).toEqual([kind.id])
    expect((await lettersAboutWords(server, kind.email)).map(({ subject }) => subject)).toEqual([
      'Ваши слова памяти опубликованы',
    ])
    expect(await lettersAboutWords(server, unkind.email)).toHaveLength(1)
  })

  it.each([
    [undefined],
    ['approved'],
    [[{ id: 1 }]],
    [[{ decision: 'approved' }]],
    [[{ id: 1, decision: 'pending' }]],
    [[null]],
    [Array.from({ length: DECISIONS_AT_ONCE + 1 }, () => ({ id: 1, decision: 'approved' }))],
  ])('are not read from %j', async (decisions) => {
    expect((await decideAll(decisions)).statusCode).toBe(422)
  })
})
