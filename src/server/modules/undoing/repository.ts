import { UNDO_HOURS } from '@contract/retention'
import { hoursAgo } from '../../db/instants'
import type { Db } from '../../db/schema'

/** A handover of a page, which the former owner can still revoke. */
export interface HandOver {
  memorial_id: number
  /** Whether the new owner was a keeper before. */
  was_keeper: boolean
  to_id: number
  at: Date
}

/** The latest recent handover of each page by an account, in the order in which pages are locked. */
export async function listHandOversOf(tx: Db, userId: number): Promise<HandOver[]> {
  return tx
    .selectFrom('hand_overs')
    .distinctOn('memorial_id')
    .select(['memorial_id', 'was_keeper', 'to_id', 'at'])
    .where('from_id', '=', userId)
    .where('at', '>', hoursAgo(UNDO_HOURS))
    .orderBy('memorial_id')
    .orderBy('at', 'desc')
    .execute()
}

/** Removes keepers who joined since then, and the owner as a keeper, and deletes the records of later handovers. */
export async function deleteKeepersSince(tx: Db, memorialId: number, since: Date, ownerId: number): Promise<void> {
  await tx
    .deleteFrom('keepers')
    .where('memorial_id', '=', memorialId)
    .where((eb) => eb.or([eb('created_at', '>=', since), eb('user_id', '=', ownerId)]))
    .execute()
  await tx.deleteFrom('hand_overs').where('memorial_id', '=', memorialId).where('at', '>=', since).execute()
}

/** The ids of an account's pages that await destruction. */
export async function listDestroyedPages(tx: Db, userId: number): Promise<number[]> {
  const pages = await tx
    .selectFrom('memorials')
    .select('id')
    .where('trashed_user_id', '=', userId)
    .where('destroyed_at', '>', hoursAgo(UNDO_HOURS))
    .orderBy('id')
    .execute()
  return pages.map(({ id }) => id)
}

/** A page, in the trash or not, locked until the transaction ends. */
export async function lockPageAnywhere(tx: Db, id: number) {
  return tx.selectFrom('memorials').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Revokes recent invitations, and removes keepers who have accepted one. */
export async function deleteInvitationsOf(tx: Db, userId: number): Promise<void> {
  const ended = await tx
    .deleteFrom('invitations')
    .where('invited_by', '=', userId)
    .where('on_leaving', '=', false)
    .where('created_at', '>', hoursAgo(UNDO_HOURS))
    .returning(['memorial_id', 'accepted_by', 'role'])
    .execute()
  for (const { memorial_id, accepted_by, role } of ended) {
    if (accepted_by === null || role !== 'keeper') continue
    await tx
      .deleteFrom('keepers')
      .where('memorial_id', '=', memorial_id)
      .where('user_id', '=', accepted_by)
      .where('memorial_id', 'in', (eb) => eb.selectFrom('memorials').select('id').where('user_id', '=', userId))
      .execute()
  }
}

/** Restores the previous heir if the choice was changed or removed recently. */
export async function restoreHeir(tx: Db, userId: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({ heir_email: (eb) => eb.ref('former_heir_email'), heir_since: null, former_heir_email: null })
    .where('id', '=', userId)
    .where('heir_since', '>', hoursAgo(UNDO_HOURS))
    .execute()
}

/** Whether an account recently gave up this confirmed e-mail. */
export async function hadEmail(tx: Db, userId: number, emailKey: string): Promise<boolean> {
  const found = await tx
    .selectFrom('former_emails')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('email_key', '=', emailKey)
    .where('is_confirmed', '=', true)
    .where('given_up_at', '>', hoursAgo(UNDO_HOURS))
    .executeTakeFirst()
  return found !== undefined
}

export async function deleteOldHandOvers(db: Db): Promise<void> {
  await db.deleteFrom('hand_overs').where('at', '<=', hoursAgo(UNDO_HOURS)).execute()
}
