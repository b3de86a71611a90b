import type { SecretKey } from '../lib/token'
import type { ArchiveKind } from '@contract/archive'
import { ARCHIVE_LIMIT_BYTES } from '@contract/limits'
import type { Db } from '../db/schema'
import type { MediaLibrary, MediaOfChange } from '../media/media-library'
import { portraitColumns } from '../media/picture-facts'
import { addToRecording, addUsedBytes, insertItem } from '../modules/archives/repository'
import { insertMemorial } from '../modules/memorials/repository'
import { hashDemoPasswords, insertDemoAccounts, isFilled } from './accounts'
import { type DemoPerson, readDemoPeople, type StoredFiles, type StoredItem, storeFilesOfAll } from './people'

const OWN_MEMORIALS = 4
const DAY_MS = 86_400_000

/**
 * Fills an empty database with invented people; skips one that already has an account. All rows are committed in one
 * transaction: an interrupted start leaves the database empty, and the next one fills it.
 */
export async function fillWithDemoContent(
  parts: { db: Db; library: MediaLibrary; temporaryFolder: string; secretKey: SecretKey },
  demoFolder: string,
): Promise<void> {
  const { db, library, secretKey } = parts
  if (await isFilled(db)) return

  const people = await readDemoPeople(demoFolder)
  const [stored, hashes] = await Promise.all([storeFilesOfAll(people, parts), hashDemoPasswords(secretKey)])
  await library.change(undefined, async (tx, media) => {
    const { ownerId, keeperId } = await insertDemoAccounts(tx, hashes)
    const own = new Set(ownedByDemoOwner(people))
    for (const person of people) {
      await insertPerson(tx, media, person, {
        userId: own.has(person) ? ownerId : keeperId,
        files: stored.get(person),
      })
    }
  })
}

/** The demo owner has every closed page and a few public ones, so that both can be tried. */
function ownedByDemoOwner(people: DemoPerson[]): DemoPerson[] {
  const closed = people.filter(({ public_status }) => !public_status)
  const open = people.filter(({ public_status, swo_status }) => public_status && !swo_status)
  return [...closed, ...open].slice(0, OWN_MEMORIALS)
}

async function insertPerson(
  tx: Db,
  media: MediaOfChange,
  person: DemoPerson,
  { userId, files }: { userId: number; files: StoredFiles | undefined },
): Promise<void> {
  const { burial, memories, archives, portrait: _picture, ...life } = person
  const portrait = files?.portrait
  const { id } = await insertMemorial(tx, {
    ...life,
    biography: life.biography.join('\n\n'),
    user_id: userId,
    ...portraitColumns(portrait?.id, portrait?.facts),
    rate_check: false,
    is_advanced: archives !== undefined,
    media_storage_limit: archives ? ARCHIVE_LIMIT_BYTES : 0,
  })
  if (portrait) await media.claim(portrait, id)
  if (files) await insertArchives(tx, media, id, files.items)
  if (burial)
    await tx
      .insertInto('burials')
      .values({ memorial_id: id, ...burial })
      .execute()
  if (memories.length === 0) return
  await tx
    .insertInto('memories')
    .values(
      memories.map(({ author, description, reply, days_ago }) => ({
        memorials_id: id,
        author,
        description,
        reply: reply ?? null,
        status: 'approved' as const,
        created_at: new Date(Date.now() - days_ago * DAY_MS),
        decided_at: new Date(),
      })),
    )
    .execute()
}

/** Adds stored files to the archives of a memorial, in order, and counts their bytes. */
async function insertArchives(tx: Db, media: MediaOfChange, memorialId: number, items: StoredItem[]): Promise<void> {
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
    await addToRecording(tx, id, 'poster_id', poster)
    await addUsedBytes(tx, memorialId, poster.size)
  }
}
