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
