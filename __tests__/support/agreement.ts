import path from 'node:path'
import type { Db } from '@server/db/schema'
import { filesBelow } from './stored-files'

/** Whether rows and files say the same, and what is counted is there. */
export async function expectRowsAndFilesToAgree(
  db: Db,
  dataDir: string,
  storedFiles = () => filesBelow(path.join(dataDir, 'media')),
): Promise<void> {
  const files = await storedFiles()
  const bytesByMedia = new Map<string, number>()
  for (const [file, size] of files) {
    const mediaId = file.split(path.sep).at(-2) ?? ''
    bytesByMedia.set(mediaId, (bytesByMedia.get(mediaId) ?? 0) + size)
  }
  const media = await db.selectFrom('media').select('id').execute()
  expect([...bytesByMedia.keys()].sort()).toEqual(media.map(({ id }) => id).sort())

  const items = await db.selectFrom('archive_items').select(['memorial_id', 'media_id', 'size_bytes']).execute()
  const used = new Map<number, number>()
  for (const { memorial_id: memorialId, media_id: mediaId, size_bytes: size } of items) {
    expect(bytesByMedia.get(mediaId)).toBe(size)
    used.set(memorialId, (used.get(memorialId) ?? 0) + size)
  }
  const memorials = await db.selectFrom('memorials').select(['id', 'used_storage_bytes', 'photo_id']).execute()
  const burials = await db.selectFrom('burials').select('photo_id').execute()
  for (const { id, used_storage_bytes: counted } of memorials) expect(counted).toBe(used.get(id) ?? 0)

  const pointedAt = [...memorials, ...burials].flatMap(({ photo_id: photoId }) => photoId ?? [])
  expect([...pointedAt, ...items.map(({ media_id: mediaId }) => mediaId)].sort()).toEqual(
    media.map(({ id }) => id).sort(),
  )
  expect(await db.selectFrom('media_removals').selectAll().execute()).toEqual([])
  expect((await filesBelow(path.join(dataDir, 'uploads'))).size).toBe(0)
}
