import { hashPassword } from '@server/lib/password'
import { insertSession } from '@server/modules/accounts/session-repository'
import { findUserByEmail, replacePassword } from '@server/modules/accounts/user-repository'
import { startTestApp, type TestApp } from '@support/server-app'
import { personAt } from './person'

let server: TestApp

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

it('opens no session for a password that was changed while it was being checked', async () => {
  await personAt(server, '10.6.0.1').register('changed@example.org')
  const checked = await findUserByEmail(server.db, 'changed@example.org')
  if (!checked) throw new Error('no account')
  const change = async () => replacePassword(server.db, checked, await hashPassword('Another-Password-1'))
  expect(await change()).toBe(true)

  expect(await insertSession(server.db, checked, 'token', 60)).toBe(false)
  expect(await change()).toBe(false)
  expect(await server.db.selectFrom('sessions').selectAll().execute()).toEqual([])
})
