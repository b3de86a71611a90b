import { type ArchiveDescription, type ArchiveItem, type ArchiveKind, FILE_REQUIRED } from '@contract/archive'
import { PICTURE_MAX_BYTES } from '@contract/limits'
import type { Account } from '../../access/account'
import { type Editable, lockMemorial, type Readable } from '../../access/memorial'
import type { MemorialRow } from '../../access/memorial-repository'
import type { Db } from '../../db/schema'
import { forbidden, invalidField, notFound, tooLarge } from '../../lib/api-error'
import type { SecurityLog } from '../../lib/security-log'
import type { MediaAddresses } from '../../media/address'
import type { KeptMedia, MediaLibrary } from '../../media/media-library'
import type { ReceivedFile } from '../../media/received-form'
import {
  addUsedBytes,
  type ArchiveItemRow,
  countItems,
  deleteItem,
  describeItem,
  findItem,
  findLargestRoom,
  insertItem,
  listItems,
} from './repository'

const ADVANCED_ONLY = 'Архивы доступны на тарифе «Продвинутый».'
/** The whole list is one answer, shown on one page. */
const ITEMS_MAX = 5000
const TOO_MANY_ITEMS = 'В одном архиве может быть не больше 5 000 файлов. Удалите лишние, чтобы добавить новые.'
const NO_ROOM = 'В хранилище мемориала не хватает места для этого файла.'

export type ArchiveService = ReturnType<typeof createArchiveService>

/** The rules of photo, audio and video archives. */
export function createArchiveService(parts: {
  db: Db
  library: MediaLibrary
  addresses: MediaAddresses
  securityLog: SecurityLog
}) {
  const { db, library, addresses, securityLog } = parts

  const asItem = (row: ArchiveItemRow, isPublic: boolean): ArchiveItem => ({
    id: row.id,
    memorial_id: row.memorial_id,
    file_path: addresses.of(row.media_id, row.file_name, isPublic),
    description: row.description,
    width: row.width,
    height: row.height,
  })

  /** Checks and takes the quota in the item's transaction: two uploads that each fit may not fit together. */
  const insert = (kind: ArchiveKind, memorial: Editable, kept: KeptMedia, description: string | null) =>
    library.change(kept, async (tx, media) => {
      const row = await lockMemorial(tx, memorial)
      if (kept.size > roomIn(row)) throw tooLarge(NO_ROOM)
      if ((await countItems(tx, row.id, kind)) >= ITEMS_MAX) throw forbidden(TOO_MANY_ITEMS)
      await media.claim(kept, row.id)
      await addUsedBytes(tx, row.id, kept.size)
      const item = await insertItem(tx, {
        memorial_id: row.id,
        kind,
        media_id: kept.id,
        file_name: kept.fileName,
        size_bytes: kept.size,
        description,
      })
      return { ...item, width: kept.facts?.width ?? null, height: kept.facts?.height ?? null }
    })

  return {
    async list(memorial: Readable, kind: ArchiveKind): Promise<ArchiveItem[]> {
      const rows = await listItems(db, memorial.id, kind)
      return rows.map((row) => asItem(row, memorial.public_status))
    },

    /** 404 when there is no such item in archives of this kind. */
    async find(kind: ArchiveKind, itemId: number): Promise<ArchiveItemRow> {
      const item = await findItem(db, kind, itemId)
      if (!item) throw notFound()
      return item
    },

    fileLimit,

    /** The limit while the memorial is unknown, because the other fields come after the file. */
    async fileLimitOf(kind: ArchiveKind, account: Account): Promise<number> {
      const room = await findLargestRoom(db, account.id)
      return kind === 'photo' ? PICTURE_MAX_BYTES : Math.max(room, PICTURE_MAX_BYTES)
    },

    /** 403 on a basic memorial and for a full archive, 422 without a file, 413 when there is no room, 415 for a file of another kind. */
    async create(
      kind: ArchiveKind,
      memorial: Editable,
      file: ReceivedFile | undefined,
      { description }: ArchiveDescription,
    ): Promise<ArchiveItem> {
      const limit = fileLimit(kind, memorial)
      if (!file) throw invalidField('file', FILE_REQUIRED)
      if (file.size > limit) throw tooLarge(NO_ROOM)
      const kept = kind === 'photo' ? await library.keepPicture(file) : await library.keepRecording(file, kind)
      return asItem(await insert(kind, memorial, kept, description || null), memorial.public_status)
    },

    async update(memorial: Editable, item: ArchiveItemRow, change: ArchiveDescription): Promise<ArchiveItem> {
      if (change.description === undefined) return asItem(item, memorial.public_status)
      const described = await describeItem(db, item.id, change.description || null)
      if (!described) throw notFound()
      return asItem({ ...item, ...described }, memorial.public_status)
    },

    /** Deletes an item and frees its bytes. */
    async remove(memorial: Editable, { id, kind }: ArchiveItemRow): Promise<void> {
      await library.change(undefined, async (tx, media) => {
        const row = await lockMemorial(tx, memorial)
        const item = await deleteItem(tx, id)
        if (!item) throw notFound()
        await media.release(item.media_id)
        await addUsedBytes(tx, row.id, -item.size_bytes)
      })
      securityLog.record('archive_item_deleted', { account: memorial.user_id, memorial: memorial.id, kind })
    },
  }
}

/** The maximum size of a received file. A photo counts with its stored size, so its received size does not matter. */
function fileLimit(kind: ArchiveKind, memorial: Editable): number {
  const room = roomIn(memorial)
  return kind === 'photo' && room > 0 ? PICTURE_MAX_BYTES : room
}

/** Bytes left in an advanced memorial; a basic one has no archives. */
function roomIn(memorial: MemorialRow): number {
  if (!memorial.is_advanced) throw forbidden(ADVANCED_ONLY)
  return Math.max(0, memorial.media_storage_limit - memorial.used_storage_bytes)
}
