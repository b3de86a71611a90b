import { setImmediate } from 'node:timers/promises'
import * as argon2 from '@node-rs/argon2'
import { ApiError } from '@server/lib/api-error'
import { hashPassword, isPassword } from '@server/lib/password'

jest.mock('@node-rs/argon2', () => ({ hash: jest.fn(), verify: jest.fn(), hashSync: () => 'nobody’s' }))

/** Hashing that runs until the test ends it. */
const underWay: (() => void)[] = []
const hold = () => new Promise<never>((resolve) => underWay.push(resolve as () => void))

async function endAll(): Promise<void> {
  while (underWay.length > 0) {
    underWay.splice(0).forEach((end) => end())
    await setImmediate()
  }
}

beforeEach(() => {
  jest.mocked(argon2.hash).mockReset().mockImplementation(hold)
  jest.mocked(argon2.verify).mockReset().mockImplementation(hold)
})
afterEach(endAll)

const begun = () => jest.mocked(argon2.hash).mock.calls.length + jest.mocked(argon2.verify).mock.calls.length

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
  expect(argon2.verify).not.toHaveBeenCalled()

  await endAll()
  await Promise.all(all)
  expect(jest.mocked(argon2.verify).mock.calls).toEqual([
    ['nobody’s', 'c'],
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
