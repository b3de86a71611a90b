import { createLetters, type Letters } from '@server/mail/letters'
import { type Letter, type QueuedLetter, written, type WrittenLetter } from '@server/mail/letter'
import { enqueueLetter } from '@server/mail/queue'
import { someSettings } from '@support/factories'
import type { TestApp } from '@support/server-app'
import { TEST_KEY } from '@support/test-key'

export const LETTERS: Letters = createLetters(
  someSettings({
    siteName: 'Помним',
    supportEmail: 'support@pomnim.example',
    supportMessengerUrl: 'https://t.me/pomnim',
    publicUrl: 'https://pomnim.example',
  }),
  TEST_KEY,
)
export const TOKEN = 'token-of-43-characters-as-every-one-of-them_'
export const LINK = `https://pomnim.example/api/v1/auth/verify?token=${TOKEN}`

/** What somebody reads who has opened a link of ours before; with `isReached: false`, who never has. */
export function asRead(letter: Letter, { isReached = true } = {}): WrittenLetter {
  return written(letter, { recipient: 'zoya@example.org', isReached })
}

/** A letter as a transport gets it. */
export function aLetter(letter: Partial<QueuedLetter> = {}): QueuedLetter {
  const writtenAt = new Date('2026-05-09T10:00:00.123Z')
  return {
    id: 7,
    recipient: 'zoya@example.org',
    attempts: 1,
    writtenAt,
    ...asRead(LETTERS.verification(TOKEN)),
    ...letter,
  }
}

/** Puts a letter into the queue for each recipient. */
export async function write({ db }: TestApp, ...recipients: string[]): Promise<void> {
  for (const recipient of recipients) await enqueueLetter(db, recipient, LETTERS.passwordChanged())
}
