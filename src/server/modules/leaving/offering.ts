import type { Db } from '../../db/schema'
import { randomToken } from '../../lib/token'
import { insertInvitation } from '../keepers/repository'

/** Lets somebody take over a page whose owner has gone, until the owner is back. Returns the token of the link for a letter. */
export async function offerPage(
  tx: Db,
  memorialId: number,
  { email, from }: { email: string; from: number },
): Promise<string> {
  const token = randomToken()
  await insertInvitation(
    tx,
    { memorial_id: memorialId, role: 'owner', email, invited_by: from, on_leaving: true },
    token,
  )
  return token
}
