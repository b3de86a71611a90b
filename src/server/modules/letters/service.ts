import type { LetterChoice, LetterKind, LetterSubscription } from '@contract/letters'
import type { Db } from '../../db/schema'
import { refused } from '../../lib/api-error'
import type { SecurityLog } from '../../lib/security-log'
import type { SecretKey } from '../../lib/token'
import { readOpenedToken, readUnsubscribeToken } from '../../mail/letter'
import { areLettersEnded, endLetters, recordReached, resumeLetters } from '../../mail/repository'

const BAD_LINK = 'Эта ссылка не подходит. Откройте её из письма ещё раз.'

export type LetterService = ReturnType<typeof createLetterService>

/** The reader of a letter can unsubscribe its e-mail from letters of this kind. The link suffices, without an account. */
export function createLetterService(parts: { db: Db; secretKey: SecretKey; securityLog: SecurityLog }) {
  const { db, secretKey, securityLog } = parts

  /** 400 for an invalid link. */
  function read(token: string): { kind: LetterKind; recipient: string } {
    const link = readUnsubscribeToken(secretKey, token)
    if (!link) throw refused(BAD_LINK)
    return link
  }

  return {
    async find({ token }: { token: string }): Promise<LetterSubscription> {
      const { kind, recipient } = read(token)
      return { kind, is_ended: await areLettersEnded(db, secretKey, recipient, kind) }
    },

    /** Records that the mailbox of the link is read: from now on letters there may quote others. */
    async recordOpened({ token }: { token: string }): Promise<void> {
      const recipient = readOpenedToken(secretKey, token)
      if (recipient === undefined) throw refused(BAD_LINK)
      await recordReached(db, secretKey, recipient)
    },

    /** Idempotent. */
    async choose({ token, is_ended }: LetterChoice): Promise<LetterSubscription> {
      const { kind, recipient } = read(token)
      await (is_ended ? endLetters : resumeLetters)(db, secretKey, recipient, kind)
      securityLog.record(is_ended ? 'letters_ended' : 'letters_resumed', { email: recipient, kind })
      return { kind, is_ended }
    },
  }
}
