import type { QueuedLetter } from './letter'

/** The sender of all letters: MAIL_FROM, and the host name of this installation. */
export interface Sender {
  from: string
  host: string
}

/**
 * The headers of a letter. A repeated letter has the same Message-ID, so that mailboxes can recognise the duplicate.
 */
export function envelope({ id, recipient, subject, writtenAt, unsubscribeUrl }: QueuedLetter, { from, host }: Sender) {
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
