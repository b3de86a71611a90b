import { verifyEmailResult } from '@contract/paths'
import { giveFactor } from '@support/factors'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { lastTokenFor, letLinksExpire, lettersTo, NEW_PASSWORD, PASSWORD, personAt } from './person'

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

it.each(['/auth/verify', '/auth/verify/'])('verifies nobody who only asks whether %s is there', async (url) => {
  const email = `head-${url.length}@example.org`
  const session = await vera.settle(email)
  const token = await lastTokenFor(server, email)

  const response = await server.api({ method: 'HEAD', url: `${url}?token=${token}` })

  expect(response.statusCode).toBe(405)
  expect(await isVerified(session)).toBe(false)
  await expectResult(`?token=${token}`, 'success')
})

it.each([
  ['a picture of another page', { 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' }],
  ['a frame of another page', { 'sec-fetch-dest': 'iframe' }],
  ['a script of another page', { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'cross-site' }],
  ['a browser that fetches it ahead', { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch;prerender' }],
])('verifies nobody whose link is opened by %s, and the reader still can', async (who, headers) => {
  const email = `embedded-${who.length}@example.org`
  const session = await vera.settle(email)
  const query = `?token=${await lastTokenFor(server, email)}`

  const response = await server.api({ url: `/auth/verify${query}`, headers })
  expect([response.statusCode, await isVerified(session)]).toEqual([403, false])

  const opened = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' }
  const read = await server.api({ url: `/auth/verify${query}`, headers: opened })
  expect([read.statusCode, await isVerified(session)]).toEqual([303, true])
})

describe('an address of MODERATOR_EMAILS', () => {
  const EMAIL = 'moderator@example.org'
  const isModerator = async (token: string) =>
    (await server.api({ url: '/users/me', token })).json<{ is_moderator: boolean }>().is_moderator
  const decides = async (token: string) =>
    (await server.api({ url: '/memories/pending', token })).json<{ result: unknown[] }>().result.length > 0
  const resetBy = (token: string) => vera.post('/auth/reset-password', { token, password: NEW_PASSWORD })
  const tokenOf = async (password: string) =>
    (await vera.login(EMAIL, password)).json<{ access_token: string }>().access_token

  beforeAll(async () => {
    const { token } = await anOwner(server)
    const { id } = await aStoredMemorial(server, token)
    await server.db
      .insertInto('memories')
      .values({ memorials_id: id, author: 'Зоя', description: 'Помню.', status: 'pending' })
      .execute()
  })
  beforeEach(() => server.db.deleteFrom('users').where('email_key', '=', EMAIL).execute())

  it('is no moderator for who registered it, though a mail scanner has opened the link', async () => {
    const session = await vera.settle(EMAIL)
    await open(`?token=${await lastTokenFor(server, EMAIL)}`)

    expect(await isVerified(session)).toBe(true)
    expect([await isModerator(session), await decides(session)]).toEqual([false, false])
  })

  it('is one once the password is set by the letter that confirming sends by itself, and stays it', async () => {
    await vera.settle(EMAIL)
    await open(`?token=${await lastTokenFor(server, EMAIL)}`)
    const letters = await lettersTo(server, EMAIL)
    expect(letters.at(-1)).toMatchObject({
      subject: 'Адрес подтверждён: задайте пароль',
      text: expect.stringContaining(`${server.config.site.publicUrl}/reset-password/`),
    })

    expect((await resetBy(await lastTokenFor(server, EMAIL))).statusCode).toBe(200)
    const session = await tokenOf(NEW_PASSWORD)
    expect([await isModerator(session), await decides(session)]).toEqual([true, false])
    const { id } = await server.db.selectFrom('users').select('id').where('email', '=', EMAIL).executeTakeFirstOrThrow()
    await giveFactor(server.db, id)
    expect(await decides(session)).toBe(true)
    await server.db.deleteFrom('factors').where('user_id', '=', id).execute()

    await vera.post('/users/me/change-password', { current_password: NEW_PASSWORD, new_password: PASSWORD }, session)
    expect([await isModerator(session), await isModerator(await tokenOf(PASSWORD))]).toEqual([true, true])
  })

  it('is none for a password that was set by a letter before the address was confirmed', async () => {
    await vera.settle(EMAIL)
    const confirmation = await lastTokenFor(server, EMAIL)
    await vera.post('/auth/forgot-password', { email: EMAIL })
    await resetBy(await lastTokenFor(server, EMAIL))
    await open(`?token=${confirmation}`)

    expect(await isModerator(await tokenOf(NEW_PASSWORD))).toBe(false)
  })

  it('is written to once, however many links are opened', async () => {
    await vera.settle(EMAIL)
    const first = await lastTokenFor(server, EMAIL)
    await vera.post('/auth/request-verify-token', { email: EMAIL })
    const second = await lastTokenFor(server, EMAIL)
    const before = (await lettersTo(server, EMAIL)).length

    for (const token of [first, second, first]) await expectResult(`?token=${token}`, 'success')

    expect(await lettersTo(server, EMAIL)).toHaveLength(before + 1)
  })
})

it('writes no such letter to anybody else, and remembers when an address was first confirmed', async () => {
  await vera.settle('plain@example.org')
  await open(`?token=${await lastTokenFor(server, 'plain@example.org')}`)
  expect(await lettersTo(server, 'plain@example.org')).toHaveLength(1)

  const instant = () =>
    server.db.selectFrom('users').select('verified_at').where('email', '=', 'plain@example.org').executeTakeFirst()
  const before = await instant()
  expect(before?.verified_at).toBeInstanceOf(Date)
  await open(`?token=${await lastTokenFor(server, 'plain@example.org')}`)
  expect(await instant()).toEqual(before)
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

it('takes all spellings of a mailbox for one', async () => {
  const statuses: number[] = []
  for (let label = 0; label < 6; label++) {
    const asker = personAt(server, `10.4.2.${label}`)
    statuses.push((await asker.post('/auth/request-verify-token', { email: `kin+${label}@example.org` })).statusCode)
  }
  expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
})
