/** What is written to someone, in both of its forms. */
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

/** A letter that waits for delivery. Its id and the instant it was written make its name, so that a repeat can be told. */
export interface QueuedLetter extends Letter {
  id: number
  recipient: string
  attempts: number
  writtenAt: Date
}
