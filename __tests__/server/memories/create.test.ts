import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { aVisitorWithPin, GUEST_EMAIL, leaveWords, lettersAboutWords, shown, waiting } from './words'

const EMAIL_WANTED = 'Пожалуйста, введите корректный email адрес.'
const FIELDS_WANTED = "Пожалуйста, заполните поля 'Воспоминание' и 'Ваше имя'."

let server: TestApp
let owner: Awaited<ReturnType<typeof anOwner>>
let memorialId: number

beforeAll(async () => {
  server = await startTestApp()
  owner = await anOwner(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  memorialId = (await aStoredMemorial(server, owner.token)).id
})

const theirEmailAtTheOwner = async () =>
  (await waiting(server, owner.token)).result.find(({ memorials_id }) => memorials_id === memorialId)?.author_email

it('keeps a guest’s words until they are decided on, and writes to the owner of the page', async () => {
  const { user, token } = await anOwner(server)
  const { id } = await aStoredMemorial(server, token)

  const response = await leaveWords(server, id, { author_email: GUEST_EMAIL })

  expect(response.statusCode).toBe(201)
  expect(response.json()).toEqual({
    id: expect.any(Number),
    memorials_id: id,
    description: 'Помню его уроки.',
    author: 'Ольга',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    reply: null,
    voice: null,
    photo_path: null,
    photo_width: null,
    photo_height: null,
    status: 'pending',
  })
  expect(await shown(server, id)).toMatchObject({ result: [], total: 0 })
  expect(await lettersAboutWords(server, user.email)).toEqual([
    expect.objectContaining({ text: expect.stringContaining('«Ёлкин Пётр Андреевич»') }),
  ])
  expect(await lettersAboutWords(server, GUEST_EMAIL)).toEqual([])
})

it('keeps the words of an account too, under its own e-mail whatever the body says', async () => {
  const { user, token } = await server.signUp()
  const response = await leaveWords(server, memorialId, { token, author_email: 'another@example.org' })
  expect([response.statusCode, response.json()]).toEqual([201, expect.objectContaining({ status: 'pending' })])
  expect((await shown(server, memorialId)).total).toBe(0)
  expect(await theirEmailAtTheOwner()).toBe(user.email)
})

it.each([undefined, null, 'not an address'])('asks an account for no e-mail: %p', async (email) => {
  const { token } = await server.signUp()
  expect((await leaveWords(server, memorialId, { token, author_email: email })).statusCode).toBe(201)
})

it('shows the owner’s own words at once, and writes to nobody', async () => {
  const { user, token } = await anOwner(server)
  const { id } = await aStoredMemorial(server, token)
  const response = await leaveWords(server, id, { token, author_email: undefined })
  expect([response.statusCode, response.json()]).toEqual([201, expect.objectContaining({ status: 'approved' })])
  expect((await shown(server, id)).total).toBe(1)
  expect(await lettersAboutWords(server, user.email)).toEqual([])
})

it('takes whoever comes with a dead token for a guest', async () => {
  const token = 'dead'
  expect((await leaveWords(server, memorialId, { token })).json()).toMatchObject({ status: 'pending' })
  expect((await leaveWords(server, memorialId, { token, author_email: undefined })).statusCode).toBe(422)
})

it.each([
  [undefined],
  [null],
  [''],
  ['olga'],
  ['olga@example'],
  ['olga example@mail.ru'],
  ['a@example.org,b@example.org'],
])('asks a guest for a good e-mail: %p is none', async (email) => {
  const response = await leaveWords(server, memorialId, { author_email: email })
  expect(response.statusCode).toBe(422)
  expect(response.json()).toEqual({
    detail: [{ type: expect.any(String), loc: ['body', 'author_email'], msg: EMAIL_WANTED }],
  })
})

it.each([
  ['words', 'description', undefined],
  ['words', 'description', ' \n\u0007 '],
  ['a name', 'author', undefined],
  ['a name', 'author', ' \u202e '],
])('asks for %s', async (_what, field, value) => {
  const response = await leaveWords(server, memorialId, { [field]: value })
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({ detail: [{ loc: ['body', field], msg: FIELDS_WANTED }] })
})

it.each([
  ['description', 5_000],
  ['author', 100],
])('takes as %s %i characters and not one more', async (field, most) => {
  expect((await leaveWords(server, memorialId, { [field]: 'я'.repeat(most) })).statusCode).toBe(201)
  const refusal = await leaveWords(server, memorialId, { [field]: 'я'.repeat(most + 1) })
  expect(refusal.statusCode).toBe(422)
  expect(refusal.json()).toMatchObject({ detail: [{ loc: ['body', field] }] })
})

it('cleans words before it keeps them', async () => {
  const response = await leaveWords(server, memorialId, {
    description: '  и\u0306од\u0007\r\nи\tсоль\u202e ',
    author: ' Оль\nга\u2066 ',
  })
  expect(response.json()).toMatchObject({ description: 'йод\nи\tсоль', author: 'Оль га' })
})

it.each([
  ['a NUL', 'а\0б'],
  ['half a character', 'а\ud83d'],
  ['a number', 7],
])('refuses %s for words', async (_what, description) => {
  const response = await leaveWords(server, memorialId, { description })
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({ detail: [{ loc: ['body', 'description'] }] })
})

it('lets nobody write on a closed page but its owner and who has its memorial token', async () => {
  const closed = await aStoredMemorial(server, owner.token, { public_status: 'false' })
  const other = await aStoredMemorial(server, owner.token, { public_status: 'false' })
  const { token: stranger } = await server.signUp()
  const visitor = await aVisitorWithPin(server, owner.token, closed.id)
  const statusOf = async (token?: string) => (await leaveWords(server, closed.id, token ? { token } : {})).statusCode

  expect([await statusOf(), await statusOf(stranger)]).toEqual([403, 403])
  expect(await statusOf(await aVisitorWithPin(server, owner.token, other.id))).toBe(403)
  expect((await leaveWords(server, closed.id, { token: visitor })).json()).toMatchObject({ status: 'pending' })
  expect((await leaveWords(server, closed.id, { token: visitor, author_email: undefined })).statusCode).toBe(422)
  expect(await statusOf(owner.token)).toBe(201)
})

it('knows no page that is not there, and no page that is no number', async () => {
  expect((await leaveWords(server, 999_999)).statusCode).toBe(404)
  for (const memorials_id of ['abc', 0, 99_999_999_999, undefined]) {
    const response = await leaveWords(server, memorialId, { memorials_id })
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ detail: [{ loc: ['body', 'memorials_id'] }] })
  }
})

it('refuses an account whose e-mail is not verified', async () => {
  const { token } = await server.signUp({ verified: false })
  expect((await leaveWords(server, memorialId, { token })).statusCode).toBe(403)
})

it('decides itself what state words are in', async () => {
  const response = await leaveWords(server, memorialId, { status: 'approved', id: 1, created_at: '1990-01-01' })
  expect(response.json()).toMatchObject({ status: 'pending', created_at: expect.not.stringContaining('1990') })
  expect((await shown(server, memorialId)).total).toBe(0)
})
