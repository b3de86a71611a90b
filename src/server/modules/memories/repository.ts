import type { Db } from '../../db/schema'

/** Approved memories of a memorial, newest first. */
export async function listApprovedMemories(db: Db, memorialId: number, page: { offset: number; limit: number }) {
  return approved(db, memorialId)
    .select(['id', 'memorials_id', 'description', 'author', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
}

export async function countApprovedMemories(db: Db, memorialId: number): Promise<number> {
  const { total } = await approved(db, memorialId)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

function approved(db: Db, memorialId: number) {
  return db.selectFrom('memories').where('memorials_id', '=', memorialId).where('status', '=', 'approved')
}
