import type { InvitationLink } from '@contract/keepers'
import type { Db } from '../../db/schema'
import { emailKey } from '../../lib/mailbox'
import { randomToken } from '../../lib/token'
import { findFormerHolder } from '../accounts/former-email-repository'
import { insertInvitation } from '../keepers/repository'

/**
 * Offers a page whose owner has left, until the owner returns. Returns the link for a letter, and the e-mail to send it to: the
 * person whom the owner named may have another one by now.
 */
export async function offerPage(
  tx: Db,
  memorialId: number,
  { email, from }: { email: string; from: number },
): Promise<{ link: InvitationLink; to: string }> {
  const token = randomToken()
  const moved = await findFormerHolder(tx, emailKey(email))
  const { id } = await insertInvitation(
    tx,
    {
      ...{ memorial_id: memorialId, role: 'owner', email, invited_by: from, on_leaving: true },
      invited_id: moved?.id ?? null,
    },
    token,
  )
  return { link: { id, token }, to: moved?.is_active ? moved.email : email }
}
