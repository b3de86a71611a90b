import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createArchiveWriter } from '@server/backup/archive-writer'
import { spyOnSyncs } from '@support/disk-syncs'

const FILES = 20_000
const BYTES_OF_EACH_MAX = 100
const MB = 1024 ** 2
const LONG_MB = 50

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-archive-'))
})
afterEach(async () => {
  jest.restoreAllMocks()
  await rm(folder, { recursive: true })
})

it('holds nothing in memory of the files that an archive has already', async () => {
  const archive = await createArchiveWriter(path.join(folder, 'whole.tar'))
  const content = Buffer.from('Помним')
  const addAll = async () => {
    for (let file = 0; file < FILES; file++) await archive.add(`files/${file}.txt`, content)
  }
  const held = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed
  }

  await addAll()
  const before = held()
  await addAll()
  expect((held() - before) / FILES).toBeLessThan(BYTES_OF_EACH_MAX)

  await archive.abandon()
})

it('gives a long archive to the disk as it goes: at its end the database would wait for all of it', async () => {
  const datasync = await spyOnSyncs(folder)
  const archive = await createArchiveWriter(path.join(folder, 'whole.tar'))
  for (let file = 0; file < LONG_MB; file++) await archive.add(`files/${file}.jpg`, Buffer.alloc(MB, 'а'))

  expect(datasync.mock.calls.length).toBeGreaterThan(1)

  await archive.finish()
})

it('begins anew where a backup that was killed left its piece', async () => {
  await writeFile(path.join(folder, 'whole.tar.part'), 'of an earlier one, and longer than what comes')
  const archive = await createArchiveWriter(path.join(folder, 'whole.tar'))
  await archive.add('a.txt', Buffer.from('а'))
  await archive.finish()

  expect(await readdir(folder)).toEqual(['whole.tar'])
  expect(await readFile(path.join(folder, 'whole.tar'), 'utf8')).not.toContain('earlier')
})
