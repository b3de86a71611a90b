import { type Job, startJobs } from '@server/jobs/start-jobs'

let logged: unknown[]

beforeEach(() => {
  jest.useFakeTimers()
  logged = []
})
afterEach(() => {
  jest.useRealTimers()
})

const start = (...jobs: Job[]) => startJobs(jobs, { error: (details) => logged.push(details) })
const everyMinute = (run: () => Promise<unknown>): Job => ({ name: 'a job', everySeconds: 60, run })

/** Work that runs until the test ends it. */
function lastingWork() {
  let end = () => {}
  const run = jest.fn(() => new Promise<void>((resolve) => (end = resolve)))
  return { run, end: () => end() }
}

it('runs a job at once, and again after each pause', async () => {
  const run = jest.fn(() => Promise.resolve())
  const stop = start(everyMinute(run))
  expect(run).toHaveBeenCalledTimes(1)
  await jest.advanceTimersByTimeAsync(59_000)
  expect(run).toHaveBeenCalledTimes(1)
  await jest.advanceTimersByTimeAsync(121_000)
  expect(run).toHaveBeenCalledTimes(4)
  await stop()
})

it('never runs a job while it runs already, and holds up no other', async () => {
  const long = lastingWork()
  const other = jest.fn(() => Promise.resolve())
  const stop = start(everyMinute(long.run), everyMinute(other))

  await jest.advanceTimersByTimeAsync(10 * 60_000)
  expect(long.run).toHaveBeenCalledTimes(1)
  expect(other.mock.calls.length).toBeGreaterThan(5)

  long.end()
  await jest.advanceTimersByTimeAsync(60_000)
  expect(long.run).toHaveBeenCalledTimes(2)
  long.end()
  await stop()
})

it.each([
  ['fails', () => Promise.reject(new Error('no luck'))],
  [
    'fails before it has begun',
    () => {
      throw new Error('no luck')
    },
  ],
])('goes on with a job that %s, and says so', async (_how, run: () => Promise<unknown>) => {
  const attempts = jest.fn(run)
  const stop = start(everyMinute(attempts))
  await jest.advanceTimersByTimeAsync(60_000)
  expect(attempts).toHaveBeenCalledTimes(2)
  expect(logged).toEqual([
    { err: new Error('no luck'), job: 'a job' },
    { err: new Error('no luck'), job: 'a job' },
  ])
  await stop()
})

it('waits at a stop for what is under way, and starts nothing more', async () => {
  const long = lastingWork()
  const other = jest.fn(() => Promise.resolve())
  const stop = start(everyMinute(long.run), everyMinute(other))
  await jest.advanceTimersByTimeAsync(0)

  const stopped = jest.fn()
  const stopping = stop().then(stopped)
  await jest.advanceTimersByTimeAsync(60_000)
  expect(stopped).not.toHaveBeenCalled()

  long.end()
  await stopping
  await jest.advanceTimersByTimeAsync(10 * 60_000)
  expect([long.run.mock.calls.length, other.mock.calls.length]).toEqual([1, 1])
})
