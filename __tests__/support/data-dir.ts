import { cpSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A new data folder for a server, with the empty database that was made for all test files. */
export async function makeDataDir(name: string): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), `pomnim-${name}-`))
  copyEmptyDatabase(dataDir)
  return dataDir
}

/** Saves a server that starts with this folder the seconds that creating a database takes. */
export function copyEmptyDatabase(dataDir: string): void {
  const { EMPTY_DATABASE_FOLDER: made } = process.env
  if (!made) throw new Error('Only journeys and tests of the server have an empty database prepared')
  cpSync(path.join(made, 'database'), path.join(dataDir, 'database'), { recursive: true })
}
