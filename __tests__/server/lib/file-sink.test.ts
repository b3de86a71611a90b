import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileSink } from '@server/lib/file-sink'

const MB = 1024 ** 2
/** More than is written between two syncs. */
const LONG = 33
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
  const sink = await FileSink.open(path.join(folder, 'file'), { maxBytes: Infinity, tooLong: () => new Error('long') })
  await pipeline(Readable.from(Array.from({ length: megabytes }, () => Buffer.alloc(MB, 1))), sink)
  return sink
}

async function failOneSync(): Promise<jest.SpyInstance> {
  const handle = await open(folder)
  const anyHandle = Object.getPrototypeOf(handle) as { datasync(): Promise<void> }
  await handle.close()
  return jest.spyOn(anyHandle, 'datasync').mockRejectedValueOnce(DISK_FAILURE)
}

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
