import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { copyDemoData, shareDemoServer } from '../../__tests__/support/demo-data'
import { startFromNothing, startServerProcess } from '../../__tests__/support/server-process'
import buildAll from './build-all'
import { makeEmptyDatabase } from './empty-database'
import { whenTestsEnd } from './remove-prepared-data'

/** Drawing takes a quarter of a minute, and much longer where the machine has other work. */
const DRAWN_WITHIN_MS = 600_000

/**
 * Journeys drive the built product. Demo content takes long to draw and an empty database long to make, and both a moment to
 * copy, so they are made here for all test files. Those that only read the demo share the server that is started here.
 */
export default async function prepareJourneys(): Promise<void> {
  await buildAll()
  // Each has work for one core.
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
