import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type MediaThreads, startMediaThreads } from '@server/media/media-threads'

/** As many as there are threads. */
const AT_ONCE = 2
const WAITING_MAX = 50
const LOOK_EVERY_MS = 20
/** A recording takes as long as its file says nothing else: it says 'go', or is looked at without an end. */
const WORKER = `
  const { readFileSync } = require('node:fs')
  exports.cleanRecording = async (file) => {
    for (;;) {
      const word = readFileSync(file, 'utf8')
      if (word === 'go') return { kind: 'audio', extension: 'mp3' }
      if (word === 'hang') for (;;);
      await new Promise((resolve) => setTimeout(resolve, ${LOOK_EVERY_MS}))
    }
  }`

let folder: string
let threads: MediaThreads
let deadlines: AbortController[]

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-threads-'))
  const workerFile = path.join(folder, 'worker.js')
  await writeFile(workerFile, WORKER)
  threads = startMediaThreads(workerFile)
  deadlines = []
  jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const deadline = new AbortController()
    deadlines.push(deadline)
    return deadline.signal
  })
})
afterEach(async () => {
  await threads.stop()
  jest.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

const say = (name: string, word: string) => writeFile(path.join(folder, name), word)

async function send(name: string, word = 'wait') {
  await say(name, word)
  return { answer: threads.cleanRecording(path.join(folder, name)) }
}

async function deadlinesToBe(count: number): Promise<void> {
  while (deadlines.length < count) await setTimeout(LOOK_EVERY_MS)
}

it('gives a recording its time from when it is begun, not from when it came', async () => {
  const first = await Promise.all(['one', 'two'].map((name) => send(name)))
  const { answer: third } = await send('three', 'go')
  await deadlinesToBe(AT_ONCE)
  await setTimeout(5 * LOOK_EVERY_MS)
  expect(deadlines).toHaveLength(AT_ONCE)

  for (const name of ['one', 'two']) await say(name, 'go')

  expect(await third).toEqual({ kind: 'audio', extension: 'mp3' })
  expect(deadlines).toHaveLength(AT_ONCE + 1)
  await Promise.all(first.map(({ answer }) => answer))
})

it('ends what does not come to an end, and goes on with what waits', async () => {
  const endless = await Promise.all(['one', 'two'].map((name) => send(name, 'hang')))
  const { answer: third } = await send('three', 'go')
  await deadlinesToBe(AT_ONCE)
  for (const deadline of deadlines.slice()) deadline.abort()
  expect(await Promise.all(endless.map(({ answer }) => answer))).toEqual([undefined, undefined])
  expect(await third).toEqual({ kind: 'audio', extension: 'mp3' })
})

it('turns away who comes when too many wait', async () => {
  const names = Array.from({ length: AT_ONCE + WAITING_MAX }, (_, index) => String(index))
  const waiting = await Promise.all(names.map((name) => send(name)))
  const { answer } = await send('one too many')
  await expect(answer).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '30' } })
  for (const name of names) await say(name, 'go')
  await Promise.all(waiting.map((each) => each.answer))
})
