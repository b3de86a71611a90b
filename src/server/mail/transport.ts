import { createTransport } from 'nodemailer'
import type { Config } from '../config'
import { envelope, type Sender } from './envelope'
import { LetterRefused, type MailTransport, MailServerAway } from './letter'
import { createOutbox } from './outbox'
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
    close: () => mailServer.close(),
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

function isRefusedForGood({ command, responseCode = 0, response = '' }: SmtpFailure): boolean {
  if (command !== 'RCPT TO' || responseCode < 500 || responseCode === MUST_SIGN_IN) return false
  return !BY_POLICY.test(response)
}
