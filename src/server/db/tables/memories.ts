import type { Generated } from 'kysely'
import type { MemoryStatus } from '@contract/memory'
import type { CreatedAt, Defaulted } from './columns'

/** The tables of memories. */
export interface MemoryTables {
  memories: MemoriesTable
  blocked_authors: BlockedAuthorsTable
}

interface MemoriesTable {
  id: Generated<number>
  /** Null while it is in the trash. */
  memorials_id: number | null
  author: string
  author_email: string | null
  /**
   * The account of the author, never shown; the memory is deleted with it. Null for a guest, and if unknown (see
   * config/security/model.md).
   */
  author_id: Defaulted<number | null>
  description: string
  status: MemoryStatus
  created_at: Defaulted<Date>
  decided_at: Date | null
  /**
   * When the period for a decision started, after which the memory is deleted: at its creation, or at the upgrade that
   * introduced the limit.
   */
  undecided_since: Defaulted<Date>
  /** The client's key of the request: a retry with the same key creates no second memory. */
  idempotency_key: string | null
  /** The reply of a keeper. */
  reply: Defaulted<string | null>
  /** When a letter notified the author of the reply: one letter, however often the reply changes. */
  reply_told_at: Defaulted<Date | null>
  /** The attached picture. */
  photo_id: Defaulted<string | null>
  /** The attached voice, and the name of its file. */
  voice_id: Defaulted<string | null>
  voice_file: Defaulted<string | null>
  /** The copy that every browser plays, where the voice itself is not such a file. */
  voice_copy_id: Defaulted<string | null>
  /** Of both files. Once the memory is approved they count toward the storage of its page. */
  voice_bytes: Defaulted<number>
  /** What is said in it: written by keepers. */
  voice_text: Defaulted<string | null>
  /** When the copy is due, or a claim on it ends; null when there is none to make. */
  voice_due_at: Defaulted<Date | null>
  /** How often making it was begun. */
  voice_attempts: Defaulted<number>
  /** Left by a blocked author: it waits like others, but is never shown or announced. */
  is_unheard: Defaulted<boolean>
  /** While it is in the trash: since when, and the page that it came from. */
  trashed_at: Defaulted<Date | null>
  trashed_memorial_id: Defaulted<number | null>
}

/** Authors whose further memories a page accepts without showing them. */
interface BlockedAuthorsTable {
  id: Generated<number>
  memorial_id: number
  author_email: string
  /** The key of the address, so that tags and letter case do not make another author. */
  mailbox: string
  created_at: CreatedAt
}
