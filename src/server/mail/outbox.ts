import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { SENT_LETTER_HOURS } from '@contract/retention'
import { ignoreMissing } from '../lib/ignore-missing'
import { namesAddress } from '../lib/names-address'
import { envelope, type Sender } from './envelope'
import type { MailTransport, QueuedLetter } from './letter'

const FOLDER = 'outbox'
const RETENTION_MS = SENT_LETTER_HOURS * 3_600_000

/** For an installation without a mail server: each letter becomes a file in DATA_DIR/outbox. */
export function createOutbox(dataDir: string, sender: Sender): MailTransport {
  const folder = path.join(dataDir, FOLDER)
  const composer = createTransport({ streamTransport: true, buffer: true })

  return {
    async send(letter) {
      const { message } = await composer.sendMail({
        ...envelope(letter, sender),
        alternatives: [asTyped('text/plain', letter.text), asTyped('text/html', letter.html)],
      })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = path.join(folder, fileName(letter))
      // Written under a temporary name first, so that a reader of the folder never finds a partial letter.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
  }
}

/** Letters contain names, addresses and links, and an operator who reads them as files does so within a day. */
export async function removeOldOutboxFiles(dataDir: string, now = Date.now()): Promise<void> {
  const folder = path.join(dataDir, FOLDER)
  for (const name of (await readdir(folder).catch(ignoreMissing)) ?? []) {
    const file = path.join(folder, name)
    // Another process may have removed it.
    const written = (await stat(file).catch(ignoreMissing))?.mtimeMs
    if (written !== undefined && written < now - RETENTION_MS) await rm(file, { force: true })
  }
}

/**
 * Removes the letters that are addressed to or mention one of these addresses (in lower case), and those with these
 * ids.
 */
export async function removeOutboxFiles(
  dataDir: string,
  { addresses, ids }: { addresses: string[]; ids: number[] },
): Promise<void> {
  const folder = path.join(dataDir, FOLDER)
  const endings = ids.map(fileEnding)
  for (const name of (await readdir(folder).catch(ignoreMissing)) ?? []) {
    const file = path.join(folder, name)
    const letter = await readFile(file, 'utf8').catch(ignoreMissing)
    const isMeant = endings.some((ending) => name.endsWith(ending)) || namesAddress(letter ?? '', addresses)
    if (isMeant) await rm(file, { force: true })
  }
}

/** Names sort in the order in which letters were written. A repeated letter is one file. */
function fileName({ id, writtenAt }: QueuedLetter): string {
  const instant = writtenAt.toISOString().replace(/[:.]/g, '-')
  return instant + fileEnding(id)
}

function fileEnding(id: number): string {
  return `-${String(id).padStart(8, '0')}.eml`
}

/** 8bit, since people open these files: other encodings would break a link over two lines. */
function asTyped(type: string, text: string) {
  const head = `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`
  return { raw: head + text.replace(/\r?\n/g, '\r\n') }
}
