import path from 'node:path'
import type { Db } from '@server/db/schema'
import { roadOf } from '@server/modules/burial/repository'
import { filesBelow } from './stored-files'

/** Checks that rows and files agree: no medium without its row or files, and every recorded size is right. */
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

  const items = await db.selectFrom('archive_items').selectAll().execute()
  const used = new Map<number, number>()
  for (const item of items) {
    const bytesOf = (id: string | null) => (id === null ? 0 : bytesByMedia.get(id))
    expect(bytesOf(item.media_id)).toBe(item.size_bytes)
    expect((bytesOf(item.poster_id) ?? 0) + (bytesOf(item.copy_id) ?? 0)).toBe(item.copies_bytes)
    const page = item.memorial_id ?? item.trashed_memorial_id ?? 0
    used.set(page, (used.get(page) ?? 0) + item.size_bytes + item.copies_bytes)
  }
  const memorials = await db
    .selectFrom('memorials')
    .select(['id', 'used_storage_bytes', 'photo_id', 'photo_original_id'])
    .execute()
  const burials = await db.selectFrom('burials').select(['photo_id', 'road']).execute()
  const proposals = await db.selectFrom('proposals').select('photo_id').execute()
  const words = await db.selectFrom('memories').selectAll().execute()
  const stories = await db.selectFrom('stories').selectAll().execute()
  const spoken = [...words, ...stories.map(({ memorial_id, ...story }) => ({ ...story, memorials_id: memorial_id }))]
  for (const { status, memorials_id, trashed_memorial_id, voice_id, voice_copy_id, voice_bytes } of spoken) {
    const bytes = [voice_id, voice_copy_id].reduce((sum, id) => sum + (bytesByMedia.get(id ?? '') ?? 0), 0)
    expect(voice_bytes).toBe(bytes)
    const page = memorials_id ?? trashed_memorial_id ?? 0
    if (status === 'approved') used.set(page, (used.get(page) ?? 0) + bytes)
  }
  for (const { id, used_storage_bytes: counted } of memorials) expect(counted).toBe(used.get(id) ?? 0)

  const pointedAt = [...memorials, ...burials, ...words, ...proposals].flatMap(({ photo_id: photoId }) => photoId ?? [])
  const originals = memorials.flatMap(({ photo_original_id: originalId }) => originalId ?? [])
  const ofItems = items.flatMap(({ media_id, poster_id, copy_id }) => [media_id, poster_id ?? [], copy_id ?? []].flat())
  const ofVoices = spoken.flatMap(({ voice_id, voice_copy_id }) => [voice_id ?? [], voice_copy_id ?? []].flat())
  const ofRoads = burials.flatMap(roadOf).map(({ id }) => id)
  const ofStories = stories.flatMap(({ photo_ids }) => photo_ids)
  expect([...pointedAt, ...originals, ...ofItems, ...ofVoices, ...ofRoads, ...ofStories].sort()).toEqual(
    media.map(({ id }) => id).sort(),
  )
  expect(await db.selectFrom('media_removals').selectAll().execute()).toEqual([])
  expect((await filesBelow(path.join(dataDir, 'uploads'))).size).toBe(0)
}
