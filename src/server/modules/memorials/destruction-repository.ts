import { type NotNull, sql } from 'kysely'
import { UNDO_HOURS } from '@contract/retention'
import type { MemorialRow } from '../../access/memorial-repository'
import { clock } from '../../db/instants'
import type { Db } from '../../db/schema'
import { hashToken } from '../../lib/token'
import type { TrashedMemorialRow } from './trash-repository'

/** A page that is to be destroyed, or came back by the link of the letter. */
type ReturnableRow = TrashedMemorialRow | MemorialRow

/** The locked page in the trash will be destroyed; until then `token` brings it back. */
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

/** The page that a link brings back, locked until the transaction ends; it may be back already. */
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

/** Whether the holder of an account has deleted it, and may return. */
export async function isLeaving(db: Db, userId: number): Promise<boolean> {
  const owner = await db.selectFrom('users').select('leaves_at').where('id', '=', userId).executeTakeFirst()
  return owner !== undefined && owner.leaves_at !== null
}
