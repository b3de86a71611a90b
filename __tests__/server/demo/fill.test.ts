import path from 'node:path'
import type { MemorialPage } from '@contract/memorial'
import { DEMO_MODERATOR_EMAIL, DEMO_OWNER_EMAIL, demoAccount } from '@server/demo/accounts'
import { fillWithDemoContent } from '@server/demo/fill'
import { startTestApp, type TestApp } from '@support/server-app'

const SECRET_KEY = 'a key of some installation, long enough'

let server: TestApp

beforeAll(async () => {
  server = await startTestApp()
  await fill()
}, 60_000)
afterAll(() => server.close())

async function fill(): Promise<void> {
  const { db, library } = server
  await fillWithDemoContent({ db, library, secretKey: SECRET_KEY }, path.resolve('config/demo'))
}

async function list(query: Record<string, string> = {}, url = '/memorial/public_memorials'): Promise<MemorialPage> {
  return (await server.api({ url, query })).json()
}

it('remembers about sixty people, heroes among them, each with a portrait', async () => {
  const { total, result } = await list({ limit: '100' })
  expect(total).toBeGreaterThan(55)
  expect((await list({}, '/memorial/swo_memorials')).total).toBeGreaterThan(10)
  for (const { photo_path: photo } of result) expect((await server.app.inject(photo ?? '')).statusCode).toBe(200)
})

async function signIn(demoEmail: string): Promise<string> {
  const { email, password } = demoAccount(demoEmail, SECRET_KEY)
  const response = await server.api({
    method: 'POST',
    url: '/auth/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: 'password', username: email, password }).toString(),
  })
  return response.json<{ access_token: string }>().access_token
}

it('lets the demo owner in with the password that the start prints', async () => {
  const token = await signIn(DEMO_OWNER_EMAIL)
  const own = (await server.api({ url: '/memorial/my_memorials', token })).json<MemorialPage>()
  expect(own.result.length).toBeGreaterThan(1)
})

it('lets the demo moderator moderate, without a setting', async () => {
  const token = await signIn(DEMO_MODERATOR_EMAIL)
  expect((await server.api({ url: '/users/me', token })).json()).toMatchObject({ is_moderator: true })
})

it('gives no two installations the same password', () => {
  expect(demoAccount(DEMO_OWNER_EMAIL, SECRET_KEY)).not.toEqual(demoAccount(DEMO_OWNER_EMAIL, 'another key'))
})

it('fills only what is empty', async () => {
  const before = (await list()).total
  await fill()
  expect((await list()).total).toBe(before)
})
