import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, refused, unavailable } from '@server/lib/api-error'
import {
  countResponses,
  countInEach,
  countRefusals,
  countSuccesses,
  createAttempts,
  TooManyAttempts,
} from '@server/lib/attempts'
import { connectRedis } from '@server/lib/redis'

const RULE = { name: 'test', max: 3, seconds: 1, refusal: 'Слишком часто' }
const passes = (promise: Promise<unknown>) => promise.then(() => true).catch(() => false)

it('lets so many pass and refuses the next with the time to wait', async () => {
  const attempts = createAttempts()({ ...RULE, seconds: 900 })
  for (let attempt = 0; attempt < 3; attempt++) await attempts.count('anna')

  const refusal: unknown = await attempts.count('anna').catch((error: unknown) => error)

  expect(refusal).toBeInstanceOf(ApiError)
  expect(refusal).toMatchObject({ status: 429, detail: 'Слишком часто', headers: { 'retry-after': '900' } })
  expect(await passes(attempts.count('boris'))).toBe(true)
})

it('lets exactly so many of a crowd pass', async () => {
  const attempts = createAttempts()(RULE)
  const crowd = await Promise.all(Array.from({ length: 20 }, () => passes(attempts.count('anna'))))
  expect(crowd.filter(Boolean)).toHaveLength(3)
})

it('begins anew when the window is over, however often it was tried meanwhile', async () => {
  const attempts = createAttempts()(RULE)
  for (let attempt = 0; attempt < 9; attempt++) await passes(attempts.count('anna'))
  await pause(1050)
  expect(await passes(attempts.count('anna'))).toBe(true)
})

it('gives back what is uncounted or forgotten', async () => {
  const attempts = createAttempts()(RULE)
  for (let attempt = 0; attempt < 5; attempt++) await passes(attempts.count('anna'))
  await attempts.uncount('anna')
  expect([await passes(attempts.count('anna')), await passes(attempts.count('anna'))]).toEqual([true, false])
  await attempts.forget('anna')
  expect(await passes(attempts.count('anna'))).toBe(true)
})

describe('whoever has many networks of IPv6', () => {
  /** How many of so many attempts pass, each from a network of its own. */
  const passed = async (networks: string[], attempts = createAttempts()({ ...RULE, seconds: 60 })) => {
    const crowd = networks.map((network) => passes(attempts.count(network)))
    return (await Promise.all(crowd)).filter(Boolean).length
  }
  const customers = (count: number) =>
    Array.from({ length: count }, (_, index) => `2001:db8:1:${(index * 256).toString(16)}`)

  it.each([
    ['a /56', Array.from({ length: 100 }, (_, index) => `2001:db8:1:${index.toString(16)}`), 4 * RULE.max],
    ['a /48', customers(100), 16 * RULE.max],
    ['addresses of IPv4', Array.from({ length: 100 }, (_, index) => `192.0.2.${index}`), 100],
    [
      'a /56, with words before it',
      Array.from({ length: 100 }, (_, index) => `page 2001:db8:1:${index.toString(16)}`),
      12,
    ],
  ])('passes with %s no more often than that may', async (_what, networks, count) => {
    expect(await passed(networks)).toBe(count)
  })

  it('is refused at none of them for what was taken back', async () => {
    const attempts = createAttempts()({ ...RULE, seconds: 60 })
    const networks = customers(16 * RULE.max)
    expect(await passed(networks, attempts)).toBe(16 * RULE.max)
    const another = '2001:db8:1:ffff'
    for (let again = 0; again < 3; again++) expect(await passes(attempts.count(another))).toBe(false)
    await attempts.uncount(networks[0] ?? '')
    expect([await passes(attempts.count(another)), await passes(attempts.count(another))]).toEqual([true, false])
  })
})

it('keeps the counts of two limits apart', async () => {
  const limit = createAttempts()
  const [logins, letters] = [limit(RULE), limit({ ...RULE, name: 'other' })]
  for (let attempt = 0; attempt < 3; attempt++) await logins.count('anna')
  expect(await passes(letters.count('anna'))).toBe(true)
})

it('counts together what two services name alike', async () => {
  const limit = createAttempts()
  const [logins, changes] = [limit(RULE), limit({ ...RULE })]
  for (let attempt = 0; attempt < 3; attempt++) await logins.count('anna')
  expect(await passes(changes.count('anna'))).toBe(false)
})

it('counts in each place or in none', async () => {
  const limit = createAttempts()
  const [wide, narrow] = [limit({ ...RULE, name: 'wide' }), limit({ ...RULE, name: 'narrow', max: 1 })]
  const both = () => countInEach([wide, 'a'], [narrow, 'b'])
  expect(await passes(both())).toBe(true)
  for (let attempt = 0; attempt < 5; attempt++) expect(await passes(both())).toBe(false)
  expect([await passes(wide.count('a')), await passes(wide.count('a')), await passes(wide.count('a'))]).toEqual([
    true,
    true,
    false,
  ])
})

const fails = (error: Error) => () => Promise.reject(error)
const succeeds = () => Promise.resolve()

it.each([
  ['guesses, whose successes count for nothing', countRefusals, 3],
  ['what is rationed, whose successes count too', countResponses, 1],
  ['what only a success costs, and no refusal', countSuccesses, 2],
])('counts %s, and never what failed through a fault of ours', async (_what, count, left) => {
  const attempts = createAttempts()({ ...RULE, max: 4, seconds: 60 })
  const doIt = (work: () => Promise<unknown>) => count([[attempts, 'anna']], work).catch(() => undefined)

  await doIt(fails(refused('wrong')))
  for (let attempt = 0; attempt < 2; attempt++) await doIt(succeeds)
  for (let attempt = 0; attempt < 9; attempt++) await doIt(fails(unavailable('busy', 5)))
  for (let attempt = 0; attempt < 9; attempt++) await doIt(fails(new Error('a bug')))

  const more = await Promise.all(Array.from({ length: 6 }, () => passes(attempts.count('anna'))))
  expect(more.filter(Boolean)).toHaveLength(left)
})

it('begins no work beyond the limit, and tells which limit it was', async () => {
  const attempts = createAttempts()(RULE)
  const work = jest.fn(fails(refused('wrong')))
  const crowd = await Promise.all(
    Array.from({ length: 20 }, () => countRefusals([[attempts, 'anna']], work).catch((error: unknown) => error)),
  )
  expect(work).toHaveBeenCalledTimes(3)
  const stopped = crowd.filter((error) => error instanceof TooManyAttempts)
  expect(stopped.map(({ limit }) => limit)).toEqual(Array(17).fill('test'))
})

it('marks the first refusal under a key in each window, and no other', async () => {
  const attempts = createAttempts()(RULE)
  const refusals = async (key: string) =>
    (await Promise.all(Array.from({ length: 9 }, () => attempts.count(key).catch((error: unknown) => error)))).flatMap(
      (error) => (error instanceof TooManyAttempts ? [error.isFirst] : []),
    )
  expect(await refusals('anna')).toEqual([true, ...Array<boolean>(5).fill(false)])
  expect(await refusals('anna')).toEqual(Array(9).fill(false))
  expect((await refusals('boris'))[0]).toBe(true)
  await attempts.forget('anna')
  expect((await refusals('anna'))[0]).toBe(true)
  await pause(1050)
  expect((await refusals('anna'))[0]).toBe(true)
})

it('goes on counting by itself while Redis is away', async () => {
  const redis = connectRedis('redis://127.0.0.1:1', { error: () => undefined })
  const attempts = createAttempts({ redis, secretKey: 'test' })(RULE)
  const crowd = await Promise.all(Array.from({ length: 5 }, () => passes(attempts.count('anna'))))
  expect(crowd.filter(Boolean)).toHaveLength(3)
  await attempts.uncount('anna')
  await attempts.forget('anna')
  expect(await passes(attempts.count('anna'))).toBe(true)
  redis.disconnect()
})
