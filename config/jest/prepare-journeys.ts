import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startServerProcess } from '../../__tests__/support/server-process'
import buildAll from './build-all'

/**
 * Journeys drive the built product. Its demo content takes long to draw and a moment to copy, so it is made here for all
 * of them.
 */
export default async function prepareJourneys(): Promise<void> {
  await buildAll()
  process.env.DEMO_DATA_FOLDER = await makeDemoData()
}

async function makeDemoData(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pomnim-demo-'))
  const server = await startServerProcess({ DATA_DIR: dataDir, DEMO_CONTENT: 'on' })
  await server.stop()
  return dataDir
}
