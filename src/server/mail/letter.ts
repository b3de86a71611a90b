/** A letter's subject, and its text in two forms. */
export interface Letter {
  subject: string
  text: string
  html: string
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
export interface QueuedLetter extends Letter {
  id: number
  recipient: string
  attempts: number
  writtenAt: Date
}
