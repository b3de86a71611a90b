import { sql } from 'kysely'
import { aLog } from '@support/recorded-log'
import { startTestApp, type TestApp } from '@support/server-app'
import { personAt } from '../auth/person'

const EMAIL = 'zoya@example.org'

const { log, written, lines, clear } = aLog()
let server: TestApp

beforeAll(async () => {
  server = await startTestApp({}, { log })
})
afterAll(() => server.close())
beforeEach(clear)

/** The log line of an error. Other lines may come before it. */
const lineOf = (error: unknown) => {
  log.error({ err: error }, 'it failed')
  return lines().at(-1) as { err: Record<string, unknown>; msg: string }
}

describe('an error of the database', () => {
  const register = () => personAt(server, '10.8.0.1').register(EMAIL)

  it.each([
    ['the row that it is about', `check (email <> '${EMAIL}')`, '23514'],
    ['the value that it is about', 'check (email::integer > 0)', '22P02'],
  ])('does not quote %s', async (_what, rule, code) => {
    await sql`alter table users add constraint spoiled ${sql.raw(rule)} not valid`.execute(server.db)
    try {
      expect((await register()).statusCode).toBe(500)
    } finally {
      await sql`alter table users drop constraint spoiled`.execute(server.db)
    }
    expect(lines().filter(({ err }) => err !== undefined)).toEqual([
      expect.objectContaining({ err: expect.objectContaining({ code }) as object }),
    ])
    expect(written()).not.toMatch(/zoya|argon2/)
  })

  it('does not quote a value that is no address either', async () => {
    const error = await sql`select ${'Ёлкина'}::text::date`.execute(server.db).catch((thrown: unknown) => thrown)
    expect(lineOf(error).err).toMatchObject({ code: '22007', message: 'invalid input syntax for type date' })
    expect(written()).not.toContain('Ёлкина')
  })

  it('names the rule that was broken', async () => {
    const { user } = await server.signUp()
    const use = () => server.db.insertInto('promo_code_uses').values({ user_id: user.id, code: 'ТАЙНА' }).execute()
    await use()
    const error = await use().catch((thrown: unknown) => thrown)
    expect(lineOf(error).err).toMatchObject({ code: '23505', constraint: 'promo_code_uses_pkey' })
    expect(written()).not.toContain('ТАЙНА')
  })
})

describe('any error', () => {
  it.each([
    ['in its message', () => new Error(`no luck with ${EMAIL}`)],
    ['in its message, encoded', () => new Error(`GET /?email=${encodeURIComponent(EMAIL)}`)],
    ['in a property', () => Object.assign(new Error('no luck'), { rejected: [EMAIL], response: `550 ${EMAIL}` })],
    ['in a command', () => Object.assign(new Error('no luck'), { command: { name: 'get', args: [EMAIL] } })],
    ['in its cause', () => new Error('no luck', { cause: new Error(EMAIL) })],
    ['in one of several', () => new AggregateError([new Error(EMAIL)], 'no luck')],
    ['as text', () => `no luck with ${EMAIL}`],
  ])('names nobody %s', (_where, make) => {
    expect(lineOf(make())).toMatchObject({ msg: 'it failed' })
    expect(written()).not.toContain('zoya')
  })

  it('names nobody where a line has no message of its own', () => {
    log.error(new Error(`no luck with ${EMAIL}`))
    log.error({ err: new Error(`no luck with ${EMAIL}`) })
    log.error(`no luck with ${EMAIL}`)
    expect(lines().map(({ msg }) => msg)).toEqual(Array(3).fill('no luck with [e-mail]'))
    expect(written()).not.toContain('zoya')
  })

  it('tells no password of an address', () => {
    lineOf(new Error('connect smtp://sender:tainoe-slovo@mail.example:587 failed'))
    expect(written()).not.toMatch(/sender|tainoe/)
    expect(written()).toContain('smtp://mail.example:587')
  })

  it('tells where in the program it happened, and why', () => {
    const failing = () => {
      throw new TypeError('x is not a function', { cause: Object.assign(new Error('no room'), { code: 'ENOSPC' }) })
    }
    const thrown = (() => {
      try {
        return failing()
      } catch (error) {
        return error
      }
    })()
    const { err } = lineOf(thrown)
    expect(err).toMatchObject({
      type: 'TypeError',
      message: 'x is not a function',
      cause: { message: 'no room', code: 'ENOSPC' },
    })
    expect(err.stack).toMatch(/^TypeError: x is not a function\n {4}at failing \(.*log\.test\.ts:\d+:\d+\)/)
  })

  it('does not go round and round in its causes', () => {
    const error = new Error('first')
    error.cause = error
    expect(lineOf(error)).toMatchObject({ err: { message: 'first' } })
  })
})
