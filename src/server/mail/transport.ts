import type { Config } from '../config'
import type { QueuedLetter } from './letter'
import { createOutbox } from './outbox'
import { createSmtpTransport } from './smtp'

/** Carries letters away. */
export interface MailTransport {
  /** Resolves when the letter is out of our hands; rejects when it has to be tried again. */
  send(letter: QueuedLetter): Promise<void>
}

/** The mail server of SMTP_URL, or else a folder where each letter becomes a file. */
export function createMailTransport(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'site'>): MailTransport {
  const { smtpUrl, mailFrom, dataDir, site } = config
  const sender = { from: mailFrom, host: new URL(site.publicUrl).hostname }
  return smtpUrl ? createSmtpTransport(smtpUrl, sender) : createOutbox(dataDir, sender)
}
