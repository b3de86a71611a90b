import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { startImportThreads } from '@server/modules/imports/import-threads'

/** A thread that says in place of the number of rows how `nice` it is: the 19th field of Linux, of which the second is its name. */
const WORKER = `
const { readFileSync } = require('node:fs')
exports.readPeople = () => {
  const fields = readFileSync('/proc/thread-self/stat', 'utf8').split(') ')[1].split(' ')
  return { rows: Number(fields[16]), ready: [], ties: [], problems: [], rowName: '' }
}`

it('reads imports with a lower priority than that of visitors', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pomnim-priority-'))
  const workerFile = path.join(folder, 'worker.js')
  await writeFile(workerFile, WORKER)
  const threads = startImportThreads({ workerFile })
  try {
    expect((await threads.readPeople('')).rows).toBeGreaterThan(getPriority())
  } finally {
    await threads.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
