import type { LetterKind } from '@contract/letters'
import type { LetterSite } from './letter-site'

/**
 * A paragraph of text, a link shown as a button, or somebody's words. Whoever opens a link that `showsReading` is known to
 * read the mailbox. `toReached` holds or introduces what somebody else wrote:
 * an address that has never opened a link of ours gets `toStranger` in its place, or nothing, and no quotation.
 */
export type Paragraph =
  | string
  | { label: string; address: string; showsReading?: true }
  | { quotation: string; author: string }
  | { toReached: string; toStranger?: string }

/** What a letter says. Its text is made for each recipient: what may be quoted depends on who reads it. */
export interface Letter {
  subject: string
  paragraphs: Paragraph[]
  site: LetterSite
  /** Null for what its reader has asked for: it comes whatever they have ended. */
  kind: LetterKind | null
}

/** A letter's subject, and its text in two forms. */
export interface WrittenLetter {
  subject: string
  text: string
  html: string
  /** Where letters of its kind can be ended. Null for what its reader has asked for. */
  unsubscribeUrl: string | null
}

/** What became of a letter. The message says nothing of what the mail server said, which may name the recipient. */
class MailFailure extends Error {
  constructor(
    message: string,
    override readonly cause: Error,
  ) {
    super(message)
  }
}

/** The mail server will never take this letter: its recipient does not exist. */
export class LetterRefused extends MailFailure {}

/** The mail server cannot be reached, or does not let us in. */
export class MailServerAway extends MailFailure {}

/** Carries letters away. */
export interface MailTransport {
  /**
   * Resolves when the letter has been handed over. Rejects when it has to be tried again, and with `LetterRefused` when
   * that would be in vain.
   */
  send(letter: QueuedLetter): Promise<void>
  /** Ends connections that are kept for further letters. */
  close?(): void
}

/** A letter that waits for delivery. Its id and `writtenAt` make its Message-ID, so that a duplicate can be recognised. */
export interface QueuedLetter extends WrittenLetter {
  id: number
  recipient: string
  attempts: number
  writtenAt: Date
}
