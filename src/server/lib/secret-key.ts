import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { randomToken } from './token'

const FILE = 'secret-key'

/** The key that signs tokens and addresses. Made once and stored in the data folder, so that it survives a restart. */
export async function keptSecretKey(dataDir: string): Promise<string> {
  const file = path.join(dataDir, FILE)
  try {
    // Of two starts at once only the first creates the file, so both use the same key.
    await writeFile(file, randomToken(), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return (await readFile(file, 'utf8')).trim()
}
