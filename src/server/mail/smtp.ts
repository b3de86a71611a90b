import { createTransport } from 'nodemailer'
import { envelope, type Sender } from './envelope'
import type { MailTransport } from './transport'

/** A silent mail server is given up long before a claim on its letter ends (see queue.ts). */
const PATIENCE = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 }

export function createSmtpTransport(smtpUrl: string, sender: Sender): MailTransport {
  const mailServer = createTransport({ url: smtpUrl, ...PATIENCE })
  return {
    async send(letter) {
      await mailServer.sendMail({ ...envelope(letter, sender), text: letter.text, html: letter.html })
    },
  }
}
