import type { BlockedAuthor } from '@contract/memory'
import type { Db } from '../../db/schema'
import { mailboxKey } from '../../lib/mailbox'

/** Whether memories from this e-mail on this page are hidden from everyone. */
export async function isBlocked(db: Db, memorialId: number, email: string): Promise<boolean> {
  const blocked = await db
    .selectFrom('blocked_authors')
    .select('id')
    .where('memorial_id', '=', memorialId)
    .where('mailbox', '=', mailboxKey(email))
    .executeTakeFirst()
  return blocked !== undefined
}

/** Does nothing when the author is already blocked. */
export async function blockAuthor(tx: Db, memorialId: number, email: string): Promise<void> {
  await tx
    .insertInto('blocked_authors')
    .values({ memorial_id: memorialId, author_email: email, mailbox: mailboxKey(email) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Newest first. */
export async function listBlockedAuthors(db: Db, memorialId: number): Promise<BlockedAuthor[]> {
  return db
    .selectFrom('blocked_authors')
    .select(['id', 'author_email'])
    .where('memorial_id', '=', memorialId)
    .orderBy('id', 'desc')
    .execute()
}

export async function findBlockedAuthor(db: Db, id: number) {
  return db.selectFrom('blocked_authors').select(['id', 'memorial_id']).where('id', '=', id).executeTakeFirst()
}

export async function unblockAuthor(db: Db, memorialId: number, id: number): Promise<void> {
  await db.deleteFrom('blocked_authors').where('id', '=', id).where('memorial_id', '=', memorialId).execute()
}
