import { createAttempts, TooManyAttempts } from '@server/lib/attempts'
import { describeOnRedis, startRedis } from '@support/redis'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { personAt } from './person'

const WRONG = 'Ryabina-1939'

describeOnRedis(() => {
  let redis: Awaited<ReturnType<typeof startRedis>>
  /** Two processes of one installation, which share their counts. */
  let servers: TestApp[]

  beforeAll(async () => {
    redis = await startRedis()
    const env = { REDIS_URL: redis.url, SECRET_KEY: 'of-all-processes-of-one-installation' }
    servers = [await startTestApp(env), await startTestApp(env)]
  })
  afterAll(async () => {
    for (const server of servers) await server.close()
    await redis.stop()
  })

  const first = () => servers[0] as TestApp
  const sharedBy = ({ redis: shared }: TestApp) => shared && { redis: shared, secretKey: 'of one installation' }

  /** Sends many requests at once, half to each process. Returns the statuses. */
  async function statusesOf(
    count: number,
    request: (server: TestApp, index: number) => Promise<{ statusCode: number }>,
  ) {
    const requests = Array.from({ length: count }, (_none, index) => request(servers[index % 2] ?? first(), index))
    return (await Promise.all(requests)).map(({ statusCode }) => statusCode).sort()
  }

  it('takes exactly twenty registrations of a crowd from one address', async () => {
    const statuses = await statusesOf(24, (server, index) =>
      personAt(server, '10.15.0.1').register(`crowd-${index}@example.org`),
    )
    expect(statuses).toEqual([...Array(20).fill(201), ...Array(4).fill(429)])
  })

  it('answers exactly ten guesses of a crowd at one password', async () => {
    const statuses = await statusesOf(14, (server) => personAt(server, '10.15.0.2').login('nobody@example.org', WRONG))
    expect(statuses).toEqual([...Array(10).fill(400), ...Array(4).fill(429)])
  })

  it('marks one refusal of a crowd as the first, whichever process gives it', async () => {
    const rule = { name: 'test', max: 3, seconds: 60, refusal: 'Слишком часто' }
    const limits = servers.map((server) => createAttempts(sharedBy(server))(rule))
    const crowd = Array.from({ length: 6 }, () => limits).flat()
    const answers = await Promise.all(crowd.map((limit) => limit.count('anna').catch((error: unknown) => error)))
    const refusals = answers.filter((answer) => answer instanceof TooManyAttempts)
    expect(refusals.map(({ isFirst }) => isFirst).sort()).toEqual([...Array<boolean>(8).fill(false), true])
  })

  it('tells Redis neither e-mails nor addresses', async () => {
    const person = personAt(first(), '10.15.0.9')
    await person.register('unwritten@example.org')
    await person.login('unwritten@example.org', WRONG)
    const counters = (await first().redis?.keys('*')) ?? []
    expect(counters).toContainEqual(expect.stringMatching(/^attempts:/))
    for (const trace of ['@', 'unwritten', '10.15.0.9']) {
      expect(counters.filter((counter) => counter.includes(trace))).toEqual([])
    }
  })

  it('forgives who gets in', async () => {
    const person = personAt(first(), '10.15.0.3')
    await person.register('forgetful@example.org')
    for (let round = 0; round < 2; round++) {
      for (let miss = 0; miss < 9; miss++) await person.login('forgetful@example.org', WRONG)
      expect((await person.login('forgetful@example.org')).statusCode).toBe(200)
    }
  })

  it('answers exactly five guesses of a crowd at a PIN', async () => {
    const { token } = await anOwner(first())
    await first().api({ method: 'POST', url: '/users/me/set-pin', token, payload: { pin_code: '0451' } })
    const { id } = await aStoredMemorial(first(), token, { public_status: 'false' })
    const statuses = await statusesOf(8, () =>
      first().api({
        method: 'POST',
        url: `/memorial/${id}/verify-pin`,
        payload: { pin_code: '9999' },
        remoteAddress: '10.15.0.4',
      }),
    )
    expect(statuses).toEqual([...Array(5).fill(403), ...Array(3).fill(429)])
  })
})
