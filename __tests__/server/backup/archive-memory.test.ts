import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createArchiveWriter } from '@server/backup/archive-writer'

const FILES = 20_000
const BYTES_OF_EACH_MAX = 100

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

it('holds nothing in memory of the files that an archive has already', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pomnim-archive-'))
  const archive = createArchiveWriter(path.join(folder, 'whole.tar'))
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
  await rm(folder, { recursive: true })
})
