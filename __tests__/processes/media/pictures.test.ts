import { spawn } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { PICTURE_COPY, PICTURE_FILE, TOO_MANY_PIXELS } from '@contract/picture'
import { PICTURE_WIDTHS } from '@contract/limits'
import { residentBytesOf } from '@server/lib/process-usage'
import { NOT_A_PICTURE, type PictureLimits, type Pictures, startPictures } from '@server/media/picture-processes'
import { animation, LARGE_PICTURES, withSide } from '@support/large-pictures'
import { oddPictureWorker, type OddPictureWorker } from '@support/odd-picture-worker'
import { smallPicture } from '@support/photographs'
import { timersOf } from '@support/timers'
import { until } from '@support/until'

const MB = 1024 ** 2
const NO_LIMIT = { maxMs: 600_000, maxProcessorMs: 600_000, maxBytes: 4096 * MB }
const ALL_FILES = [PICTURE_FILE, ...PICTURE_WIDTHS.map(PICTURE_COPY)].sort()

let folder: string
let worker: OddPictureWorker
let pictures: Pictures
let warnings: object[]
let picture: Buffer

beforeAll(async () => {
  picture = await smallPicture()
})
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-pictures-'))
  worker = oddPictureWorker(folder)
  warnings = []
})
afterEach(async () => {
  jest.restoreAllMocks()
  await pictures.stop()
  await rm(folder, { recursive: true, force: true })
})

function start(limits: Partial<PictureLimits> = {}): void {
  const log = { warn: (details: object) => void warnings.push(details) }
  pictures = startPictures({
    log,
    workerFile: worker.workerFile,
    limits: { ordinary: NO_LIMIT, large: NO_LIMIT, ...limits },
  })
}

/** Writes a file with this name and encodes it. Returns the names of the results. */
async function encode(name: string, bytes: Uint8Array = picture): Promise<string[]> {
  await write(name, bytes)
  return encodeWritten(name)
}

/** The same for several files, in this order. */
async function encodeAll(...names: string[]): Promise<Promise<string[]>[]> {
  for (const name of names) await write(name)
  return names.map((name) => encodeWritten(name))
}

async function write(name: string, bytes: Uint8Array = picture): Promise<void> {
  await writeFile(path.join(folder, name), bytes)
  await mkdir(path.join(folder, `of-${name}`))
}

async function encodeWritten(name: string, sender?: string): Promise<string[]> {
  const target = path.join(folder, `of-${name}`)
  await pictures.encode(path.join(folder, name), target, { sender })
  return (await readdir(target)).sort()
}

/** Long enough for a process to start its work. */
async function letAnotherBegin(): Promise<void> {
  const elsewhere = path.join(folder, 'elsewhere')
  const [file, target] = [path.join(elsewhere, 'picture'), path.join(elsewhere, 'target')]
  await mkdir(target, { recursive: true })
  await writeFile(file, picture)
  const { workerFile } = oddPictureWorker(elsewhere)
  const others = startPictures({ log: { warn: () => undefined }, workerFile })
  await others.encode(file, target)
  await others.stop()
}

const names = () => worker.begun().map(({ name }) => name)
/** One that nobody has asked about yet holds nothing either. */
const isGone = (pid: number) => residentBytesOf(pid) === undefined
const notAPicture = { status: 415, detail: NOT_A_PICTURE }

it('decodes two at once and no more, and the others in the order in which they came', async () => {
  start()
  const all = await encodeAll('held-1', 'held-2', 'held-3', 'held-4')
  await until(() => names().length === 2)
  worker.letGo()
  await Promise.all(all)

  expect(new Set(names().slice(0, 2))).toEqual(new Set(['held-1', 'held-2']))
  expect(names()).toHaveLength(4)
  expect(new Set(worker.begun().map(({ pid }) => pid)).size).toBe(2)
})

it('begins nothing beyond the two while they last', async () => {
  start()
  const all = await encodeAll('held-1', 'held-2', 'held-3')
  await until(() => names().length === 2)
  await letAnotherBegin()

  expect(names()).toHaveLength(2)
  worker.letGo()
  await Promise.all(all)
})

it('turns away who comes when too many wait, and says when to come again', async () => {
  start({ maxWaiting: 1 })
  const all = await encodeAll('held-1', 'held-2', 'held-3')
  await until(() => names().length === 2)

  await expect(encode('late')).rejects.toMatchObject({
    status: 503,
    detail: 'Сейчас обрабатывается слишком много фотографий. Пожалуйста, попробуйте немного позже.',
    headers: { 'retry-after': '30' },
  })

  worker.letGo()
  await expect(Promise.all(all)).resolves.toHaveLength(3)
  expect(names()).not.toContain('late')
})

it('gives each picture its time from when it is begun, however long it waited', async () => {
  start()
  const deadlines = timersOf(NO_LIMIT.maxMs)
  const all = await encodeAll('held-1', 'held-2', 'held-3')
  await until(() => names().length === 2)
  expect(deadlines).toHaveLength(2)

  worker.letGo()
  await Promise.all(all)
  expect(deadlines).toHaveLength(3)
})

it('refuses a picture that takes too long, and is well again for the next', async () => {
  start()
  const deadlines = timersOf(NO_LIMIT.maxMs)
  const held = expect(encode('held')).rejects.toMatchObject(notAPicture)
  await until(() => names().length === 1)
  deadlines[0]?.()
  await held

  expect(warnings).toEqual([{ loss: 'took too long' }])
  expect(isGone(worker.begun()[0]?.pid ?? 0)).toBe(true)
  await expect(encode('next')).resolves.toEqual(ALL_FILES)
})

it('lets nobody wait for more than one of another sender when a process is free, and turns away who sends dozens at once', async () => {
  start()
  const own = Array.from({ length: 34 }, (_, index) => `held-${index}`)
  for (const name of [...own, 'held-late', 'of-another']) await write(name)
  const taken = own.map((name) => encodeWritten(name, 'account 1'))
  const another = encodeWritten('of-another', 'account 2')

  await expect(encodeWritten('held-late', 'account 1')).rejects.toMatchObject({
    status: 429,
    detail: 'Ваши предыдущие фотографии ещё обрабатываются. Пожалуйста, подождите немного.',
    headers: { 'retry-after': '30' },
  })

  await until(() => names().length === 2)
  worker.letGo()
  for (const files of await Promise.all([...taken, another])) expect(files).toEqual(ALL_FILES)
  // Handed out fourth, to one of two processes: each writes down by itself what it begins, so neighbours may swap.
  expect(Math.abs(names().indexOf('of-another') - 3)).toBeLessThanOrEqual(1)
  await expect(encodeWritten('held-late', 'account 1')).resolves.toEqual(ALL_FILES)
})

it('asks to try again when somebody else has ended the process, as the system does where memory runs out', async () => {
  start()
  await expect(encode('killed')).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '30' } })
  expect(warnings).toEqual([{ loss: 'killed' }])
  await expect(encode('next')).resolves.toEqual(ALL_FILES)
})

it('does not wait for a process that never becomes ready', async () => {
  const [deaf, itsPid] = [path.join(folder, 'deaf.js'), path.join(folder, 'pid')]
  await writeFile(
    deaf,
    `require('node:fs').writeFileSync(${JSON.stringify(itsPid)}, String(process.pid)); setInterval(() => undefined, 1000)`,
  )
  pictures = startPictures({ log: { warn: () => undefined }, workerFile: deaf })
  const deadlines = timersOf(30_000)
  const encoded = expect(encode('picture')).rejects.toThrow('does not start')
  await until(() => existsSync(itsPid) && readFileSync(itsPid, 'utf8') !== '')
  deadlines[0]?.()
  await encoded
  expect(isGone(Number(readFileSync(itsPid, 'utf8')))).toBe(true)
})

it.each([
  ['keeps the processor too long and heeds nothing', 'endless', { maxProcessorMs: 3000 }, 'took too long'],
  ['takes too much memory', 'greedy', { maxBytes: 300 * MB }, 'took too much memory'],
  ['breaks its process', 'crashing', {}, 'crashed'],
])('refuses a picture that %s, and is well again for the next', async (_what, name, limit, loss) => {
  start({ ordinary: { ...NO_LIMIT, ...limit } })
  await expect(encode(name)).rejects.toMatchObject(notAPicture)
  const [lost] = worker.begun()

  expect(warnings).toEqual([{ loss }])
  expect(isGone(lost?.pid ?? 0)).toBe(true)
  await expect(encode('next')).resolves.toEqual(ALL_FILES)
})

it('refuses a picture that needs more memory than there is for it, before it has taken much more', async () => {
  const maxBytes = 150 * MB
  start({ large: { ...NO_LIMIT, maxBytes } })
  const bomb = await LARGE_PICTURES['a lossless WebP']?.()

  await expect(encode('bomb', bomb)).rejects.toMatchObject({ status: 413, detail: TOO_MANY_PIXELS })
  expect(warnings).toEqual([{ loss: 'took too much memory' }])
  await expect(encode('next')).resolves.toEqual(ALL_FILES)
})

it('decodes a large picture alone', async () => {
  start()
  const held = encode('held')
  await until(() => names().length === 1)
  const large = encode('large', await LARGE_PICTURES['a PNG']?.())
  await until(() => names().includes('large'))
  // Its header is valid, its content is not.
  await letAnotherBegin()
  expect(names()).toEqual(['held', 'large'])

  worker.letGo()
  await Promise.all([held, large])
  expect(names()).toEqual(['held', 'large', 'large'])
})

it.each<[string, () => Promise<Buffer> | Buffer]>([
  ['drawing in SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>')],
  ['PDF', () => Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n')],
])('opens no %s, even if it was taken for a JPEG', async (_what, bytes) => {
  start()
  await expect(encode('taken-for-jpeg', await bytes())).rejects.toMatchObject(notAPicture)
  expect(warnings).toEqual([])
})

it('tells by the header alone a picture with more pixels than sharp would ever open', async () => {
  start()
  await expect(encode('vast', withSide(await smallPicture('png'), 30_000))).rejects.toMatchObject({ status: 413 })
})

it('takes the first picture of an animated WebP', async () => {
  start()
  await expect(encode('moving', await animation(60))).resolves.toEqual(ALL_FILES)
  const { dominant } = await sharp(path.join(folder, 'of-moving', PICTURE_FILE)).stats()
  expect(dominant.r).toBeGreaterThan(200)
})

it('keeps its process for the next picture, and ends it when none comes', async () => {
  const idleMs = 234_000
  start({ idleMs })
  const rests = timersOf(idleMs)
  await encode('one')
  await encode('two')
  const [one, two] = worker.begun()
  expect(two?.pid).toBe(one?.pid)
  rests.at(-1)?.()
  await until(() => isGone(one?.pid ?? 0))
  await expect(encode('three')).resolves.toEqual(ALL_FILES)
})

it('has nothing of ours in the process: no key, no file, no connection', async () => {
  process.env.SECRET_KEY = 'a-key-that-nobody-may-see'
  const listening = createServer().listen(0, '127.0.0.1')
  try {
    start()
    const held = encode('held')
    await until(() => names().length === 1)
    const pid = worker.begun()[0]?.pid ?? 0

    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').filter(Boolean)
    expect(environment.map((entry) => entry.split('=')[0]).sort()).toEqual([
      'MALLOC_MMAP_THRESHOLD_',
      'NODE_CHANNEL_FD',
      'NODE_CHANNEL_SERIALIZATION_MODE',
    ])
    expect(readFileSync(`/proc/${pid}/cmdline`, 'latin1')).not.toContain('key')
    const open = readdirSync(`/proc/${pid}/fd`).map((descriptor) => readlinkSync(`/proc/${pid}/fd/${descriptor}`))
    expect(open.filter((target) => target.startsWith('/') && target !== '/dev/null')).toEqual([])
    // The one on which it is told what to do.
    expect(open.filter((target) => target.startsWith('socket:'))).toHaveLength(1)

    worker.letGo()
    await held
  } finally {
    delete process.env.SECRET_KEY
    listening.close()
  }
})

it('ends its work when the server is asked to stop together with all its processes', async () => {
  start()
  const held = encode('held')
  await until(() => names().length === 1)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(worker.begun()[0]?.pid ?? 0, signal)
  worker.letGo()
  await expect(held).resolves.toEqual(ALL_FILES)
})

it('ends in the middle of its work when the server is killed', async () => {
  start()
  await writeFile(path.join(folder, 'held'), picture)
  const task = { file: path.join(folder, 'held'), folder, maxPixels: 1_000_000 }
  const server = path.join(folder, 'server.js')
  await writeFile(
    server,
    `const child = require('node:child_process').fork(${JSON.stringify(worker.workerFile)})
     child.on('message', () => child.send(${JSON.stringify(task)}))`,
  )
  const killed = spawn(process.execPath, [server], { stdio: 'ignore' })
  await until(() => names().length === 1)
  killed.kill('SIGKILL')
  await until(() => isGone(worker.begun()[0]?.pid ?? 0))
})

it.each(['vanishing-jpeg', 'vanishing-heic'])('minds no %s whose sender leaves when it is begun', async (name) => {
  start()
  await expect(encode(name)).rejects.toMatchObject({ status: 400 })
  expect(warnings).toEqual([])
})

it('refuses a picture whose file is gone without a word in the log', async () => {
  start()
  await expect(pictures.encode(path.join(folder, 'none'), folder)).rejects.toMatchObject({ status: 400 })
  expect(warnings).toEqual([])
})

it('tells a full disk from a picture that cannot be read', async () => {
  start()
  const file = path.join(folder, 'picture')
  await writeFile(file, picture)
  // The folder for the copies does not exist.
  await mkdir(path.join(folder, 'target', PICTURE_COPY(320)), { recursive: true })
  await expect(pictures.encode(file, path.join(folder, 'target'))).rejects.toThrow('A picture process failed')
})
