import type { Db } from '../../db/schema'
import { DRAWN_FIELDS } from '../../lib/link-picture-path'

export type DrawnMemorial = NonNullable<Awaited<ReturnType<typeof findPublicMemorial>>>

/** What a memorial's link picture is drawn from, and the stored picture. Undefined unless the memorial is public. */
export async function findPublicMemorial(db: Db, id: number) {
  return publicMemorial(db, id).executeTakeFirst()
}

/** As `findPublicMemorial`, locked until the transaction ends. */
export async function lockPublicMemorial(tx: Db, id: number): Promise<DrawnMemorial | undefined> {
  return publicMemorial(tx, id).forUpdate().executeTakeFirst()
}

export async function setLinkPicture(tx: Db, id: number, picture: { id: string; version: string }): Promise<void> {
  await tx
    .updateTable('memorials')
    .set({ link_picture_id: picture.id, link_picture_version: picture.version })
    .where('id', '=', id)
    .execute()
}

function publicMemorial(db: Db, id: number) {
  return db
    .selectFrom('memorials')
    .select(['id', ...DRAWN_FIELDS, 'photo_id'])
    .select(['link_picture_id', 'link_picture_version'])
    .where('id', '=', id)
    .where('public_status', '=', true)
}
