import { collectAtRest } from '@server/lib/collect-at-rest'

let processorMs: number
let collected: number
let end: () => void

beforeEach(() => {
  jest.useFakeTimers()
  processorMs = 0
  collected = 0
  end = collectAtRest(
    () => collected++,
    () => processorMs,
  )
})
afterEach(() => {
  end()
  jest.useRealTimers()
})

/** With this share of a processor in use. */
function goOn(minutes: number, share: number): void {
  for (let second = 0; second < 60 * minutes; second++) {
    processorMs += 1000 * share
    jest.advanceTimersByTime(1000)
  }
}

it('collects garbage once when nobody comes any more', () => {
  goOn(5, 0.3)
  expect(collected).toBe(0)
  goOn(60, 0)
  expect(collected).toBe(1)
})

it('takes health checks for rest, and does not collect for them alone', () => {
  goOn(5, 0.3)
  goOn(60, 0.02)
  expect(collected).toBe(1)
})

it('takes what V8 collects by itself for rest', () => {
  goOn(5, 0.3)
  goOn(1, 0.02)
  processorMs += 900
  goOn(1, 0.02)
  expect(collected).toBe(1)
})

it('collects again after more work, and nothing once it has ended', () => {
  goOn(5, 0)
  expect(collected).toBe(1)
  goOn(1, 0.3)
  goOn(5, 0)
  expect(collected).toBe(2)
  goOn(1, 0.3)
  end()
  goOn(5, 0)
  expect(collected).toBe(2)
})
