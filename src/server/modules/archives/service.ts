import { setImmediate as otherWork } from 'node:timers/promises'
import {
  type ArchiveChange,
  type ArchiveDescription,
  type ArchiveItem,
  type ArchiveKind,
  type ArchiveList,
  type ExpectedOfItem,
  FILE_REQUIRED,
  type NewArchiveItem,
  NO_PHOTO_TO_TURN,
  NOT_THE_ITEMS_THERE,
  WORDS_OF_ITEM,
} from '@contract/archive'
import { ARCHIVE_ITEMS_MAX, ARCHIVE_PHOTO_MAX_BYTES, PDF_PAGES_MAX } from '@contract/limits'
import { PICTURE_FILE } from '@contract/picture'
import type { PictureTurn } from '@contract/portrait-view'
import type { Account } from '../../access/account'
import { type Editable, lockEditable, type Readable } from '../../access/memorial'
import type { MemorialFacts, MemorialRow } from '../../access/repository'
import type { Db } from '../../db/schema'
import { conflict, forbidden, invalidField, notFound, tooLarge } from '../../lib/api-error'
import type { SecurityLog } from '../../lib/security-log'
import type { MediaUrls } from '../../media/media-urls'
import type { MediaLibrary, StoredMedia, StoredPicture } from '../../media/media-library'
import type { ReceivedFile } from '../../media/received-form'
import { markStored } from '../../media/uploads/repository'
import { changesOfTexts, recordChanges, refuseOverwriting, type Restoring } from '../history/revisions'
import { copyFileOf } from './recording-preparation'
import {
  addUsedBytes,
  type ArchiveItemRow,
  countItems,
  deleteItem,
  describeItem,
  findItem,
  findItemsOfSameSize,
  findLargestRoom,
  insertItem,
  listFirstItems,
  listItemIds,
  listShownItems,
  placeItems,
  replaceFile,
  type ShownItem,
  type StoredItem,
} from './repository'

/** So many are signed in a few milliseconds; then yield to other requests. */
const ITEMS_WITHOUT_PAUSE = 500

const ADVANCED_ONLY = 'Архивы доступны на тарифе «Продвинутый».'
export const TOO_MANY_ITEMS = 'В одном архиве может быть не больше 5 000 файлов. Удалите лишние, чтобы добавить новые.'
const CHANGED_BY_OTHER = 'Фотографию только что изменили. Обновите страницу и попробуйте ещё раз.'
const TAKEN_ALREADY = 'Этот файл как раз сохраняется. Подождите немного и обновите страницу.'
const NO_ROOM = 'В хранилище мемориала не хватает места для этого файла.'

export type ArchiveService = ReturnType<typeof createArchiveService>

/** Photo, audio and video archives. */
export function createArchiveService(parts: {
  db: Db
  library: MediaLibrary
  mediaUrls: MediaUrls
  securityLog: SecurityLog
  /** Posters and copies of films are made here (see recording-preparation.ts). */
  preparesFilms: boolean
}) {
  const { db, library, mediaUrls, securityLog, preparesFilms } = parts

  const asItem = (row: ShownItem, { id, public_status: isPublic }: MemorialFacts): ArchiveItem => ({
    id: row.id,
    memorial_id: id,
    file_path:
      row.copy_id === null
        ? mediaUrls.of(row.media_id, row.file_name, isPublic)
        : mediaUrls.of(row.copy_id, copyFileOf(row.kind), isPublic),
    description: row.description,
    width: row.width,
    height: row.height,
    duration: row.duration,
    poster_path: row.poster_id === null ? null : mediaUrls.of(row.poster_id, PICTURE_FILE, isPublic),
    is_playable: row.is_playable ?? true,
    is_being_prepared: preparesFilms && row.is_playable === false && row.prepare_due_at !== null,
    date_text: row.date_text,
    people: row.people,
    position: row.position,
  })

  /**
   * One item for each stored file; returns them. Checks and charges the quota in the items' transaction: two uploads
   * that each fit may not fit together.
   */
  const insert = (
    kind: ArchiveKind,
    memorial: Editable,
    files: StoredMedia[],
    { words, uploadId }: { words: ArchiveDescription; uploadId: string | undefined },
  ) =>
    library.change(files, async (tx, media) => {
      const row = await lockEditable(tx, memorial)
      const size = files.reduce((sum, stored) => sum + stored.size, 0)
      if (size > roomIn(row)) throw tooLarge(NO_ROOM)
      const itemsBefore = await countItems(tx, row.id, kind)
      if (itemsBefore + files.length > ARCHIVE_ITEMS_MAX) throw forbidden(TOO_MANY_ITEMS)
      await addUsedBytes(tx, row.id, size)
      const items: ArchiveItemRow[] = []
      for (const [index, stored] of files.entries()) {
        await media.claim(stored, row.id)
        const item = await insertItem(tx, {
          memorial_id: row.id,
          kind,
          media_id: stored.id,
          file_name: stored.fileName,
          size_bytes: stored.size,
          position: itemsBefore + 1 + index,
          ...asStored(words),
        })
        // The same upload was submitted twice concurrently.
        if (uploadId && index === 0 && !(await markStored(tx, uploadId, item.id))) throw conflict(TAKEN_ALREADY)
        items.push({ ...item, ...NO_FACTS, ...stored.facts })
      }
      return items
    })

  /** Stores the other pages of a document, one after another. Removes them if one of them fails. */
  async function storeFurtherPages(
    file: ReceivedFile,
    { pages, isDocument }: StoredPicture,
    countPage: () => Promise<unknown>,
  ): Promise<StoredMedia[]> {
    const stored: StoredMedia[] = []
    try {
      for (let page = 1; isDocument && page < Math.min(pages, PDF_PAGES_MAX); page++) {
        await countPage()
        stored.push(await library.storePicture(file, page))
      }
      return stored
    } catch (error) {
      await library.discard(stored)
      throw error
    }
  }

  async function storePhotos(file: ReceivedFile, countPage: () => Promise<unknown>) {
    const first = await library.storePicture(file)
    try {
      return { files: [first, ...(await storeFurtherPages(file, first, countPage))], pages: first.pages }
    } catch (error) {
      await library.discard([first])
      throw error
    }
  }

  async function storeRecording(file: ReceivedFile, kind: Exclude<ArchiveKind, 'photo'>) {
    return { files: [await library.storeRecording(file, kind)], pages: 1 }
  }

  const describe = (
    memorial: Editable,
    { id, kind }: ArchiveItemRow,
    words: StoredWords,
    { expected, restoring }: { expected: ExpectedOfItem | undefined; restoring: Restoring | undefined },
  ): Promise<ArchiveItemRow> =>
    db.transaction().execute(async (tx) => {
      const { id: memorialId } = await lockEditable(tx, memorial)
      const now = await findItem(tx, kind, id)
      if (!now) throw notFound()
      const wanted = { ...now, ...words }
      const prefix = `${kind}.${id}.`
      await refuseOverwriting(tx, { memorialId, prefix }, { now, expected, wanted })
      const saving = { memorialId, userId: memorial.editorId, thing: { item_id: id }, restoring }
      await recordChanges(tx, saving, changesOfTexts(prefix, WORDS_OF_ITEM, now, wanted))
      return { ...now, ...(await describeItem(tx, id, words)) }
    })

  /** Replaces a photo with a rotated copy. */
  async function turn(memorial: Editable, item: ArchiveItemRow, rotate: PictureTurn, sender: string) {
    const stored = await library.storePictureView(item.media_id, { rotate, crop: null }, sender)
    return library.change(stored, async (tx, media) => {
      const row = await lockEditable(tx, memorial)
      const growth = stored.size - item.size_bytes
      if (growth > roomIn(row)) throw tooLarge(NO_ROOM)
      await media.claim(stored, row.id)
      const changed = await replaceFile(tx, item, stored)
      if (!changed) throw conflict(CHANGED_BY_OTHER)
      await media.release(item.media_id)
      await addUsedBytes(tx, row.id, growth)
      return { ...item, ...changed, ...stored.facts }
    })
  }

  /** The oldest item of the same archive with the same bytes. Encoding and stripping metadata are deterministic. */
  async function findDuplicate(item: StoredItem): Promise<number | null> {
    const asFile = ({ media_id, file_name }: StoredItem) => ({ id: media_id, fileName: file_name })
    for (const other of await findItemsOfSameSize(db, item)) {
      if (await library.haveSameBytes(asFile(item), asFile(other))) return other.id
    }
    return null
  }

  async function asNew(
    row: ArchiveItemRow,
    memorial: Editable,
    { pages, further }: { pages: number; further: ArchiveItemRow[] } = { pages: 1, further: [] },
  ): Promise<NewArchiveItem> {
    // The item is stored: a failure here must not look like a failed upload, or the client would retry it.
    const duplicate = findDuplicate(row).catch(() => null)
    const further_ids = further.map(({ id }) => id)
    return { ...asItem(row, memorial), duplicate_of: await duplicate, pages, further_ids }
  }

  return {
    async list(memorial: Readable, kind: ArchiveKind): Promise<ArchiveItem[]> {
      const items: ArchiveItem[] = []
      for (const row of await listShownItems(db, memorial.id, kind)) {
        items.push(asItem(row, memorial))
        if (items.length % ITEMS_WITHOUT_PAUSE === 0) await otherWork()
      }
      return items
    },

    /** The first items of an archive, photos with their previews, and the number of all. */
    async listFirst(memorial: Readable, kind: ArchiveKind, limit: number): Promise<ArchiveList> {
      const rows = await listFirstItems(db, memorial.id, kind, limit)
      return {
        result: rows.map((row) => ({ ...asItem(row, memorial), ...(kind === 'photo' && { preview: row.preview }) })),
        total: rows[0]?.total ?? 0,
      }
    },

    /** 404 when there is no such item in archives of this kind. */
    async find(kind: ArchiveKind, itemId: number): Promise<ArchiveItemRow> {
      const item = await findItem(db, kind, itemId)
      if (!item) throw notFound()
      return item
    },

    show: (memorial: Readable, row: ArchiveItemRow): ArchiveItem => asItem(row, memorial),

    fileLimit,

    /** 413 for a file that does not fit in the memorial, before any of it is uploaded. */
    refuseWithoutRoom(kind: ArchiveKind, memorial: Editable, size: number): void {
      if (size > fileLimit(kind, memorial)) throw tooLarge(NO_ROOM)
    },

    /** The limit while the memorial is unknown because its field follows the file. */
    async fileLimitOf(kind: ArchiveKind, account: Account): Promise<number> {
      const room = await findLargestRoom(db, account.id)
      return kind === 'photo' ? ARCHIVE_PHOTO_MAX_BYTES : Math.max(room, ARCHIVE_PHOTO_MAX_BYTES)
    },

    /**
     * 403 on a basic memorial and for a full archive, 422 without a file, 413 without room, 415 for a file of another kind.
     * Each page of a PDF becomes an item. `countPage` counts those after the first toward the rate limit.
     */
    async create(
      kind: ArchiveKind,
      memorial: Editable,
      {
        file,
        words,
        countPage,
      }: { file: ReceivedFile | undefined; words: ArchiveDescription; countPage: () => Promise<unknown> },
    ): Promise<NewArchiveItem> {
      const limit = fileLimit(kind, memorial)
      if (!file) throw invalidField('file', FILE_REQUIRED)
      if (file.size > limit) throw tooLarge(NO_ROOM)
      const { files, pages } = await (kind === 'photo' ? storePhotos(file, countPage) : storeRecording(file, kind))
      const [item, ...further] = await insert(kind, memorial, files, { words, uploadId: file.uploadId })
      if (!item) throw new Error('A stored file became no item')
      return asNew(item, memorial, { pages, further })
    },

    /** Repeats the response for an upload that became an item: the first one may have been lost. */
    async createdBefore(kind: ArchiveKind, memorial: Editable, itemId: number): Promise<NewArchiveItem> {
      const row = await findItem(db, kind, itemId)
      if (row?.memorial_id !== memorial.id) throw notFound()
      return asNew(row, memorial)
    },

    /** Changes the description, and for a photo its rotation. 409 when the description is not as `expected`. */
    async update(
      memorial: Editable,
      item: ArchiveItemRow,
      { rotate = 0, expected, ...described }: ArchiveChange,
      { sender, restoring }: { sender: string; restoring?: Restoring },
    ): Promise<ArchiveItem> {
      if (rotate !== 0 && item.kind !== 'photo') throw invalidField('rotate', NO_PHOTO_TO_TURN)
      const words = asStored(described)
      const isDescribed = Object.keys(words).length > 0
      const updated = isDescribed ? await describe(memorial, item, words, { expected, restoring }) : item
      const shown = rotate === 0 ? updated : await turn(memorial, updated, rotate as PictureTurn, sender)
      return asItem(shown, memorial)
    },

    /** 422 unless `ids` lists exactly the items of the archive. */
    async reorder(kind: ArchiveKind, memorial: Editable, ids: number[]): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const { id } = await lockEditable(tx, memorial)
        const there = new Set(await listItemIds(tx, id, kind))
        const isWhole = ids.length === there.size && new Set(ids).size === there.size
        if (!isWhole || !ids.every((item) => there.has(item))) throw invalidField('ids', NOT_THE_ITEMS_THERE)
        await placeItems(tx, ids)
      })
    },

    /** Deletes an item and frees its bytes. */
    async remove(memorial: Editable, { id, kind }: ArchiveItemRow): Promise<void> {
      await library.change(undefined, async (tx, media) => {
        const row = await lockEditable(tx, memorial)
        const item = await deleteItem(tx, id)
        if (!item) throw notFound()
        for (const mediaId of [item.media_id, item.poster_id, item.copy_id]) {
          if (mediaId !== null) await media.release(mediaId)
        }
        await addUsedBytes(tx, row.id, -(item.size_bytes + item.copies_bytes))
      })
      securityLog.record('archive_item_deleted', { account: memorial.editorId, memorial: memorial.id, kind })
    },
  }
}

/** For a file that was never inspected. */
const NO_FACTS = { width: null, height: null, duration: null, is_playable: null }

type StoredWords = { [Field in keyof ArchiveDescription]?: string | null }

/** Absent stays absent, empty becomes null. */
function asStored(words: ArchiveDescription): StoredWords {
  const given = Object.entries<string | undefined>(words).filter(([, text]) => text !== undefined)
  return Object.fromEntries(given.map(([field, text]) => [field, text || null]))
}

/** The maximum size of a received file. A photo counts with its stored size, so its received size does not matter. */
function fileLimit(kind: ArchiveKind, memorial: Editable): number {
  const room = roomIn(memorial)
  return kind === 'photo' && room > 0 ? ARCHIVE_PHOTO_MAX_BYTES : room
}

/** Bytes left in an advanced memorial; a basic one has no archives. */
function roomIn(memorial: MemorialRow): number {
  if (!memorial.is_advanced) throw forbidden(ADVANCED_ONLY)
  return Math.max(0, memorial.media_storage_limit - memorial.used_storage_bytes)
}
