import { networkFirst } from '@client/offline/network-first'

const FROM_NETWORK = new Response('network')
const COPY = new Response('copy')

beforeEach(() => jest.useFakeTimers())

const never = () => new Promise<Response>(() => undefined)
const lost = () => Promise.reject(new TypeError('Failed to fetch'))

it('the network answers, and no timer and no look at the device are left behind', async () => {
  const readCopy = jest.fn(async () => COPY)
  expect(await networkFirst(async () => FROM_NETWORK, readCopy)).toBe(FROM_NETWORK)
  expect(jest.getTimerCount()).toBe(0)
  expect(readCopy).not.toHaveBeenCalled()
})

it('a network that takes six seconds is no better than none', async () => {
  const shown = networkFirst(never, async () => COPY)
  await jest.advanceTimersByTimeAsync(6_000)
  expect(await shown).toBe(COPY)
})

it('a slow network is waited for where the device has no copy, which is looked for once', async () => {
  const readCopy = jest.fn(async () => undefined)
  let fail = (_error: Error) => {}
  const shown = networkFirst(() => new Promise((_resolve, reject) => (fail = reject)), readCopy)
  const failure = expect(shown).rejects.toThrow('late')
  await jest.advanceTimersByTimeAsync(6_000)
  fail(new Error('late'))
  await failure
  expect(readCopy).toHaveBeenCalledTimes(1)
})

it.each([
  ['the copy', async () => COPY, COPY],
  ['the failure of the network, where there is none', async () => undefined, undefined],
  [
    'the failure of the network, where the device cannot be read',
    () => Promise.reject(new Error('storage')),
    undefined,
  ],
])('without a network one gets %s', async (_what, readCopy, shown) => {
  const answer = networkFirst(lost, readCopy)
  await (shown ? expect(answer).resolves.toBe(shown) : expect(answer).rejects.toThrow('Failed to fetch'))
  expect(jest.getTimerCount()).toBe(0)
})

it('a device that knows that it has no network shows the copy at once', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const ask = jest.fn(never)
  expect(await networkFirst(ask, async () => COPY)).toBe(COPY)
  expect(ask).not.toHaveBeenCalled()
})
