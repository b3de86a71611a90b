import { ARCHIVE_LIMIT_BYTES, STORAGE_STEP_BYTES } from '@contract/limits'
import type { Db } from '../../db/schema'
import type { MediaOfChange } from '../../media/media-library'
import { insertItems } from '../archives/repository'
import { burialColumns, insertBurial } from '../burial/repository'
import { draftColumns } from '../memorials/presentation'
import { insertMemorials, type NewMemorial } from '../memorials/repository'
import { insertMemories } from '../memories/repository'
import { insertRelations, type NewRelation } from '../relations/repository'
import { inPieces } from './in-pieces'
import type { StoredPage } from './store-exported-files'
import type { ExportedDraft } from './reading/exported-page'

/** A page with its stored files. */
export interface StoredDraft {
  page: ExportedDraft
  stored: StoredPage
}

/** The cost of pages with archives: the tariff for each, and a gigabyte where the files exceed the tariff's storage. */
export function costOf(bytesOfPages: number[]): { advanced: number; gigabytes: number } {
  return {
    advanced: bytesOfPages.filter((bytes) => bytes > 0).length,
    gigabytes: bytesOfPages.filter((bytes) => bytes > ARCHIVE_LIMIT_BYTES).length,
  }
}

/** Bytes that the archives of a page take up, including the smaller copies of photos. */
export function bytesOf({ items }: StoredPage): number {
  return items.reduce((sum, { stored }) => sum + stored.size, 0)
}

/** Inserts pages with everything that belongs to them. The caller has already taken places and credits. */
export async function insertExportedPages(
  tx: Db,
  media: MediaOfChange,
  { ownerId, pages }: { ownerId: number; pages: StoredDraft[] },
): Promise<void> {
  const newIds = new Map<number, number>()
  for (const some of inPieces(pages)) {
    const ids = await insertMemorials(
      tx,
      some.map((each) => columnsOf(ownerId, each)),
    )
    for (const [nth, each] of some.entries()) {
      const id = ids[nth] as number
      newIds.set(each.page.id, id)
      await insertParts(tx, media, id, each)
    }
  }
  const relations = relationsBetween(
    pages.map(({ page }) => page),
    newIds,
  )
  for (const some of inPieces(relations)) await insertRelations(tx, some)
}

function columnsOf(ownerId: number, { page, stored }: StoredDraft): NewMemorial {
  const bytes = bytesOf(stored)
  const isAdvanced = page.items.length > 0
  const limit = bytes > ARCHIVE_LIMIT_BYTES ? ARCHIVE_LIMIT_BYTES + STORAGE_STEP_BYTES : ARCHIVE_LIMIT_BYTES
  return {
    ...draftColumns({ ...page.draft, rate_check: isAdvanced }),
    ...stored.portrait?.columns,
    user_id: ownerId,
    is_advanced: isAdvanced,
    media_storage_limit: isAdvanced ? limit : 0,
    used_storage_bytes: bytes,
  }
}

async function insertParts(tx: Db, media: MediaOfChange, id: number, { page, stored }: StoredDraft): Promise<void> {
  const pictures = [stored.gravePhoto, ...stored.words.map(({ photo }) => photo)].filter(
    (picture) => picture !== undefined,
  )
  const files = [...(stored.portrait?.stored ?? []), ...pictures, ...stored.items.map((each) => each.stored)]
  for (const file of files) await media.claim(file, id)
  if (page.burial) {
    await insertBurial(tx, { ...burialColumns(id, page.burial.draft), photo_id: stored.gravePhoto?.id ?? null })
  }
  const positions = { photo: 0, audio: 0, video: 0 }
  const items = stored.items.map(({ item: { kind, described }, stored: file }) => ({
    memorial_id: id,
    kind,
    media_id: file.id,
    file_name: file.fileName,
    size_bytes: file.size,
    position: (positions[kind] += 1),
    description: described.description || null,
    date_text: described.date_text || null,
    people: described.people || null,
  }))
  for (const some of inPieces(items)) await insertItems(tx, some)
  // At equal times the higher id comes first, and the archive lists the newest first.
  const words = stored.words.toReversed().map(({ written: { author, description, reply, writtenAt }, photo }) => ({
    memorials_id: id,
    author,
    author_email: null,
    description,
    reply: reply || null,
    photo_id: photo?.id ?? null,
    status: 'approved' as const,
    created_at: writtenAt,
    decided_at: new Date(),
  }))
  for (const some of inPieces(words)) await insertMemories(tx, some)
}

/** Relations between pages of the archive, each once. */
function relationsBetween(pages: ExportedDraft[], newIds: Map<number, number>): NewRelation[] {
  const known = new Map<string, NewRelation>()
  for (const { id: taken, relations } of pages) {
    const id = newIds.get(taken) as number
    for (const { id: exportedOther, kind } of relations) {
      const other = newIds.get(exportedOther)
      const between = [taken, exportedOther].sort((one, another) => one - another).join()
      if (other === undefined || other === id || known.has(between)) continue
      known.set(between, { memorial_id: id, other_id: other, kind })
    }
  }
  return [...known.values()]
}
