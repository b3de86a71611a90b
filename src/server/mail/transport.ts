import { createTransport } from 'nodemailer'
import type { Config } from '../config'
import { envelope, type Sender } from './envelope'
import type { MailTransport } from './letter'
import { createOutbox } from './outbox'

/** Much shorter than the claim on a letter (see queue.ts): a silent mail server must fail before the claim ends. */
const SMTP_TIMEOUTS = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 }

/** The mail server of SMTP_URL, or else a folder where each letter becomes a file. */
export function createMailTransport(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'site'>): MailTransport {
  const { smtpUrl, mailFrom, dataDir, site } = config
  const sender = { from: mailFrom, host: new URL(site.publicUrl).hostname }
  return smtpUrl ? createSmtpTransport(smtpUrl, sender) : createOutbox(dataDir, sender)
}

function createSmtpTransport(smtpUrl: string, sender: Sender): MailTransport {
  const mailServer = createTransport({ url: smtpUrl, ...SMTP_TIMEOUTS })
  return {
    async send(letter) {
      await mailServer.sendMail({ ...envelope(letter, sender), text: letter.text, html: letter.html })
    },
  }
}
