import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { copyDemoData, shareDemoServer } from '../../__tests__/support/demo-data'
import { startFromNothing, startServerProcess } from '../../__tests__/support/server-process'
import buildAll from './build-all'
import { makeEmptyDatabase } from './empty-database'
import { whenTestsEnd } from './remove-prepared-data'

/** Drawing takes a quarter of a minute, and much longer on a busy machine. */
const DRAWN_WITHIN_MS = 600_000

/**
 * Journeys test the built product. Demo content and an empty database take long to make but are quick to copy, so they are
 * made here for all test files. Those that only read the demo share the server that is started here.
 */
export default async function prepareJourneys(): Promise<void> {
  await buildAll()
  // Each keeps one core busy.
  const [, demo] = await Promise.all([makeEmptyDatabase(), makeDemoData()])
  process.env.DEMO_DATA_FOLDER = demo
  await startSharedServer()
}

async function makeDemoData(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pomnim-demo-'))
  const server = await startFromNothing({ DATA_DIR: dataDir, DEMO_CONTENT: 'on' }, DRAWN_WITHIN_MS)
  await server.stop()
  return dataDir
}

async function startSharedServer(): Promise<void> {
  const dataDir = await copyDemoData()
  const server = await startServerProcess({ DATA_DIR: dataDir, DEMO_CONTENT: 'on' })
  shareDemoServer(server)
  whenTestsEnd(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
}
