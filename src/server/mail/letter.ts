/** A letter's subject, and its text in two forms. */
export interface Letter {
  subject: string
  text: string
  html: string
}

/** Carries letters away. */
export interface MailTransport {
  /** Resolves when the letter has been handed over; rejects when it has to be tried again. */
  send(letter: QueuedLetter): Promise<void>
}

/** A letter that waits for delivery. Its id and `writtenAt` make its Message-ID, so that a duplicate can be recognised. */
export interface QueuedLetter extends Letter {
  id: number
  recipient: string
  attempts: number
  writtenAt: Date
}
