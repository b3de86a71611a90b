import type { Generated } from 'kysely'
import type { MemoryStatus } from '@contract/memory'
import type { QuestionStatus } from '@contract/questions'
import type { CreatedAt, Defaulted } from './columns'

/** The tables of memories, of questions to those who may know, and of the stories told in answer. */
export interface MemoryTables {
  memories: MemoriesTable
  blocked_authors: BlockedAuthorsTable
  questions: QuestionsTable
  stories: StoriesTable
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
  /** Its wave: see `voicePeaksField` in contract/memory.ts. */
  voice_peaks: Defaulted<string | null>
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

/** People whose further memories, stories and proposals a page accepts without showing them, and whom it asks nothing more. */
interface BlockedAuthorsTable {
  id: Generated<number>
  memorial_id: number
  author_email: string
  /** The key of the address, so that tags and letter case do not make another author. */
  mailbox: string
  /** Of who was asked by letter: the name they told under, which keepers see in place of the address. */
  asked_name: Defaulted<string | null>
  /** What of theirs left the queue at the block, and comes back when it ends: 'stories 7'. */
  hidden: Defaulted<string[]>
  created_at: CreatedAt
}

interface QuestionsTable {
  id: Generated<number>
  memorial_id: number
  /** Who asked. Null once the account is gone: then its link opens nothing. */
  user_id: number | null
  text: string
  to_name: string
  /** Deleted once no further letter goes there. */
  to_email: string | null
  /** By which the page finds whom it has asked: see mail/address-hashes.ts. */
  mailbox_hash: Buffer
  /** Null: a plain hash. */
  key_id: Defaulted<number | null>
  status: Defaulted<QuestionStatus>
  letters_sent: Defaulted<number>
  /** The last letter. */
  sent_at: Defaulted<Date>
  /** When the person asked to be asked later. Null once that letter is sent. */
  later_at: Defaulted<Date | null>
  /** When they asked not to be asked again by this page. */
  declined_at: Defaulted<Date | null>
  /** When a keeper took it back, or its time was over. */
  ended_at: Defaulted<Date | null>
  /** The token of its link, and the same sealed with the secret key for further letters. */
  token_hash: Buffer | null
  sealed_token: Buffer | null
  created_at: CreatedAt
}

interface StoriesTable {
  id: Generated<number>
  /** Null while it is in the trash. */
  memorial_id: number | null
  /** Null for an imported one. */
  question_id: Defaulted<number | null>
  question: string
  to_name: string
  author: string
  /** What the author was to the person, in their words; empty if not told. */
  relation: string
  text: string
  photo_ids: Defaulted<string[]>
  status: Defaulted<MemoryStatus>
  /** Its place among the approved ones. Null: behind all that have one. */
  position: Defaulted<number | null>
  told_at: Defaulted<Date>
  decided_at: Defaulted<Date | null>
  /** The token with which the author takes it back, and the same sealed with the secret key. */
  own_token_hash: Defaulted<Buffer | null>
  sealed_own_token: Defaulted<Buffer | null>
  /** The consent that it came with, as in ConsentsTable. */
  consent_version: Defaulted<string | null>
  consent_address: Defaulted<string | null>
  agreement_edition: Defaulted<string | null>
  policy_edition: Defaulted<string | null>
  /** The voice, as in MemoriesTable. */
  voice_id: Defaulted<string | null>
  voice_file: Defaulted<string | null>
  voice_copy_id: Defaulted<string | null>
  voice_bytes: Defaulted<number>
  voice_text: Defaulted<string | null>
  voice_peaks: Defaulted<string | null>
  voice_due_at: Defaulted<Date | null>
  voice_attempts: Defaulted<number>
  /** The upload that it came in: a repeated answer, whose response was lost, names it again. */
  voice_upload: Defaulted<string | null>
  /** The edition of the consent to store it. */
  voice_consent: Defaulted<string | null>
  /** By someone who is blocked: it waits like others, but is never shown or announced. */
  is_unheard: Defaulted<boolean>
  /** While it is in the trash: since when, and the page that it came from. */
  trashed_at: Defaulted<Date | null>
  trashed_memorial_id: Defaulted<number | null>
}
