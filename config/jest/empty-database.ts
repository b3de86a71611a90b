import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '../../src/server/db/open-database'
import { buildFolder } from '../folders'

/**
 * Creates the empty database that test files copy: creating one takes seconds, copying it a moment. Sets EMPTY_DATABASE_FOLDER
 * to its data folder, and resolves to it.
 */
export async function makeEmptyDatabase(): Promise<string> {
  return (process.env.EMPTY_DATABASE_FOLDER ??= await make())
}

async function make(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pomnim-empty-database-'))
  const worker = path.join(buildFolder('server'), 'database-worker.js')
  const database = await openDatabase({ databaseUrl: undefined, dataDir }, fail, worker)
  await database.close()
  return dataDir
}

function fail(error: Error): void {
  throw error
}
