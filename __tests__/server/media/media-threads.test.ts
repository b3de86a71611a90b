import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type MediaThreads, startMediaThreads } from '@server/media/media-threads'
import { until } from '@support/until'

/** The number of threads. */
const AT_ONCE = 2
const WAITING_MAX = 50
const LOOK_EVERY_MS = 20
/** A recording that is processed until its file contains 'go'. */
const WORKER = `
  const { readFileSync, writeFileSync } = require('node:fs')
  exports.cleanRecording = async (file) => {
    writeFileSync(file + '.begun', '')
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

async function send(name: string, word = 'wait', sender?: string) {
  await say(name, word)
  return { answer: threads.cleanRecording(path.join(folder, name), sender) }
}

const isBegun = (name: string) => existsSync(path.join(folder, `${name}.begun`))

it('gives a recording its time from when it is begun, not from when it came', async () => {
  const first = await Promise.all(['one', 'two'].map((name) => send(name)))
  const { answer: third } = await send('three', 'go')
  await until(() => isBegun('one') && isBegun('two'))
  // The third one is in the queue by now.
  expect(deadlines).toHaveLength(AT_ONCE)

  for (const name of ['one', 'two']) await say(name, 'go')

  expect(await third).toEqual({ kind: 'audio', extension: 'mp3' })
  expect(deadlines).toHaveLength(AT_ONCE + 1)
  await Promise.all(first.map(({ answer }) => answer))
})

it('ends what does not come to an end, and goes on with what waits', async () => {
  const endless = await Promise.all(['one', 'two'].map((name) => send(name, 'hang')))
  const { answer: third } = await send('three', 'go')
  await until(() => isBegun('one') && isBegun('two'))
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

it('turns away who sends dozens at once, and nobody else', async () => {
  const names = Array.from({ length: 34 }, (_, index) => String(index))
  const own = await Promise.all(names.map((name) => send(name, 'wait', 'account 1')))
  const another = await send('of another', 'wait', 'account 2')
  const { answer } = await send('late', 'go', 'account 1')
  await expect(answer).rejects.toMatchObject({
    status: 429,
    detail: 'Ваши предыдущие записи ещё обрабатываются. Пожалуйста, подождите немного.',
    headers: { 'retry-after': '30' },
  })

  for (const name of [...names, 'of another']) await say(name, 'go')
  await Promise.all([...own, another].map((each) => each.answer))
  expect(await (await send('late', 'go', 'account 1')).answer).toEqual({ kind: 'audio', extension: 'mp3' })
})
