import { EMAIL_CHANGE_LINK_HOURS, LEAVING_DAYS, UNDO_HOURS, VERIFICATION_LINK_HOURS } from '@contract/retention'
import type { Db } from '../../db/schema'
import { randomToken } from '../../lib/token'
import type { Letter } from '../../mail/letter'
import { enqueueLetter } from '../../mail/queue'
import { type EmailTokenPurpose, insertEmailToken } from './email-token-repository'
import type { UserRow } from './user-repository'

/** How long a link is valid. */
const SECONDS: Record<EmailTokenPurpose, number> = {
  verify: VERIFICATION_LINK_HOURS * 3600,
  reset: 3600,
  change: EMAIL_CHANGE_LINK_HOURS * 3600,
  return: LEAVING_DAYS * 24 * 3600,
  not_me: UNDO_HOURS * 3600,
}

/**
 * Queues a letter with a one-time link. For `change`, `email` is the new e-mail, and the link ends with its session. Wake the
 * postman after the transaction.
 */
export async function enqueueLink(
  tx: Db,
  { id: userId, email, sessionId }: Pick<UserRow, 'id' | 'email'> & { sessionId?: number },
  purpose: EmailTokenPurpose,
  letterWith: (token: string) => Letter,
): Promise<void> {
  const token = randomToken()
  const ofAddress = purpose === 'change' || purpose === 'not_me' ? email : null
  const ofSession = purpose === 'change' ? sessionId : undefined
  const link = { userId, purpose, token, seconds: SECONDS[purpose], newEmail: ofAddress }
  await insertEmailToken(tx, { ...link, ...(ofSession !== undefined && { sessionId: ofSession }) })
  await enqueueLetter(tx, email, letterWith(token))
}
