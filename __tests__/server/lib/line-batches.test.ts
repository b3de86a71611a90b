import { inBatches } from '@server/lib/line-batches'

const LIMITS = { length: 20, milliseconds: 250 }

const output = { write: jest.fn(), flushSync: jest.fn() }
const written = () => output.write.mock.calls as [string][]

beforeEach(() => {
  jest.resetAllMocks()
  jest.useFakeTimers()
})
afterEach(() => jest.useRealTimers())

it('hands lines on together, in their order, once there are enough', () => {
  const batches = inBatches(output, LIMITS)
  for (const line of ['first\n', 'second\n']) batches.write(line)
  expect(written()).toEqual([])

  batches.write('third, long\n')
  expect(written()).toEqual([['first\nsecond\nthird, long\n']])
})

it('hands on what came, however little, after a while, and each line once', () => {
  const batches = inBatches(output, LIMITS)
  batches.write('first\n')
  jest.advanceTimersByTime(LIMITS.milliseconds)
  jest.advanceTimersByTime(LIMITS.milliseconds)
  expect(written()).toEqual([['first\n']])
})

it('holds nothing back when it is flushed', () => {
  const batches = inBatches(output, LIMITS)
  batches.write('first\n')
  output.flushSync.mockImplementation(() => expect(written()).toEqual([['first\n']]))
  batches.flushSync()
  expect(output.flushSync).toHaveBeenCalledTimes(1)
})
