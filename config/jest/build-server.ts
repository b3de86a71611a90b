import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '../../src/server/db/open-database'
import { startServices } from '../../__tests__/support/services'
import { buildFolder } from '../folders'
import { compile } from '../scripts/compile'
import { stalePrograms } from '../scripts/staleness'
import { whenTestsEnd } from './remove-prepared-data'

/**
 * Some tests run the server as a process of its own, and the database worker always is: both need the build. An empty
 * database takes seconds to make and a moment to copy, so one is made here for all test files.
 */
export default async function buildServer(): Promise<void> {
  if (stalePrograms().includes('server')) await compile(['server'])
  process.env.EMPTY_DATABASE_FOLDER = await makeEmptyDatabase()
  whenTestsEnd(await startServices())
}

async function makeEmptyDatabase(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pomnim-empty-database-'))
  const worker = path.join(buildFolder('server'), 'database-worker.js')
  const database = await openDatabase({ databaseUrl: undefined, dataDir }, fail, worker)
  await database.close()
  return dataDir
}

function fail(error: Error): void {
  throw error
}
