import { setImmediate } from 'node:timers/promises'
import argon2 from '@node-rs/argon2'
import { ApiError } from '@server/lib/api-error'
import { hashPassword, isPassword } from '@server/lib/password'

/** Hashing that runs until the test ends it. */
const underWay: (() => void)[] = []
const hold = () => new Promise<never>((resolve) => underWay.push(resolve as () => void))

async function endAll(): Promise<void> {
  while (underWay.length > 0) {
    underWay.splice(0).forEach((end) => end())
    await setImmediate()
  }
}

const hash = jest.spyOn(argon2, 'hash')
const verify = jest.spyOn(argon2, 'verify')

beforeEach(() => {
  for (const work of [hash, verify]) work.mockReset().mockImplementation(hold)
})
afterEach(endAll)

const begun = () => hash.mock.calls.length + verify.mock.calls.length

it('hashes two at once, new passwords and guesses together', async () => {
  const all = [hashPassword('a'), isPassword('b', 'a hash'), isPassword('c', 'a hash'), hashPassword('d')]
  await setImmediate()
  expect(begun()).toBe(2)

  await endAll()
  await Promise.all(all)
  expect(begun()).toBe(4)
})

it('lets a guess at an account that is not there wait and work like any other', async () => {
  const all = [hashPassword('a'), hashPassword('b'), isPassword('c', undefined), isPassword('c', 'a hash')]
  await setImmediate()
  expect(verify).not.toHaveBeenCalled()

  await endAll()
  await Promise.all(all)
  expect(verify.mock.calls).toEqual([
    [expect.stringMatching(/^\$argon2id\$/), 'c'],
    ['a hash', 'c'],
  ])
})

it('turns away who comes when a hundred wait, tells when to come again, and does nothing for them', async () => {
  const crowd = Array.from({ length: 102 }, () => isPassword('guess', undefined))

  for (const late of [hashPassword('new'), isPassword('guess', undefined), isPassword('guess', 'a hash')]) {
    const refusal: unknown = await late.catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ApiError)
    expect(refusal).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
    expect((refusal as ApiError).detail).toMatch(/через несколько секунд/)
  }

  await endAll()
  await Promise.all(crowd)
  expect(begun()).toBe(102)
})

describe('a flood', () => {
  const guess = (network: string, isKnown = false) => isPassword('guess', 'a hash', { network, isKnown })
  const refused = { status: 503 }

  it('from one network takes one place: others hardly wait', async () => {
    const flood = Array.from({ length: 200 }, () => guess('192.0.2.1').catch((error: unknown) => error))
    const others = [guess('192.0.2.2'), guess('192.0.2.3')]
    await setImmediate()
    expect(begun()).toBe(2)
    await endAll()
    await Promise.all(others)
    const answers = await Promise.all(flood)
    expect(answers.filter((answer) => answer instanceof ApiError)).toHaveLength(159)
    expect(answers.find((answer) => answer instanceof ApiError)).toMatchObject(refused)
  })

  it('from many networks of one /48 takes four places: others hardly wait', async () => {
    const flood = Array.from({ length: 300 }, (_none, nth) =>
      guess(`2001:db8:1:${nth.toString(16)}`).catch((error: unknown) => error),
    )
    const other = guess('2001:db8:2:1')
    // Two rounds of two, and its own.
    for (let round = 0; round < 3; round++) {
      await setImmediate()
      underWay.splice(0).forEach((end) => end())
    }
    await other
    await endAll()
    await Promise.all(flood)
  })

  it('from everywhere leaves places for who comes from where the account has signed in', async () => {
    const flood = Array.from({ length: 200 }, (_none, nth) => guess(`10.0.0.${nth}`).catch((error: unknown) => error))
    await setImmediate()
    await expect(guess('192.0.2.4')).rejects.toMatchObject(refused)
    const home = guess('192.0.2.5', true)
    const holder = isPassword('mine', 'a hash')
    await endAll()
    await Promise.all([home, holder])
    expect((await Promise.all(flood)).filter((answer) => answer instanceof ApiError)).toHaveLength(118)
  })
})
