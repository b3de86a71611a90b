import { aLog } from '@support/recorded-log'
import { describeOnRedis, startRedis } from '@support/redis'
import { startTestApp, type TestApp } from '@support/server-app'
import { until } from '@support/until'

/** For all guesses together: the first of them finds out, and some that try to connect again. Without that each takes three seconds. */
const PATIENCE_MS = 15_000
const GUESSES = 25

describeOnRedis(() => {
  let redis: Awaited<ReturnType<typeof startRedis>>
  let server: TestApp
  const { log, lines, clear } = aLog()

  beforeAll(async () => {
    redis = await startRedis()
    server = await startTestApp({ REDIS_URL: redis.url }, { log })
  })
  afterAll(async () => {
    await server.close()
    await redis.stop()
  })
  beforeEach(clear)

  async function signIn(remoteAddress: string): Promise<{ status: number; ms: number }> {
    const begun = performance.now()
    const { statusCode } = await server.api({
      method: 'POST',
      url: '/auth/login',
      remoteAddress,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'username=zoya%40example.org&password=wrong-guess',
    })
    return { status: statusCode, ms: performance.now() - begun }
  }

  const ready = async () => (await server.app.inject('/readyz')).json<object>()

  it('counts in memory while Redis is hung, quickly, and in Redis again after it', async () => {
    expect((await signIn('198.51.100.1')).status).toBe(400)
    redis.hang()

    const answers = []
    for (let guess = 0; guess < GUESSES; guess++) answers.push(await signIn('198.51.100.2'))
    expect(answers.map(({ status }) => status)).toContain(429)
    expect(answers.every(({ status }) => [400, 429].includes(status))).toBe(true)
    const wholeMs = answers.reduce((sum, { ms }) => sum + ms, 0)
    expect(wholeMs).toBeLessThan(PATIENCE_MS)
    expect(await ready()).toEqual({ status: 'degraded', degraded: ['redis'] })
    expect(lines().filter(({ msg }) => msg === 'Redis is away')).toHaveLength(1)

    redis.goOn()
    await until(async () => JSON.stringify(await ready()) === '{"status":"ready"}')
  })

  it('counts in memory while there is no Redis', async () => {
    await redis.stop()
    expect((await signIn('198.51.100.3')).status).toBe(400)
    expect(await ready()).toEqual({ status: 'degraded', degraded: ['redis'] })
  })
})
