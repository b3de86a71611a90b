import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { startMediaThreads } from '@server/media/media-threads'
import { startImportThreads } from '@server/modules/imports/import-threads'

/** A thread that says in place of what it read how `nice` it is: the 19th field of Linux, of which the second is its name. */
const WORKER = `
const { readFileSync } = require('node:fs')
const niceness = () => Number(readFileSync('/proc/thread-self/stat', 'utf8').split(') ')[1].split(' ')[16])
exports.readPeople = () => ({ rows: niceness(), ready: [], ties: [], problems: [], rowName: '' })
exports.inspectStored = niceness`

let workerFile: string

beforeAll(async () => {
  workerFile = path.join(await mkdtemp(path.join(tmpdir(), 'pomnim-priority-')), 'worker.js')
  await writeFile(workerFile, WORKER)
})
afterAll(() => rm(path.dirname(workerFile), { recursive: true }))

it('reads imports with a lower priority than that of visitors', async () => {
  const threads = startImportThreads({ workerFile })
  expect((await threads.readPeople('')).rows).toBeGreaterThan(getPriority())
  await threads.stop()
})

it('reads recordings with a lower priority than that of visitors', async () => {
  const threads = startMediaThreads(workerFile)
  expect(await threads.inspectRecording('')).toBeGreaterThan(getPriority())
  await threads.stop()
})
