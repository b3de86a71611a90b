import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { FileSink } from '@server/lib/file-sink'
import { spyOnSyncs } from '@support/disk-syncs'
import { until } from '@support/until'

const MB = 1024 ** 2
/** More than is written between two syncs. */
const LONG = 33
/** More than a sink may take ahead of the disk. */
const SLOW = 100
const DISK_FAILURE = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO', syscall: 'fdatasync' })

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-sink-'))
})
afterEach(async () => {
  jest.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

async function receive(megabytes: number): Promise<FileSink> {
  const sink = await FileSink.open(path.join(folder, 'file'))
  await pipeline(Readable.from(Array.from({ length: megabytes }, () => Buffer.alloc(MB, 1))), sink)
  return sink
}

const failOneSync = async () => (await spyOnSyncs(folder)).mockRejectedValueOnce(DISK_FAILURE)

it('keeps all of a long file', async () => {
  expect((await receive(LONG)).size).toBe(LONG * MB)
  expect((await stat(path.join(folder, 'file'))).size).toBe(LONG * MB)
})

it('fails an upload for what the disk lost while it went on, though the last sync goes well', async () => {
  const datasync = await failOneSync()
  await expect(receive(LONG)).rejects.toBe(DISK_FAILURE)
  expect(datasync.mock.calls.length).toBeGreaterThan(0)
})

it('fails an upload whose last sync fails', async () => {
  await failOneSync()
  await expect(receive(1)).rejects.toBe(DISK_FAILURE)
})

it('takes no more than a few megabytes that a slow disk does not have yet', async () => {
  let goOn: (() => void) | undefined
  const firstSync = new Promise<void>((resolve) => (goOn = resolve))
  const datasync = (await spyOnSyncs(folder)).mockReturnValueOnce(firstSync)
  let taken = 0
  const sink = await FileSink.open(path.join(folder, 'file'))
  const written = pipeline(
    (function* () {
      for (; taken < SLOW; taken++) yield Buffer.alloc(MB, 1)
    })(),
    sink,
  )

  await until(() => datasync.mock.calls.length > 0)
  await pause(300)
  expect(taken).toBeLessThan(SLOW / 2)

  goOn?.()
  await written
  expect(sink.size).toBe(SLOW * MB)
})
