import type { ArchiveKind } from '@contract/archive'
import type { Db } from '../db/schema'
import type { MediaOfChange } from '../media/media-library'
import { addToFilm, addUsedBytes, insertItem } from '../modules/archives/repository'
import type { StoredItem } from './store-files'

/** Adds stored files to the archives of a memorial, in order, and counts their bytes. */
export async function insertArchives(
  tx: Db,
  media: MediaOfChange,
  memorialId: number,
  items: StoredItem[],
): Promise<void> {
  const lastPositions = new Map<ArchiveKind, number>()
  for (const { kind, words, file, poster } of items) {
    const position = (lastPositions.get(kind) ?? 0) + 1
    lastPositions.set(kind, position)
    await media.claim(file, memorialId)
    const { id } = await insertItem(tx, {
      memorial_id: memorialId,
      kind,
      media_id: file.id,
      file_name: file.fileName,
      size_bytes: file.size,
      position,
      ...words,
    })
    await addUsedBytes(tx, memorialId, file.size)
    if (!poster) continue
    await media.claim(poster, memorialId)
    await addToFilm(tx, id, 'poster_id', poster)
    await addUsedBytes(tx, memorialId, poster.size)
  }
}
