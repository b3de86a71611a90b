import { setImmediate } from 'node:timers/promises'
import { createConnectionQueue, TooMuchAtOnce } from '@server/db/connection-queue'
import { duringRequest } from '@server/lib/request-origin'

let queue: ReturnType<typeof createConnectionQueue>
/** Who has a connection, in the order in which they got it, and what gives each back. */
let inside: { who: string; end: () => void }[]

beforeEach(() => {
  queue = createConnectionQueue()
  inside = []
})
afterEach(() => jest.useRealTimers())

/** Takes a connection in a request that writes for this account, or only reads. */
function take(who: string, { writesFor, isWriting = true }: { writesFor?: number; isWriting?: boolean }) {
  return new Promise<void>((resolve, reject) => {
    duringRequest({ id: who, address: '192.0.2.1', writesFor, isWriting }, () => {
      queue.take().then((end) => {
        inside.push({ who, end })
        resolve()
      }, reject)
    })
  })
}
const names = () => inside.map(({ who }) => who)

it('gives two connections to forty who write for one account, and at once those that others ask for', async () => {
  const writers = Array.from({ length: 40 }, (_none, nth) => take(`writer ${nth}`, { writesFor: 1 }))
  await setImmediate()
  expect(names()).toEqual(['writer 0', 'writer 1'])

  await take('a writer for another account', { writesFor: 2 })
  await take('a reader', { writesFor: 1, isWriting: false })
  await take('a guest who writes', {})
  expect(inside).toHaveLength(5)

  for (let ended = 0; ended < 43; ended++) {
    inside[ended]?.end()
    await setImmediate()
  }
  await Promise.all(writers)
  expect(names().slice(5)).toEqual(Array.from({ length: 38 }, (_none, nth) => `writer ${nth + 2}`))
})

it('refuses who writes for an account for which a hundred wait, and who has waited as long as a statement may take', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] })
  const writers = Array.from({ length: 102 }, (_none, nth) => take(`writer ${nth}`, { writesFor: 1 }).catch(String))
  await setImmediate()
  await expect(take('one more', { writesFor: 1 })).rejects.toThrow(TooMuchAtOnce)

  jest.advanceTimersByTime(7000)
  await setImmediate()
  inside.forEach(({ end }) => end())
  const failed = (await Promise.all(writers)).filter((outcome) => outcome !== undefined)
  expect([names(), failed.length]).toEqual([['writer 0', 'writer 1'], 100])
})
