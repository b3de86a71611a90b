import fastify, { type FastifyInstance } from 'fastify'
import { rest } from '@server/plugins/rest'

const MINUTE_MS = 60_000

let app: FastifyInstance
let collected: number
let ask: (times: number) => void

beforeEach(async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] })
  collected = 0
  app = fastify()
  const onRequest = (watch: (...parts: never[]) => void) => {
    ask = (times) => {
      for (let asked = 0; asked < times; asked++) watch()
    }
  }
  await app.register(rest, { front: { onRequest }, collectGarbage: () => collected++ })
  await app.ready()
})
afterEach(async () => {
  await app.close()
  jest.useRealTimers()
})

/** So many requests a minute, evenly. */
function goOn(minutes: number, perMinute: number): void {
  for (let second = 0; second < 60 * minutes; second++) {
    ask(Math.floor(((second + 1) * perMinute) / 60) - Math.floor((second * perMinute) / 60))
    jest.advanceTimersByTime(1000)
  }
}

it('collects garbage once when nobody comes any more', () => {
  goOn(5, 600)
  expect(collected).toBe(0)
  goOn(10, 0)
  expect(collected).toBe(1)
})

it('takes health checks for rest, and does not collect for them alone', () => {
  goOn(2, 600)
  goOn(3, 12)
  expect(collected).toBe(1)
  goOn(30, 12)
  expect(collected).toBe(1)
})

it('collects again after more work', () => {
  jest.advanceTimersByTime(5 * MINUTE_MS)
  expect(collected).toBe(1)
  goOn(1, 600)
  jest.advanceTimersByTime(5 * MINUTE_MS)
  expect(collected).toBe(2)
})
