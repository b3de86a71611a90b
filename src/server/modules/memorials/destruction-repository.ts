import { type NotNull, sql } from 'kysely'
import { UNDO_HOURS } from '@contract/retention'
import type { MemorialRow } from '../../access/repository'
import { clock } from '../../db/instants'
import type { Db } from '../../db/schema'
import { hashToken } from '../../lib/token'
import type { TrashedMemorialRow } from './trash-repository'

/** A page awaiting destruction, or restored by the link in the letter. */
type ReturnableRow = TrashedMemorialRow | MemorialRow

/** Schedules the destruction of the locked page in the trash; until then `token` restores it. */
export async function beginDestruction(tx: Db, id: number, token: string): Promise<void> {
  await tx
    .updateTable('memorials')
    .set({
      destroyed_at: clock(),
      return_token_hash: hashToken(token),
      returnable_until: sql<Date>`clock_timestamp() + make_interval(hours => ${UNDO_HOURS})`,
    })
    .where('id', '=', id)
    .execute()
}

/** The page that a link restores, locked until the transaction ends; it may be restored already. */
export async function lockByReturnToken(tx: Db, token: string): Promise<ReturnableRow | undefined> {
  return tx
    .selectFrom('memorials')
    .selectAll()
    .where('return_token_hash', '=', hashToken(token))
    .where('returnable_until', '>', clock())
    .forUpdate()
    .$narrowType<{ trashed_at: NotNull; trashed_user_id: NotNull }>()
    .executeTakeFirst()
}

export async function countToDestroy(db: Db, userId: number): Promise<number> {
  const { waiting } = await db
    .selectFrom('memorials')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('trashed_user_id', '=', userId)
    .where('destroyed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return waiting
}

/** Whether the holder has deleted the account and can still return. */
export async function isLeaving(db: Db, userId: number): Promise<boolean> {
  const owner = await db.selectFrom('users').select('leaves_at').where('id', '=', userId).executeTakeFirst()
  return owner !== undefined && owner.leaves_at !== null
}
