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
