import { API_BASE_PATH } from '@contract/paths'
import type { Installation } from '@server/admin/installation'
import { installationVerb } from '@server/admin/verbs'
import { READING_BY_POST } from '@server/plugins/maintenance'
import { describeOnPostgres } from '@support/postgres'
import { startTestApp, TEST_PASSWORD, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { sharedPostgres } from '@support/worker/shared-postgres'
import { leaveWords } from '../memories/words'

const METRICS_TOKEN = 'metrics-token-of-this-test'

function onEngine(settings: () => Promise<Record<string, string>>, processes: number): void {
  const servers: TestApp[] = []
  let first: TestApp
  let token: string
  let email: string
  let memorialId: number

  beforeAll(async () => {
    const env = { ...(await settings()), METRICS_TOKEN }
    for (let process = 0; process < processes; process++) servers.push(await startTestApp(env, { ownDatabase: true }))
    first = servers[0] as TestApp
    const owner = await anOwner(first)
    token = owner.token
    email = owner.user.email
    memorialId = (await aStoredMemorial(first, token, { public_status: 'true' })).id
  })
  afterAll(async () => {
    for (const server of servers) await server.close()
  })
  afterEach(() => operator('maintenance off'))

  const operator = (verb: string, options: Record<string, string> = {}) =>
    installationVerb(verb)?.runOn({ db: first.db } as Installation, { args: [], options })
  const gauge = async (server: TestApp) => {
    const { body } = await server.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    return /^pomnim_maintenance (\d)$/m.exec(body)?.[1]
  }

  it('refuses what people write in every process, and lets them read', async () => {
    await operator('maintenance on', { minutes: '30' })

    for (const server of servers) {
      const refused = await leaveWords(server, memorialId)
      expect(refused.statusCode).toBe(503)
      expect(refused.json()).toEqual({
        detail:
          'Сейчас на сайте технические работы: страницы можно читать, а сохранить что-нибудь пока нельзя. Попробуйте, пожалуйста, через 30 минут.',
      })
      expect(refused.headers['retry-after']).toBe('1800')
      const changed = { method: 'DELETE', url: `/memorial/delete/${memorialId}`, token } as const
      expect((await server.api(changed)).statusCode).toBe(503)
      expect((await server.app.inject({ method: 'POST', url: '/unsubscribe?token=x' })).statusCode).toBe(503)

      expect((await server.api({ url: `/memorial/${memorialId}` })).statusCode).toBe(200)
      expect((await server.app.inject('/readyz')).json()).toMatchObject({ status: 'ready' })
      expect(await gauge(server)).toBe('1')
    }

    await operator('maintenance off')
    for (const server of servers) {
      expect((await leaveWords(server, memorialId)).statusCode).toBe(201)
      expect(await gauge(server)).toBe('0')
    }
    const kinds = await first.db.selectFrom('register').select('kind').execute()
    expect(kinds).toEqual([{ kind: 'maintenance_begun' }, { kind: 'maintenance_ended' }])
  })

  it('lets people sign in and out meanwhile', async () => {
    await operator('maintenance on')
    const signIn = await first.api({
      method: 'POST',
      url: '/auth/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ grant_type: 'password', username: email, password: TEST_PASSWORD }).toString(),
    })
    expect(signIn.statusCode).toBe(200)
    const { access_token: opened } = signIn.json<{ access_token: string }>()
    expect((await first.api({ method: 'POST', url: '/auth/logout', token: opened })).statusCode).toBe(204)
  })

  it('says a sentence of the operator, and names no time that has passed', async () => {
    await operator('maintenance on', { minutes: '5' })
    await operator('maintenance on', { minutes: '1', text: 'Переезжаем на новую машину.' })
    await first.db
      .updateTable('maintenance')
      .set({ until: new Date(Date.now() - 60_000) })
      .execute()
    const refused = await leaveWords(first, memorialId)
    expect(refused.json()).toEqual({
      detail: 'Переезжаем на новую машину. Попробуйте, пожалуйста, немного позже.',
    })
    expect(refused.headers['retry-after']).toBe('60')
  })

  it.each<Record<string, string>>([
    { text: 'Back soon' },
    { text: 'Скоро. '.repeat(50) },
    { minutes: '0' },
    { minutes: 'soon' },
  ])('does not begin with %j', async (options) => {
    await expect(operator('maintenance on', options)).rejects.toThrow(/^--(text|minutes) must be/)
    expect((await leaveWords(first, memorialId)).statusCode).toBe(201)
  })

  it('says that there was nothing to end', async () => {
    expect((await operator('maintenance off'))?.data).toEqual({ was_on: false })
  })

  it('exempts only what there is', () => {
    expect(READING_BY_POST.filter((url) => !first.app.hasRoute({ method: 'POST', url }))).toEqual([])
    expect(READING_BY_POST.filter((url) => !url.startsWith(API_BASE_PATH))).toEqual([])
  })
}

describe('maintenance, on the embedded database,', () => onEngine(() => Promise.resolve({}), 1))

describeOnPostgres(() => {
  describe('maintenance, on PostgreSQL,', () =>
    onEngine(async () => ({ DATABASE_URL: await (await sharedPostgres()).makeMigratedDatabase() }), 2))
})
