import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { SENT_LETTER_HOURS } from '@contract/retention'
import type { Config } from '../config'
import { ignoreMissing } from '../lib/system-errors'
import { namesAddress } from '../lib/mailbox'
import { LetterRefused, MailServerAway, type MailTransport, type QueuedLetter } from './letter'
import { LETTERS_AT_ONCE } from './queue'

/** Much shorter than the claim on a letter (see queue.ts): a silent mail server must fail before the claim ends. */
const SMTP_TIMEOUTS = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 }
/** How long an idle connection stays open. */
const IDLE_MS = 20_000

/** The mail server of SMTP_URL, otherwise a folder where each letter becomes a file. */
export function createMailTransport(
  config: Pick<Config, 'smtpUrl' | 'smtpCa' | 'mailFrom' | 'dataDir' | 'site'>,
): MailTransport {
  const { smtpUrl, smtpCa, mailFrom, dataDir, site } = config
  const sender = { from: mailFrom, host: new URL(site.publicUrl).hostname }
  return smtpUrl ? createSmtpTransport(smtpUrl, sender, smtpCa) : createOutbox(dataDir, sender)
}

/** Failures to reach the mail server. */
const AWAY = ['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EAUTH']
/** Rejections that concern this installation: the operator can fix them, so the letter is retried. */
const MUST_SIGN_IN = 530
const BY_POLICY = /^\d{3}[ -]5\.7\.\d/

interface SmtpFailure extends Error {
  code?: string
  /** The command that the mail server rejected. */
  command?: string
  responseCode?: number
  response?: string
}

/** Connections are pooled, since letters come in batches. */
function createSmtpTransport(smtpUrl: string, sender: Sender, ca: string | undefined): MailTransport {
  const mailServer = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: LETTERS_AT_ONCE,
    maxRequeues: 1,
    idleTimeout: IDLE_MS,
    ...smtpTls(smtpUrl, ca),
    ...SMTP_TIMEOUTS,
  })
  return {
    async send(letter) {
      const message = { ...envelope(letter, sender), text: letter.text, html: letter.html }
      await mailServer.sendMail(message).catch((error: unknown) => {
        throw asFailure(error as SmtpFailure)
      })
    },
    close: () => mailServer.close({ force: true }),
  }
}

/**
 * No password goes to another machine in the clear: an attacker in between could strike the offer of TLS out of what the mail
 * server says. `requireTLS=false` in the address allows it.
 */
export function smtpTls(smtpUrl: string, ca: string | undefined) {
  const { username, hostname, searchParams } = new URL(smtpUrl)
  const mustEncrypt = username !== '' && !isThisMachine(hostname) && searchParams.get('requireTLS') !== 'false'
  return { ...(mustEncrypt && { requireTLS: true }), ...(ca !== undefined && { tls: { ca } }) }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.')
}

function asFailure(error: SmtpFailure): Error {
  if (isRefusedForGood(error)) return new LetterRefused('the recipient is refused', error)
  if (AWAY.includes(error.code ?? '')) return new MailServerAway('the mail server is away', error)
  return error
}

/** Only a refusal of the recipient is final. All others are tried again, as often as mail/queue.ts says. */
function isRefusedForGood({ command, responseCode = 0, response = '' }: SmtpFailure): boolean {
  if (command !== 'RCPT TO' || responseCode < 500 || responseCode === MUST_SIGN_IN) return false
  return !BY_POLICY.test(response)
}

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

/** The sender of all letters: MAIL_FROM, and the host name of this installation. */
interface Sender {
  from: string
  host: string
}

/**
 * The headers of a letter. A repeated letter has the same Message-ID, so that mailboxes can recognise the duplicate.
 */
function envelope({ id, recipient, subject, writtenAt, unsubscribeUrl }: QueuedLetter, { from, host }: Sender) {
  return {
    from,
    // As an object: nodemailer would parse a string, which may contain a list or a name.
    to: { name: '', address: recipient },
    subject,
    date: writtenAt,
    messageId: `<${writtenAt.getTime()}.${id}@${host}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      // Mail clients show a button for it (RFC 2369) that needs one click (RFC 8058).
      ...(unsubscribeUrl && {
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}
