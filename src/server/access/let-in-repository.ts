import { now } from '../db/instants'
import type { Db } from '../db/schema'

/** Whether a requester was let in to a page, and the access has neither been ended nor expired. */
export async function isLetIn(db: Db, memorialId: number, requestId: number): Promise<boolean> {
  const found = await letIn(db, memorialId).where('id', '=', requestId).executeTakeFirst()
  return found !== undefined
}

/** The requests that give access to a page now. */
export function letIn(db: Db, memorialId: number) {
  return db
    .selectFrom('access_requests')
    .select('id')
    .where('memorial_id', '=', memorialId)
    .where('status', '=', 'approved')
    .where('expires_at', '>', now())
}
