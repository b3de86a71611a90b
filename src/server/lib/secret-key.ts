import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { randomToken } from './token'

const FILE = 'secret-key'

/** The key that signs addresses: made once and kept in the data folder, so that it outlives a restart. */
export async function keptSecretKey(dataDir: string): Promise<string> {
  const file = path.join(dataDir, FILE)
  try {
    // Two starts at once must end up with one key: only the first may create the file.
    await writeFile(file, randomToken(), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return (await readFile(file, 'utf8')).trim()
}
