import type { QueuedLetter } from './letter'

/** Whom letters come from: MAIL_FROM, and the host name of this installation. */
export interface Sender {
  from: string
  host: string
}

/** The outside of a letter. A letter sent twice keeps its Message-ID, so that mailboxes can tell the repeat. */
export function envelope({ id, recipient, subject, writtenAt }: QueuedLetter, { from, host }: Sender) {
  return {
    from,
    // As an object: nothing in the address is read as a list or a name.
    to: { name: '', address: recipient },
    subject,
    date: writtenAt,
    messageId: `<${writtenAt.getTime()}.${id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
