import type { Db } from '../db/schema'

export async function insertMedia(db: Db, id: string, memorialId: number): Promise<void> {
  await db.insertInto('media').values({ id, memorial_id: memorialId }).execute()
}

/** Whether the page that a file belongs to is public; undefined when no such file is known. */
export async function findMediaVisibility(db: Db, id: string): Promise<boolean | undefined> {
  const found = await db
    .selectFrom('media')
    .innerJoin('memorials', 'memorials.id', 'media.memorial_id')
    .select('memorials.public_status')
    .where('media.id', '=', id)
    .executeTakeFirst()
  return found?.public_status
}

export async function deleteMedia(db: Db, id: string): Promise<void> {
  await db.deleteFrom('media').where('id', '=', id).execute()
}

/** Everything whose files belong to a memorial. */
export async function listMediaOf(db: Db, memorialId: number): Promise<string[]> {
  const rows = await db.selectFrom('media').select('id').where('memorial_id', '=', memorialId).execute()
  return rows.map(({ id }) => id)
}
