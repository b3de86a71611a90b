import { VERIFICATION_LINK_HOURS } from '@contract/retention'
import type { Db } from '../../db/schema'
import { randomToken } from '../../lib/token'
import type { Letter } from '../../mail/letter'
import { enqueueLetter } from '../../mail/queue'
import { type EmailTokenPurpose, insertEmailToken } from '../accounts/email-token-repository'
import type { UserRow } from '../accounts/user-repository'

/** How long a link is valid. */
const SECONDS: Record<EmailTokenPurpose, number> = { verify: VERIFICATION_LINK_HOURS * 3600, reset: 3600 }

/** Queues a letter with a one-time link. Wake the postman after the transaction. */
export async function enqueueLink(
  tx: Db,
  { id: userId, email }: UserRow,
  purpose: EmailTokenPurpose,
  letterWith: (token: string) => Letter,
): Promise<void> {
  const token = randomToken()
  await insertEmailToken(tx, { userId, purpose, token, seconds: SECONDS[purpose] })
  await enqueueLetter(tx, email, letterWith(token))
}
