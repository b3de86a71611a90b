import { setTimeout as pause } from 'node:timers/promises'
import { createTaggedCache, type TaggedCache } from '@server/lib/tagged-cache'

const KB = 1024
const MINUTE_MS = 60_000

let answers: TaggedCache<string>

beforeEach(() => {
  answers = createTaggedCache({ maxBytes: 10 * KB })
  answers.open()
})

function set(key: string, { tags = ['list'], bytes = 10, seconds = 60, ticket = answers.ticket() } = {}): void {
  answers.set(ticket, key, `answer to ${key}`, { tags, bytes, seconds })
}

it('answers what it keeps', () => {
  set('/a')
  expect(answers.get('/a')).toBe('answer to /a')
  expect(answers.get('/b')).toBeUndefined()
})

it('drops what a change is about, and only that', () => {
  set('/page/7', { tags: ['memorial:7'] })
  set('/list', { tags: ['memorials', 'memorial:7'] })
  set('/page/8', { tags: ['memorial:8'] })
  answers.drop('memorial:7')

  expect(answers.get('/page/7')).toBeUndefined()
  expect(answers.get('/list')).toBeUndefined()
  expect(answers.get('/page/8')).toBe('answer to /page/8')
})

it('does not keep an answer whose rows may have been read before a change', () => {
  const ticket = answers.ticket()
  answers.drop('memorial:7')
  set('/page/7', { tags: ['memorial:7'], ticket })
  expect(answers.get('/page/7')).toBeUndefined()
})

it('keeps an answer while others are dropped, however often', () => {
  const ticket = answers.ticket()
  for (let candle = 0; candle < 20; candle++) answers.drop('memorial:8')
  set('/page/7', { tags: ['memorial:7', 'list'], ticket })
  expect(answers.get('/page/7')).toBe('answer to /page/7')
})

it('keeps no answer that took so long that what was dropped meanwhile is forgotten', () => {
  const [before, tooLate] = [answers.ticket(), 20_000]
  answers.drop('memorial:7')
  for (let id = 100; id < tooLate; id++) answers.drop(`memorial:${id}`)
  set('/page/7', { tags: ['memorial:7'], ticket: before })
  set('/page/8', { tags: ['memorial:8'] })
  expect(answers.get('/page/7')).toBeUndefined()
  expect(answers.get('/page/8')).toBe('answer to /page/8')
})

it('keeps an answer anew, with the tags that it has now', () => {
  set('/page', { tags: ['memorial:7'] })
  set('/page', { tags: ['memorial:8'] })
  answers.drop('memorial:7')
  expect(answers.get('/page')).toBe('answer to /page')
  answers.drop('memorial:8')
  expect(answers.get('/page')).toBeUndefined()
})

it('makes room by those not used for longest', () => {
  for (const key of ['/a', '/b', '/c']) set(key, { bytes: 3 * KB })
  answers.get('/a')
  set('/d', { bytes: 3 * KB })

  expect(answers.get('/b')).toBeUndefined()
  expect(['/a', '/c', '/d'].map(answers.get)).not.toContain(undefined)
})

it('does not keep what is larger than all its room', () => {
  set('/large', { bytes: 11 * KB })
  expect(answers.get('/large')).toBeUndefined()
})

it('keeps nothing for longer than it was told', async () => {
  set('/brief', { seconds: 0.05 })
  set('/longer')
  await pause(100)
  expect(answers.get('/brief')).toBeUndefined()
  expect(answers.get('/longer')).toBe('answer to /longer')
})

it('holds nothing in memory for long that is over, though nobody asks', async () => {
  // Only timers: what is over is told by the real clock. Fake timers take the place of `pause` too.
  const reallyPause = pause
  jest.useFakeTimers({ doNotFake: ['performance', 'Date'] })
  try {
    answers = createTaggedCache({ maxBytes: KB })
    answers.open()
    set('/brief', { seconds: 0.05, bytes: 100 })
    set('/longer', { bytes: 10 })
    expect(answers.bytes()).toBeGreaterThan(110)
    await reallyPause(100)
    jest.advanceTimersByTime(MINUTE_MS)
    expect(answers.bytes()).toBeLessThan(100)
    expect(answers.get('/longer')).toBe('answer to /longer')
  } finally {
    jest.useRealTimers()
  }
})

it('answers nothing while changes may be missed, and afterwards what they were not about', () => {
  let isInSync = true
  answers.open(() => isInSync)
  set('/page/7', { tags: ['memorial:7'] })
  set('/page/8', { tags: ['memorial:8'] })
  isInSync = false
  set('/meanwhile')
  expect(answers.get('/page/8')).toBeUndefined()
  answers.drop('memorial:7')
  isInSync = true
  expect(['/page/7', '/page/8', '/meanwhile'].map(answers.get)).toEqual([undefined, 'answer to /page/8', undefined])
})

it('drops everything when changes were lost', () => {
  set('/before')
  const ticket = answers.ticket()
  answers.open()
  set('/late', { ticket })
  expect(['/before', '/late'].map(answers.get)).toEqual([undefined, undefined])
  set('/after')
  expect(answers.get('/after')).toBe('answer to /after')
})

it('keeps nothing before anybody announces changes to it', () => {
  answers = createTaggedCache({ maxBytes: KB })
  set('/early')
  expect(answers.get('/early')).toBeUndefined()
})
