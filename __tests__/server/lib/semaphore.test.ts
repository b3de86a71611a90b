import { setImmediate } from 'node:timers/promises'
import { createSemaphore, createSenderSemaphores, QueueFullError } from '@server/lib/semaphore'

/** Work that runs until the test ends it. */
function heldWork(name: string, begun: string[]) {
  let end: (failure?: Error) => void = () => undefined
  const held = new Promise<string>((resolve, reject) => {
    end = (failure) => (failure ? reject(failure) : resolve(name))
  })
  const work = () => {
    begun.push(name)
    return held
  }
  return { work, end: (failure?: Error) => end(failure) }
}

let begun: string[]

beforeEach(() => {
  begun = []
})

it('begins no more than so many at once, and those that wait in the order in which they came', async () => {
  const runLimited = createSemaphore(2, 2)
  const works = ['a', 'b', 'c', 'd'].map((name) => heldWork(name, begun))
  const results = works.map(({ work }) => runLimited(work))
  await setImmediate()
  expect(begun).toEqual(['a', 'b'])

  works[1]?.end()
  await results[1]
  await setImmediate()
  expect(begun).toEqual(['a', 'b', 'c'])

  works.forEach(({ end }) => end())
  await expect(Promise.all(results)).resolves.toEqual(['a', 'b', 'c', 'd'])
})

it('turns away who comes when all places are taken, and begins nothing for them', async () => {
  const runLimited = createSemaphore(1, 1)
  const [inside, waiting, late] = [heldWork('inside', begun), heldWork('waiting', begun), heldWork('late', begun)]
  const results = [runLimited(inside.work), runLimited(waiting.work)]

  await expect(runLimited(late.work)).rejects.toThrow(QueueFullError)

  inside.end()
  waiting.end()
  await Promise.all(results)
  expect(begun).toEqual(['inside', 'waiting'])
})

it('gives the place of work that failed to the next', async () => {
  const runLimited = createSemaphore(1, 1)
  const [failing, next] = [heldWork('failing', begun), heldWork('next', begun)]
  const results = [runLimited(failing.work), runLimited(next.work)]

  failing.end(new Error('no luck'))
  next.end()

  await expect(results[0]).rejects.toThrow('no luck')
  await expect(results[1]).resolves.toBe('next')
})

it('lets work that needs two places wait for both, and nobody overtake it', async () => {
  const runLimited = createSemaphore(2, 3)
  const [first, wide, last] = [heldWork('first', begun), heldWork('wide', begun), heldWork('last', begun)]
  const results = [runLimited(first.work), runLimited(wide.work, { places: 2 }), runLimited(last.work)]
  await setImmediate()
  expect(begun).toEqual(['first'])

  first.end()
  await results[0]
  await setImmediate()
  expect(begun).toEqual(['first', 'wide'])

  wide.end()
  last.end()
  await Promise.all(results)
  expect(begun).toEqual(['first', 'wide', 'last'])
})

it('begins the work of others after one of a sender who has sent many, however much room theirs takes', async () => {
  const runLimited = createSemaphore(2, 10)
  const many = ['one', 'two', 'three', 'four', 'five'].map((name) => heldWork(name, begun))
  const results = many.map(({ work }) => runLimited(work, { places: 2, sender: 'many' }))
  const others = [heldWork('portrait', begun), heldWork('candle', begun), heldWork('second portrait', begun)] as const
  results.push(runLimited(others[0].work, { sender: 'family' }))
  results.push(runLimited(others[1].work, { sender: 'neighbour' }))
  results.push(runLimited(others[2].work, { sender: 'family' }))
  await setImmediate()
  expect(begun).toEqual(['one'])

  many[0]?.end()
  await setImmediate()
  expect(begun).toEqual(['one', 'portrait', 'candle'])

  others.forEach(({ end }) => end())
  many.forEach(({ end }) => end())
  await Promise.all(results)
  expect(begun).toEqual(['one', 'portrait', 'candle', 'two', 'second portrait', 'three', 'four', 'five'])
})

it.each([
  ['one sender', () => 'network 192.0.2.1', 1],
  ['senders of one /48', (nth: number) => `network 2001:db8:1:${nth.toString(16)}`, 4],
  ['senders of as many addresses', (nth: number) => `network 192.0.2.${nth}`, 20],
])('begins the work of %s before the common gate, no more than they may have there', async (_who, senderOf, count) => {
  const runLimitedPerSender = createSenderSemaphores(1, 5)
  const works = Array.from({ length: 20 }, (_none, nth) => heldWork(`work ${nth}`, begun))
  const results = works.map(({ work }, nth) => runLimitedPerSender(senderOf(nth), work).catch(() => 'refused'))
  await setImmediate()
  expect(begun).toHaveLength(count)
  works.forEach(({ end }) => end())
  await Promise.all(results)
})
