import type { ArchiveKind } from '@contract/archive'
import type { Defaulted } from './columns'

/** Resumable uploads. Their removal is always scheduled, and each chunk postpones it. */
export interface UploadsTable {
  /** Also the folder of the chunks in the store. */
  id: string
  user_id: number
  memorial_id: number
  kind: ArchiveKind
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
