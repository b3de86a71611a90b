import { isChunkFailure, withRetries } from '@client/chunk-retries'

const LOST = Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' })

beforeEach(() => jest.useFakeTimers())

it('a chunk that the network lost is asked for again until it comes', async () => {
  const loadChunk = jest.fn().mockRejectedValueOnce(LOST).mockRejectedValueOnce(LOST).mockResolvedValue('chunk')
  const loaded = withRetries(loadChunk)('7')
  await jest.advanceTimersByTimeAsync(2_000)
  await expect(loaded).resolves.toBe('chunk')
  expect(loadChunk.mock.calls).toEqual([['7'], ['7'], ['7']])
})

it('a chunk that does not come within six seconds fails', async () => {
  const loadChunk = jest.fn().mockRejectedValue(LOST)
  const failure = expect(withRetries(loadChunk)('7')).rejects.toBe(LOST)
  await jest.advanceTimersByTimeAsync(6_000)
  await failure
  expect(loadChunk).toHaveBeenCalledTimes(4)
})

it('without a network nobody waits for attempts that cannot succeed', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await expect(withRetries(jest.fn().mockRejectedValue(LOST))('7')).rejects.toBe(LOST)
})

it.each([
  ['a script', LOST, true],
  ['a style sheet', Object.assign(new Error('Loading CSS chunk 7 failed'), { code: 'CSS_CHUNK_LOAD_FAILED' }), true],
  ['an error of the program', new TypeError('undefined is not a function'), false],
  ['nothing', undefined, false],
])('%s that failed is told apart from errors of the program', (_what, error, isFailure) => {
  expect(isChunkFailure(error)).toBe(isFailure)
})
