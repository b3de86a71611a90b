import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ignoreMissing } from './system-errors'
import { randomToken, type SecretKey } from './token'

/** In DATA_DIR; the previous key has a file of its own next to it. */
const SECRET_KEY_FILE = 'secret-key'
const PREVIOUS_FILE = `${SECRET_KEY_FILE}.previous`

/** Its message is for the operator. */
export class SecretKeyMissing extends Error {
  constructor(dataDir: string) {
    super(
      `${path.join(dataDir, SECRET_KEY_FILE)} is missing, but the database holds accounts. Put the key back from a backup ` +
        '(an archive holds it as secret-key), or set SECRET_KEY to it. If it is lost, make a new one: pomnim key new. ' +
        'Then what the old key signed ends: addresses of calendars, pages that were opened by a PIN or a personal link, ' +
        'addresses of closed files and of archives, and the links that end letters. Who ended letters may get them again. Accounts, ' +
        'passwords, sessions and pages stay.',
    )
  }
}

/**
 * The keys from the settings, or else from the data folder. Only a new installation gets a new key.
 * @throws SecretKeyMissing when there is none, and the installation is in use
 */
export async function secretKeyOf(
  settings: {
    secretKey: string | undefined
    secretKeyPrevious: string | undefined
    dataDir: string
  },
  isInUse: () => Promise<boolean>,
): Promise<SecretKey> {
  const { secretKey, secretKeyPrevious, dataDir } = settings
  if (secretKey === undefined) {
    if ((await readSecretKey(dataDir)) === undefined && (await isInUse())) throw new SecretKeyMissing(dataDir)
    return loadOrCreateSecretKey(dataDir)
  }
  return secretKeyPrevious === undefined ? secretKey : [secretKey, secretKeyPrevious]
}

/** The key that signs tokens and URLs. It is made once and stored in the data folder, so that it survives a restart. */
export async function loadOrCreateSecretKey(dataDir: string): Promise<SecretKey> {
  const file = path.join(dataDir, SECRET_KEY_FILE)
  try {
    // Of two starts at once only the first creates the file, so both use the same key.
    await writeFile(file, randomToken(), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = (await readFile(file, 'utf8')).trim()
  const previous = await readKey(dataDir, PREVIOUS_FILE)
  return previous === undefined ? key : [key, previous]
}

/** The key in the data folder; undefined when there is none. */
export async function readSecretKey(dataDir: string): Promise<string | undefined> {
  return readKey(dataDir, SECRET_KEY_FILE)
}

export async function replaceSecretKey(dataDir: string, secretKey: string): Promise<void> {
  await writeKey(dataDir, SECRET_KEY_FILE, secretKey)
}

/** A new key signs from the next start on. The last one stays next to it: what it signed remains valid. */
export async function rotateSecretKey(dataDir: string): Promise<void> {
  const last = await readSecretKey(dataDir)
  if (last !== undefined) await writeKey(dataDir, PREVIOUS_FILE, last)
  await replaceSecretKey(dataDir, randomToken())
}

async function readKey(dataDir: string, name: string): Promise<string | undefined> {
  return (await readFile(path.join(dataDir, name), 'utf8').catch(ignoreMissing))?.trim()
}

async function writeKey(dataDir: string, name: string, secretKey: string): Promise<void> {
  const file = path.join(dataDir, name)
  await writeFile(`${file}.new`, secretKey, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
