import { verifyEmailResult } from '@contract/paths'
import { startTestApp, type TestApp } from '@support/server-app'
import { lastTokenFor, letLinksExpire, lettersTo, personAt } from './person'

let server: TestApp
let vera: ReturnType<typeof personAt>

beforeAll(async () => {
  server = await startTestApp({ MODERATOR_EMAILS: 'Moderator@example.org' })
  vera = personAt(server, '10.4.0.1')
})
afterAll(() => server.close())

const open = (query: string) => server.api({ url: `/auth/verify${query}` })

async function expectResult(query: string, result: 'success' | 'error'): Promise<void> {
  const response = await open(query)
  expect(response.statusCode).toBe(303)
  expect(response.headers.location).toBe(verifyEmailResult(result))
}

async function isVerified(token: string): Promise<boolean> {
  return (await server.api({ url: '/users/me', token })).json<{ is_verified: boolean }>().is_verified
}

it('verifies the e-mail by the link of the letter, and again by the same link', async () => {
  const session = await vera.settle('vera@example.org')
  const token = await lastTokenFor(server, 'vera@example.org')

  await expectResult(`?token=${token}`, 'success')

  expect(await isVerified(session)).toBe(true)
  await expectResult(`?token=${token}`, 'success')
})

it('makes a moderator of an address in MODERATOR_EMAILS only once it is verified', async () => {
  const session = await vera.settle('moderator@example.org')
  const me = async () => (await server.api({ url: '/users/me', token: session })).json<{ is_moderator: boolean }>()
  expect((await me()).is_moderator).toBe(false)

  await open(`?token=${await lastTokenFor(server, 'moderator@example.org')}`)

  expect((await me()).is_moderator).toBe(true)
})

it('verifies once for two clicks at once, and says success to both', async () => {
  const session = await vera.settle('clicks@example.org')
  const token = await lastTokenFor(server, 'clicks@example.org')
  await Promise.all([expectResult(`?token=${token}`, 'success'), expectResult(`?token=${token}`, 'success')])
  expect(await isVerified(session)).toBe(true)
})

it('refuses a link older than a day, and takes the one of a new letter', async () => {
  const session = await vera.settle('late@example.org')
  const token = await lastTokenFor(server, 'late@example.org')
  await letLinksExpire(server)

  await expectResult(`?token=${token}`, 'error')
  expect(await isVerified(session)).toBe(false)

  const response = await vera.post('/auth/request-verify-token', { email: 'LATE@example.org' })
  expect(response.statusCode).toBe(202)
  expect(response.body).toBe('null')
  await expectResult(`?token=${await lastTokenFor(server, 'late@example.org')}`, 'success')
  expect(await isVerified(session)).toBe(true)
})

it('gives a link 24 hours', async () => {
  await vera.register('hours@example.org')
  const { expires_at: end, created_at: start } = await server.db
    .selectFrom('email_tokens')
    .select(['expires_at', 'created_at'])
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  expect(end.getTime() - start.getTime()).toBe(24 * 3600 * 1000)
})

it('takes no link of another kind', async () => {
  const session = await vera.settle('other@example.org')
  await vera.post('/auth/forgot-password', { email: 'other@example.org' })
  await expectResult(`?token=${await lastTokenFor(server, 'other@example.org')}`, 'error')
  expect(await isVerified(session)).toBe(false)
})

it.each([
  '',
  '?token=',
  '?token=wrong',
  '?token=%00',
  '?token=a&token=b',
  '?token[$ne]=x',
  `?token=${'x'.repeat(8000)}`,
])('answers %.40s with the error screen', (query) => expectResult(query, 'error'))

it('writes only where a letter helps, and says the same everywhere', async () => {
  const session = await vera.settle('done@example.org')
  await open(`?token=${await lastTokenFor(server, 'done@example.org')}`)
  expect(await isVerified(session)).toBe(true)
  await vera.register('closed@example.org')
  await server.db.updateTable('users').set({ is_active: false }).where('email', '=', 'closed@example.org').execute()

  for (const email of ['done@example.org', 'closed@example.org', 'nobody@example.org']) {
    const before = await lettersTo(server, email)
    const response = await vera.post('/auth/request-verify-token', { email })
    expect([response.statusCode, response.body]).toEqual([202, 'null'])
    expect(await lettersTo(server, email)).toEqual(before)
  }
})

it('writes to one address five times an hour at most', async () => {
  await vera.register('flooded@example.org')
  const flooders = Array.from({ length: 7 }, (_, index) => personAt(server, `10.4.1.${index}`))

  const responses = await Promise.all(
    flooders.map((flooder) => flooder.post('/auth/request-verify-token', { email: 'flooded@example.org' })),
  )

  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([202, 202, 202, 202, 202, 429, 429])
  expect(await lettersTo(server, 'flooded@example.org')).toHaveLength(1 + 5)
})
