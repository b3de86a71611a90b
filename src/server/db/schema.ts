import type { ColumnType, Generated, Kysely } from 'kysely'
import type { ArchiveKind } from '@contract/archive'
import type { MemoryStatus } from '@contract/memory'
import type { AuditEvent } from '../lib/security-log'

/** The tables as Kysely sees them. Days are `YYYY-MM-DD` text, sizes are bytes, names are the wire's. */
export interface Tables {
  users: UsersTable
  sessions: SessionsTable
  known_networks: KnownNetworksTable
  consents: ConsentsTable
  email_tokens: EmailTokensTable
  letters: LettersTable
  memorials: MemorialsTable
  media: MediaTable
  media_removals: MediaRemovalsTable
  archive_items: ArchiveItemsTable
  burials: BurialsTable
  memories: MemoriesTable
  promo_code_uses: PromoCodeUsesTable
  audit_log: AuditLogTable
}

/** A database or a transaction in it: repositories take either. */
export type Db = Kysely<Tables>

type Defaulted<T> = ColumnType<T, T | undefined, T>
type CreatedAt = ColumnType<Date, Date | undefined, never>

interface UsersTable {
  id: Generated<number>
  email: string
  /** The e-mail in lower case: accounts are found and unique by it. */
  email_key: string
  password_hash: string
  is_active: Defaulted<boolean>
  is_superuser: Defaulted<boolean>
  is_verified: Defaulted<boolean>
  /** When the address was first confirmed. */
  verified_at: Defaulted<Date | null>
  /** When a password was last set by the link of a letter: proof of who reads the mailbox. */
  password_set_by_letter_at: Defaulted<Date | null>
  pin_hash: string | null
  /** When the PIN was last set or changed. */
  pin_set_at: Defaulted<Date | null>
  /** When the owner was last written to about words that wait, and about misses of their PIN. */
  told_of_words_at: Defaulted<Date | null>
  told_of_pin_misses_at: Defaulted<Date | null>
  /** From when the term runs in which the address is to be confirmed: the registration, or the upgrade that set the term. */
  unverified_since: Defaulted<Date>
  max_memorials: number
  advanced_memorials_left: number
  bonus_gb_left: number
  created_at: CreatedAt
}

interface SessionsTable {
  /** What the account's holder names it by: the hash is nobody's business. */
  id: Generated<number>
  /** SHA-256 of the account token, which itself is stored nowhere. */
  token_hash: Buffer
  user_id: number
  created_at: CreatedAt
  expires_at: Date
  last_used_at: Defaulted<Date>
  /** Where it was opened from: the address, shortened, and what the browser called itself. */
  address: string | null
  user_agent: string | null
}

/** Networks from which an account has signed in. */
interface KnownNetworksTable {
  user_id: number
  /** Keyed: the table tells nobody where its people live. */
  network_hash: Buffer
  last_sign_in_at: Defaulted<Date>
}

/** Given by an account at its registration, or by a guest with words of memory. */
interface ConsentsTable {
  id: Generated<number>
  user_id: number | null
  memory_id: number | null
  version: string
  given_at: CreatedAt
  address: string
}

interface EmailTokensTable {
  token_hash: Buffer
  user_id: number
  purpose: 'verify' | 'reset'
  expires_at: Date
  used_at: Date | null
  created_at: CreatedAt
}

interface LettersTable {
  id: Generated<number>
  recipient: string
  subject: string
  body_text: string
  body_html: string
  attempts: Defaulted<number>
  /** Not before this instant; moved on by each attempt, so that a dead sender's letter is taken up again. */
  due_at: Defaulted<Date>
  sent_at: Date | null
  created_at: CreatedAt
}

export interface MemorialsTable {
  id: Generated<number>
  user_id: number
  lastname: string
  name: string
  surname: string | null
  /** Names as search and order see them (see lib/name-key.ts). */
  lastname_key: string
  name_key: string
  surname_key: string
  birth_date: string
  death_date: string
  biography: string | null
  photo_id: string | null
  public_status: boolean
  swo_status: boolean
  rate_check: boolean
  is_advanced: boolean
  media_storage_limit: number
  used_storage_bytes: Defaulted<number>
  created_at: CreatedAt
}

interface MediaTable {
  /** Random: it is the folder of the files and part of their address. */
  id: string
  memorial_id: number
  created_at: CreatedAt
}

/** Files that nothing claims: kept for something that is still to come about, or left by something that is gone. */
interface MediaRemovalsTable {
  media_id: string
  due_at: Date
  /** From here on the files are going, and nothing may claim them any more. */
  begun: Defaulted<boolean>
}

interface ArchiveItemsTable {
  id: Generated<number>
  memorial_id: number
  kind: ArchiveKind
  media_id: string
  /** The file in the folder of `media_id`; a photo has its smaller copies beside it. */
  file_name: string
  /** Bytes of all files of the item as they are stored. */
  size_bytes: number
  description: string | null
  created_at: CreatedAt
}

interface BurialsTable {
  id: Generated<number>
  memorial_id: number
  burial_address: string | null
  burial_coordinates: string | null
  photo_id: string | null
}

interface MemoriesTable {
  id: Generated<number>
  memorials_id: number
  author: string
  author_email: string | null
  description: string
  status: MemoryStatus
  created_at: Defaulted<Date>
  decided_at: Date | null
  /** From when the term runs after which undecided words are destroyed: as they came, or the upgrade that set the term. */
  undecided_since: Defaulted<Date>
}

interface PromoCodeUsesTable {
  user_id: number
  code: string
  used_at: CreatedAt
}

/** What an owner or a moderator did to somebody's words or to a page. It outlives what it tells of. */
interface AuditLogTable {
  id: Generated<number>
  at: CreatedAt
  event: AuditEvent
  actor_id: number | null
  actor_role: 'owner' | 'moderator'
  memorial_id: number
  /** The words that it was done to. */
  subject_id: number | null
}
