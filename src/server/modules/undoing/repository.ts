import { UNDO_HOURS } from '@contract/retention'
import { hoursAgo } from '../../db/instants'
import type { Db } from '../../db/schema'

/** A page that an account gave away, and may take back. */
export interface HandOver {
  memorial_id: number
  /** Whether its new owner kept it before. */
  was_keeper: boolean
  to_id: number
  at: Date
}

/** The pages that an account gave away in the last hours, each with the last time, in the order in which pages are locked. */
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

/** Whoever came to keep the page since then keeps it no more, and those who were invited cannot. */
export async function deleteKeepersSince(tx: Db, memorialId: number, since: Date, ownerId: number): Promise<void> {
  await tx
    .deleteFrom('keepers')
    .where('memorial_id', '=', memorialId)
    .where((eb) => eb.or([eb('created_at', '>=', since), eb('user_id', '=', ownerId)]))
    .execute()
  await tx.deleteFrom('hand_overs').where('memorial_id', '=', memorialId).where('at', '>=', since).execute()
}

/** The ids of pages that an account has destroyed, and that are not destroyed yet. */
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

/** A page wherever it lies, locked until the transaction ends. */
export async function lockPageAnywhere(tx: Db, id: number) {
  return tx.selectFrom('memorials').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Takes back the invitations of the last hours, and those who have accepted one keep the page no more. */
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

/** The heir of before counts again where another was named, or none, in the last hours. */
export async function restoreHeir(tx: Db, userId: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({ heir_email: (eb) => eb.ref('former_heir_email'), heir_since: null, former_heir_email: null })
    .where('id', '=', userId)
    .where('heir_since', '>', hoursAgo(UNDO_HOURS))
    .execute()
}

/** Whether an account had this confirmed e-mail, and got another in the last hours. */
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
