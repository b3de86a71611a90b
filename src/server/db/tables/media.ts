import type { Generated } from 'kysely'
import type { ArchiveKind } from '@contract/archive'
import type { CreatedAt, Defaulted } from './columns'

/** The tables of files: archives, uploads and removals. */
export interface MediaTables {
  media: MediaTable
  media_removals: MediaRemovalsTable
  removal_holds: RemovalHoldsTable
  uploads: UploadsTable
  archive_items: ArchiveItemsTable
}

interface MediaTable {
  /** Random. It names the folder of the files, and appears in their URLs. */
  id: string
  /** Null while they are in the trash with their archive item: then they are not served. */
  memorial_id: number | null
  /** The page that they came from, while they are in the trash. */
  trashed_memorial_id: Defaulted<number | null>
  /** The version of the encoder that made its smaller copies and facts. */
  picture_version: Defaulted<number>
  /** Display size of a picture or a film in pixels; null for audio, and while unknown. */
  width: number | null
  height: number | null
  /** A muted colour of a picture, as '#rrggbb'. */
  tone: string | null
  /** A tiny copy of a picture as a `data:` URL, shown blurred until the picture has loaded. */
  preview: string | null
  /** Seconds of a recording; null while unknown. */
  duration: number | null
  /** Whether browsers play a recording; null for pictures, and while unknown. */
  is_playable: boolean | null
  created_at: CreatedAt
  /** Of the main file, hexadecimal; null until the first check of one that was stored without. */
  sha256: Defaulted<string | null>
  /** When the bytes of the main file were last read. */
  checked_at: Defaulted<Date | null>
  fault: Defaulted<FileFault | null>
  fault_since: Defaulted<Date | null>
}

/** Why stored bytes are not those that came. */
export type FileFault = 'changed' | 'missing' | 'unreadable'

/** Files that no row references: stored for a change that is not committed yet, or left over from a deletion. */
interface MediaRemovalsTable {
  media_id: string
  due_at: Date
  /** The files are being deleted: no change may claim them any more. */
  begun: Defaulted<boolean>
}

/** Until then no file is removed from the store, because a backup reads the files that its rows reference. */
interface RemovalHoldsTable {
  id: Generated<number>
  until: Date
}

/** Resumable uploads. Their removal is always scheduled, and each chunk postpones it. */
interface UploadsTable {
  /** Also the folder of the chunks in the store. */
  id: string
  /** Null for a voice that is left without an account. */
  user_id: number | null
  memorial_id: number
  kind: ArchiveKind | 'voice'
  /** Bytes of the whole file. */
  size_bytes: number
  received_bytes: Defaulted<number>
  /** The files of the chunks, in order. */
  part_names: Defaulted<string[]>
  /** When a chunk last started or finished. */
  touched_at: Defaulted<Date>
  /** The archive item that the file became. */
  item_id: Defaulted<number | null>
}

interface ArchiveItemsTable {
  id: Generated<number>
  /** Null while it is in the trash. */
  memorial_id: number | null
  kind: ArchiveKind
  media_id: string
  /** The file in the folder of `media_id`, together with the smaller copies of a photo. */
  file_name: string
  /** Bytes of the stored file, including the smaller copies of a photo. */
  size_bytes: number
  /** A film's poster, and its copy for browsers that cannot play the film itself; null if there is none. */
  poster_id: Defaulted<string | null>
  copy_id: Defaulted<string | null>
  /** Bytes of both. */
  copies_bytes: Defaulted<number>
  /** When to check next whether a film needs them. Null when that was done or given up, and for anything but films. */
  prepare_due_at: Defaulted<Date | null>
  /** The number of attempts. */
  prepare_attempts: Defaulted<number>
  description: string | null
  /** When it was made, in the owner's words. */
  date_text: string | null
  /** The people in it. */
  people: string | null
  /** Its place among the items of its archive, from 1 without gaps. In the trash its former place. */
  position: Defaulted<number>
  /** While it is in the trash: since when, and the page that it came from. */
  trashed_at: Defaulted<Date | null>
  trashed_memorial_id: Defaulted<number | null>
  created_at: CreatedAt
}
