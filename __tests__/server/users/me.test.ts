import { userSchema } from '@contract/user'
import { startTestApp, type TestApp } from '@support/server-app'

let server: TestApp

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

it.each([
  ['verified', true],
  ['not yet verified', false],
])('shows an account that is %s to its holder, and nothing that should stay here', async (_what, verified) => {
  const { user, token } = await server.signUp({ verified })
  const response = await server.api({ url: '/users/me', token })
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual(user)
  expect(Object.keys(response.json<object>()).sort()).toEqual(Object.keys(userSchema.fields).sort())
})

it('answers with and without the slash at the end', async () => {
  const { user, token } = await server.signUp()
  expect((await server.api({ url: '/users/me/', token })).json()).toEqual(user)
})

it.each([
  undefined,
  '',
  'Bearer',
  'Bearer x',
  'Basic YTpi',
  'Bearer a b',
  `Bearer ${'x'.repeat(600)}`,
  'Bearer \u00e9',
])('answers 401 to the header %.20j', async (authorization) => {
  const response = await server.api({ url: '/users/me', headers: authorization === undefined ? {} : { authorization } })
  expect(response.statusCode).toBe(401)
  expect(response.json()).toEqual({ detail: 'Unauthorized' })
  expect(response.headers['www-authenticate']).toBe('Bearer')
})

it('answers 401 once the account is closed', async () => {
  const { user, token } = await server.signUp()
  await server.db.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute()
  expect((await server.api({ url: '/users/me', token })).statusCode).toBe(401)
})

describe('how the account is called', () => {
  const rename = (token: string, payload: object) => server.api({ method: 'PATCH', url: '/users/me', token, payload })

  it.each([
    ['Тётя Оля', 'Тётя Оля'],
    ['  А.С.  Иванов ', 'А.С. Иванов'],
    ['Иванов А. С.', 'Иванов А. С.'],
    ['Мария-Анна О’Нил', 'Мария-Анна О’Нил'],
    ["Jean d'Arc", "Jean d'Arc"],
    ['Й'.repeat(100), 'Й'.repeat(100)],
    ['', null],
    [null, null],
  ])('is called as its holder says: %j', async (name, stored) => {
    const { user, token } = await server.signUp()
    const other = await server.signUp()
    const renamed = await rename(token, { display_name: name })
    expect([renamed.statusCode, renamed.json()]).toEqual([200, { ...user, display_name: stored }])
    expect((await server.api({ url: '/users/me', token })).json()).toMatchObject({ display_name: stored })
    expect((await server.api({ url: '/users/me', token: other.token })).json()).toMatchObject({ display_name: null })
  })

  it.each([
    'pomnim.example',
    'Зайдите на сайт.рф',
    'https://pomnim.example',
    'www.a.b.ru',
    'a@b',
    'Ivan <b>',
    'Иван/Пётр',
    '8 800 555',
    '.',
    '- -',
    'Оля\u2024ру',
    'Й'.repeat(101),
    'Оля 😀',
    '.ру',
  ])('is not %j', async (display_name) => {
    const { token } = await server.signUp()
    expect((await rename(token, { display_name })).statusCode).toBe(422)
  })

  it('is not left out', async () => {
    const { token } = await server.signUp()
    expect((await rename(token, {})).statusCode).toBe(422)
    expect((await rename(token, { display_name: 5 })).statusCode).toBe(422)
  })
})
