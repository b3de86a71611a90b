import type { ArchiveKind } from '@contract/archive'
import type { Defaulted } from './columns'

/** Files that come in parts. Their removal is scheduled all the time, and each part postpones it. */
export interface UploadsTable {
  /** Also the folder of the parts in the store. */
  id: string
  user_id: number
  memorial_id: number
  kind: ArchiveKind
  /** Bytes of the whole file. */
  size_bytes: number
  received_bytes: Defaulted<number>
  /** The files of the parts, in their order. */
  part_names: Defaulted<string[]>
  /** When a part began to come, or came. */
  touched_at: Defaulted<Date>
  /** What the file became. */
  item_id: Defaulted<number | null>
}
