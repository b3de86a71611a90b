import { VERIFICATION_LINK_HOURS } from '@contract/retention'
import type { Db } from '../../db/schema'
import { randomToken } from '../../lib/token'
import type { Letter } from '../../mail/letter'
import { enqueueLetter } from '../../mail/queue'
import { type EmailTokenPurpose, insertEmailToken } from '../accounts/email-token-repository'
import type { UserRow } from '../accounts/user-repository'

/** How long a link is good. */
const SECONDS: Record<EmailTokenPurpose, number> = { verify: VERIFICATION_LINK_HOURS * 3600, reset: 3600 }

/** Writes to an account with a link that does one thing once. The postman has to be woken after the transaction. */
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
