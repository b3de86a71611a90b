import type { AddressInfo } from 'node:net'
import { API_BASE_PATH } from '@contract/paths'
import { aLog } from '@support/recorded-log'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner } from '@support/test-memorials'
import { until } from '@support/until'

const NAME = 'Евстигнеева'

let server: TestApp
let url: string
const { log, lines, written, clear } = aLog()

beforeAll(async () => {
  server = await startTestApp({}, { log })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}${API_BASE_PATH}`
})
afterAll(() => server.close())
beforeEach(clear)

const refusals = () =>
  lines()
    .filter(({ security }) => /_refused$|^limit_met$/.test(String(security)))
    .map(({ security, kind, account }) => ({ security, kind, ...(account !== undefined && { account }) }))

async function refused(): Promise<ReturnType<typeof refusals>> {
  await until(() => refusals().length > 0)
  return refusals()
}

const ask = (path: string, { token, body }: { token?: string; body?: object } = {}) =>
  fetch(url + path, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
  })

it('tells the operator of a token that is no good, without the token', async () => {
  const token = 'no-good-token-of-this-test'
  expect((await ask('/users/me', { token })).status).toBe(401)
  expect(await refused()).toEqual([{ security: 'token_refused', kind: `GET ${API_BASE_PATH}/users/me` }])
  expect(written()).not.toContain(token)
})

it('tells the operator which account asked for what it may not have', async () => {
  const stranger = await anOwner(server)
  expect((await ask('/reports/pending', { token: stranger.token })).status).toBe(403)
  expect(await refused()).toEqual([
    { security: 'access_refused', kind: `GET ${API_BASE_PATH}/reports/pending`, account: stranger.user.id },
  ])
})

it('tells the operator of refused input, but not what it was', async () => {
  expect((await ask('/auth/forgot-password', { body: { email: NAME } })).status).toBe(422)
  expect(await refused()).toEqual([{ security: 'input_refused', kind: `POST ${API_BASE_PATH}/auth/forgot-password` }])
  expect(written()).not.toContain(NAME)
})

it('writes one line for what an address is refused again and again', async () => {
  for (let time = 0; time < 5; time++) expect((await ask('/users/me/sessions')).status).toBe(401)
  expect((await ask('/memorial/my_memorials')).status).toBe(401)
  await until(() => refusals().length > 1)
  expect(refusals().map(({ kind }) => kind)).toEqual([
    `GET ${API_BASE_PATH}/users/me/sessions`,
    `GET ${API_BASE_PATH}/memorial/my_memorials`,
  ])
})
