import { createLetters, type Letters } from '@server/mail/letters'
import type { QueuedLetter } from '@server/mail/letter'
import { enqueueLetter } from '@server/mail/queue'
import { someSettings } from '@support/factories'
import type { TestApp } from '@support/server-app'

export const LETTERS: Letters = createLetters(
  someSettings({
    siteName: 'Помним',
    supportEmail: 'support@pomnim.example',
    supportMessengerUrl: 'https://t.me/pomnim',
    publicUrl: 'https://pomnim.example',
  }),
)
export const TOKEN = 'token-of-43-characters-as-every-one-of-them_'
export const LINK = `https://pomnim.example/api/v1/auth/verify?token=${TOKEN}`

/** A letter as a transport gets it. */
export function aLetter(letter: Partial<QueuedLetter> = {}): QueuedLetter {
  const writtenAt = new Date('2026-05-09T10:00:00.123Z')
  return { id: 7, recipient: 'zoya@example.org', attempts: 1, writtenAt, ...LETTERS.verification(TOKEN), ...letter }
}

/** Puts a letter into the queue for each recipient. */
export async function write({ db }: TestApp, ...recipients: string[]): Promise<void> {
  for (const recipient of recipients) await enqueueLetter(db, recipient, LETTERS.passwordChanged())
}
