/** What is written to someone, in both of its forms. */
export interface Letter {
  subject: string
  text: string
  html: string
}

/** A letter that waits for delivery. Its id and the instant it was written make its name, so that a repeat can be told. */
export interface QueuedLetter extends Letter {
  id: number
  recipient: string
  attempts: number
  writtenAt: Date
}
