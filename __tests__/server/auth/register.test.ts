import { sql } from 'kysely'
import { CONSENT_VERSION } from '@contract/consent'
import { REGISTER_INVALID_PASSWORD, REGISTER_USER_ALREADY_EXISTS } from '@contract/errors'
import { PASSWORD_RULES } from '@contract/fields'
import { aLog } from '@support/recorded-log'
import { startTestApp, type TestApp } from '@support/server-app'
import { lettersTo, PASSWORD, personAt } from './person'
import { makeHashesReal } from '@support/worker/cheap-hashes'

beforeAll(makeHashesReal)

/** As config/legal says. */
const IN_FORCE = { agreement_edition: '2026-11-26', policy_edition: '2026-11-30' }

const { log, lines } = aLog()
let server: TestApp
let anna: ReturnType<typeof personAt>

beforeAll(async () => {
  server = await startTestApp({}, { log })
  anna = personAt(server, '10.1.0.1')
})
afterAll(() => server.close())

const accountsOf = (email: string) =>
  server.db.selectFrom('users').selectAll().where('email_key', '=', email.toLowerCase()).execute()

it('answers with the new account', async () => {
  const response = await anna.register('  Anna@Example.org ')

  expect(response.statusCode).toBe(201)
  expect(response.json()).toEqual({
    id: expect.any(Number),
    email: 'Anna@Example.org',
    is_active: true,
    is_superuser: false,
    is_verified: false,
    is_moderator: false,
    display_name: null,
    factor_missing: false,
    has_pin: false,
    max_memorials: 5,
    advanced_memorials_left: 0,
    bonus_gb_left: 0,
  })
})

it('keeps of the password nothing but an argon2id hash of 19 MiB', async () => {
  await anna.register('hash@example.org')
  const [account] = await accountsOf('hash@example.org')
  expect(account?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

it('records which consent was given, when and from where, with the other texts in force, and none where none was given', async () => {
  const before = Date.now()
  await anna.register('consent-1@example.org')
  await anna.post('/auth/register', {
    email: 'consent-2@example.org',
    password: PASSWORD,
    consent_version: CONSENT_VERSION,
  })

  const consents = await server.db
    .selectFrom('users')
    .leftJoin('consents', 'users.id', 'consents.user_id')
    .select(['email', 'version', 'address', 'given_at', 'agreement_edition', 'policy_edition'])
    .where('email', 'like', 'consent%')
    .orderBy('email')
    .execute()

  expect(consents).toMatchObject([
    { email: 'consent-1@example.org', version: null },
    { email: 'consent-2@example.org', version: CONSENT_VERSION, address: '10.1.0.1', ...IN_FORCE },
  ])
  expect(Math.abs((consents[1]?.given_at?.getTime() ?? 0) - before)).toBeLessThan(60_000)
})

it.each(['2026-01-01', '', ' ', null, 20250618, [CONSENT_VERSION]])(
  'takes no account with the consent %j, which nobody was ever shown',
  async (consent_version) => {
    const email = 'no-such-consent@example.org'
    const response = await anna.post('/auth/register', { email, password: PASSWORD, consent_version })
    expect(response.statusCode).toBe(422)
    expect(response.json<{ detail: { loc: string[] }[] }>().detail[0]?.loc).toEqual(['body', 'consent_version'])
    expect(await accountsOf(email)).toEqual([])
  },
)

it('writes one letter, to the address itself', async () => {
  await anna.register('letter@example.org')
  const letters = await lettersTo(server, 'letter@example.org')
  expect(letters).toHaveLength(1)
  expect(letters[0]?.text).toContain(`${server.config.site.publicUrl}/api/v1/auth/verify?token=`)
})

it('refuses a second account with the same e-mail, whatever the case', async () => {
  await anna.register('twice@example.org')

  const response = await anna.register('TWICE@Example.ORG')

  expect(response.statusCode).toBe(400)
  expect(response.json()).toEqual({ detail: REGISTER_USER_ALREADY_EXISTS })
  expect(await lettersTo(server, 'TWICE@Example.ORG')).toEqual([])
})

it('makes no account when its letter cannot be written', async () => {
  await sql`alter table letters add constraint no_letter check (recipient <> 'atomic@example.org')`.execute(server.db)

  const response = await anna.register('atomic@example.org')

  await sql`alter table letters drop constraint no_letter`.execute(server.db)
  expect(response.statusCode).toBe(500)
  expect(response.json()).toMatchObject({ detail: 'Internal Server Error' })
  expect(await accountsOf('atomic@example.org')).toEqual([])
  expect(lines().filter(({ level }) => level === 50)).toMatchObject([{ msg: 'unexpected failure' }])
})

it('names every rule that a password breaks', async () => {
  const response = await anna.register('weak@example.org', '...')
  expect(response.statusCode).toBe(400)
  expect(response.json()).toEqual({
    detail: { code: REGISTER_INVALID_PASSWORD, reason: PASSWORD_RULES.map(({ message }) => message).join('\n') },
  })
})

it.each(['Password1', 'Qwerty123', 'pASSWORD1', 'Йцукен123', '1Qaz2wsx', 'Dragon123'])(
  'refuses the well-known password %s',
  async (password) => {
    // Each with another mailbox: one mailbox has five attempts a day.
    const response = await anna.register(
      `well-known-${password.length}-${password.charCodeAt(0)}@example.org`,
      password,
    )
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({
      detail: { code: REGISTER_INVALID_PASSWORD, reason: expect.stringMatching(/слишком известен/) },
    })
  },
)

it('ignores what a registration may not say', async () => {
  const response = await anna.post('/auth/register', {
    email: 'greedy@example.org',
    password: PASSWORD,
    is_superuser: true,
    is_verified: true,
    max_memorials: 1000,
  })
  expect(response.json()).toMatchObject({ is_superuser: false, is_verified: false, max_memorials: 5 })
})

it('reads an e-mail without the marks that would turn its letters around', async () => {
  const response = await anna.register('\u202eturned\u2066@example.org')
  expect(response.statusCode).toBe(201)
  expect(response.json()).toMatchObject({ email: 'turned@example.org' })
})

const MEGABYTE = 1024 ** 2

it.each([
  ['an e-mail with a NUL', { email: 'nul\0@example.org', password: PASSWORD }, 'email'],
  ['an e-mail with half a character', { email: 'half\ud83d@example.org', password: PASSWORD }, 'email'],
  ['an e-mail with a line break', { email: 'bcc@example.org\r\nBcc: all@example.org', password: PASSWORD }, 'email'],
  ['two e-mails in one', { email: 'one@example.org, two@example.org', password: PASSWORD }, 'email'],
  ['an e-mail that is none', { email: 'example.org', password: PASSWORD }, 'email'],
  ['an e-mail of ten thousand characters', { email: `${'a'.repeat(10_000)}@example.org`, password: PASSWORD }, 'email'],
  ['no e-mail', { password: PASSWORD }, 'email'],
  ['an e-mail of another type', { email: ['x@example.org'], password: PASSWORD }, 'email'],
  ['a password with a NUL', { email: 'x@example.org', password: `${PASSWORD}\0` }, 'password'],
  ['a password with half a character', { email: 'x@example.org', password: `${PASSWORD}\ud83d` }, 'password'],
  ['a password of ten thousand characters', { email: 'x@example.org', password: 'Aa'.repeat(5_000) }, 'password'],
  ['a password of 129 characters', { email: 'x@example.org', password: `Aa1${'x'.repeat(126)}` }, 'password'],
  ['a password of another type', { email: 'x@example.org', password: ['Aa123456'] }, 'password'],
])('answers 422 to %s', async (_what, body, field) => {
  const response = await anna.post('/auth/register', body)
  expect(response.statusCode).toBe(422)
  expect(response.json<{ detail: { loc: string[] }[] }>().detail[0]?.loc).toEqual(['body', field])
})

it('reads no password of a megabyte', async () => {
  const response = await anna.post('/auth/register', { email: 'x@example.org', password: 'x'.repeat(MEGABYTE) })
  expect(response.statusCode).toBe(413)
})

it('answers 422 to an e-mail that cannot be turned into text', async () => {
  const response = await anna.post('/auth/register', { email: { toString: 1 }, password: PASSWORD })
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({ detail: [{ loc: ['body', 'email'] }] })
})

it.each(['null', '[]', '"text"', '{', ''])('answers 422 to the body %j', async (payload) => {
  const headers = { 'content-type': 'application/json' }
  const response = await server.api({ method: 'POST', url: '/auth/register', headers, payload })
  expect(response.statusCode).toBe(422)
})
