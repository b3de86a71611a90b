import type { LetterKind } from '@contract/letters'
import type { LetterSite } from './letter-site'

/**
 * A paragraph of text, a link shown as a button, or a quotation. Opening a link with `showsReading` proves that the
 * recipient reads the mailbox. `toReached` contains or introduces what someone else wrote: an address that has never
 * opened a link gets `toStranger` instead, or nothing, and no quotation.
 */
export type Paragraph =
  | string
  | { label: string; address: string; showsReading?: true }
  | { quotation: string; author: string }
  | { toReached: string; toStranger?: string }

/** The content of a letter. The text is generated per recipient: what it may quote depends on the recipient. */
export interface Letter {
  subject: string
  paragraphs: Paragraph[]
  site: LetterSite
  /** Null if the recipient requested it: unsubscribing does not apply. */
  kind: LetterKind | null
}

/** A letter's subject, and its text in two forms. */
export interface WrittenLetter {
  subject: string
  text: string
  html: string
  /** The URL for unsubscribing from its kind. Null if the recipient requested it. */
  unsubscribeUrl: string | null
}

/** The result of a delivery. The message omits the mail server's reply, which may name the recipient. */
class MailFailure extends Error {
  constructor(
    message: string,
    override readonly cause: Error,
  ) {
    super(message)
  }
}

/** The mail server permanently rejects this letter: the recipient does not exist. */
export class LetterRefused extends MailFailure {}

/** The mail server cannot be reached, or rejects our credentials. */
export class MailServerAway extends MailFailure {}

/** Delivers letters. */
export interface MailTransport {
  /**
   * Resolves when the letter has been handed over. Rejects when it must be retried, and with `LetterRefused` when
   * retrying is futile.
   */
  send(letter: QueuedLetter): Promise<void>
  /** Closes idle connections. */
  close?(): void
}

/** A letter in the queue. Its id and `writtenAt` form its Message-ID, so that a duplicate can be recognised. */
export interface QueuedLetter extends WrittenLetter {
  id: number
  recipient: string
  attempts: number
  writtenAt: Date
}
