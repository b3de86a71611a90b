import type { Generated, Kysely } from 'kysely'
import type { AccessRequestStatus } from '@contract/access'
import type { ArchiveKind } from '@contract/archive'
import type { Precision } from '@contract/memorial-terms'
import type { MemoryStatus, WordsLetters } from '@contract/memory'
import type { ReportReason, ReportStatus } from '@contract/reports'
import type { AuditEvent, OperatorEvent } from '../lib/security-log'
import type { ChangesTable } from './changes-table'
import type { CreatedAt, Defaulted } from './columns'
import type { FactorTables } from './factor-tables'
import type { JobsTable } from './jobs-table'
import type { KeeperTables } from './keeper-tables'
import type { LetterTables } from './letter-tables'
import type { TilesTables } from './tiles-tables'
import type { UploadsTable } from './uploads-table'
import type { RememberingTables } from './remembering-tables'

/**
 * The tables for Kysely. Days are `YYYY-MM-DD` text, sizes are in bytes, columns are named like the fields of the API.
 */
export interface Tables
  extends ChangesTable, FactorTables, JobsTable, KeeperTables, LetterTables, RememberingTables, TilesTables {
  users: UsersTable
  sessions: SessionsTable
  known_networks: KnownNetworksTable
  consents: ConsentsTable
  email_tokens: EmailTokensTable
  former_emails: FormerEmailsTable
  memorials: MemorialsTable
  media: MediaTable
  media_removals: MediaRemovalsTable
  uploads: UploadsTable
  archive_items: ArchiveItemsTable
  burials: BurialsTable
  memories: MemoriesTable
  promo_code_uses: PromoCodeUsesTable
  audit_log: AuditLogTable
  calendars: CalendarsTable
  blocked_authors: BlockedAuthorsTable
  access_requests: AccessRequestsTable
  reports: ReportsTable
  removal_holds: RemovalHoldsTable
  register: RegisterTable
  last_seen_time: LastSeenTimeTable
}

/** A database or a transaction: repositories accept either. */
export type Db = Kysely<Tables>

interface UsersTable {
  id: Generated<number>
  email: string
  /** The email address in lower case. It is unique, and used to find accounts. */
  email_key: string
  password_hash: string
  is_active: Defaulted<boolean>
  is_superuser: Defaulted<boolean>
  is_verified: Defaulted<boolean>
  /** When the address was first confirmed. */
  verified_at: Defaulted<Date | null>
  /** When a password was last set through the link in a letter, which proves that the holder reads the mailbox. */
  password_set_by_letter_at: Defaulted<Date | null>
  pin_hash: string | null
  /** When the PIN was last set or changed. */
  pin_set_at: Defaulted<Date | null>
  /**
   * When the owner last got a letter about pending memories, and about wrong PINs (see
   * mail/repository.ts).
   */
  told_of_words_at: Defaulted<Date | null>
  told_of_pin_misses_at: Defaulted<Date | null>
  /** When the period to confirm the address started: at registration, or at the upgrade that introduced the limit. */
  unverified_since: Defaulted<Date>
  /** The address that is offered the pages when the account ends. */
  heir_email: Defaulted<string | null>
  /**
   * When the heir was named; null for those from before this was recorded. The former heir counts until the new one
   * does.
   */
  heir_since: Defaulted<Date | null>
  former_heir_email: Defaulted<string | null>
  /** How often the account is notified of pending memories. */
  words_letters: Defaulted<WordsLetters>
  /**
   * When the account with all its content will be destroyed. Null unless its holder deleted it; `is_active` is false
   * then.
   */
  leaves_at: Defaulted<Date | null>
  /** When the holder was last reminded that it ends soon. */
  reminded_of_end_at: Defaulted<Date | null>
  /** The last sign-in; the time of the upgrade for accounts from before this was recorded. */
  last_seen_at: Defaulted<Date>
  /**
   * Since the last sign-in: when the holder was notified that the pages will be offered to the heir, and when they last
   * were.
   */
  told_of_sleep_at: Defaulted<Date | null>
  pages_offered_at: Defaulted<Date | null>
  max_memorials: number
  advanced_memorials_left: number
  bonus_gb_left: number
  created_at: CreatedAt
}

interface SessionsTable {
  /** Identifies the session to its holder. The hash of the token is never shown. */
  id: Generated<number>
  /** SHA-256 of the account token. The token itself is not stored. */
  token_hash: Buffer
  user_id: number
  created_at: CreatedAt
  expires_at: Date
  last_used_at: Defaulted<Date>
  /** When the holder last confirmed their identity; null for sessions from before this was recorded. */
  confirmed_at: Defaulted<Date | null>
  /** Counts how often all that the session had made was ended while it went on: see access/repository.ts. */
  epoch: Defaulted<number>
  /** Where it was opened from: the shortened IP address, and the browser's User-Agent. */
  address: string | null
  user_agent: string | null
}

/** Networks from which an account has signed in. */
interface KnownNetworksTable {
  user_id: number
  /** Hashed with a secret key, so that the table does not reveal where people live. */
  network_hash: Buffer
  last_sign_in_at: Defaulted<Date>
}

/** Consents: given at registration, or by a guest together with a memory. */
interface ConsentsTable {
  id: Generated<number>
  user_id: number | null
  memory_id: number | null
  version: string
  given_at: CreatedAt
  address: string
  /** The editions of the user agreement and the privacy policy in force at that time. Null if not recorded. */
  agreement_edition: Defaulted<string | null>
  policy_edition: Defaulted<string | null>
}

interface EmailTokensTable {
  token_hash: Buffer
  user_id: number
  purpose: 'verify' | 'reset' | 'change' | 'return' | 'not_me'
  /**
   * The new address that a link to `change` confirms, or the one to which a link «это не я» was sent. Null for the
   * others.
   */
  email: string | null
  /** The session that asked for a link to `change`; it may be gone. */
  session_id: Defaulted<number | null>
  expires_at: Date
  used_at: Date | null
  created_at: CreatedAt
}

/**
 * Former email addresses of accounts: records with such an address are found by it, and it is deleted with the account.
 */
interface FormerEmailsTable {
  user_id: number
  email_key: string
  /** Whether the holder had proved access to its mailbox. */
  is_confirmed: boolean
  given_up_at: CreatedAt
}

/** The URLs under which calendar apps read the days of all pages of an account. */
interface CalendarsTable {
  user_id: number
  /** Random: the segment of the URL for the lookup. The rest is signed, so this alone opens nothing. */
  key: string
  created_at: CreatedAt
}

export interface MemorialsTable {
  id: Generated<number>
  /** The owner. Null while the page is in the trash: then it has no owner, and no query for pages may find it. */
  user_id: number | null
  lastname: string
  name: string
  surname: string | null
  maiden_name: string | null
  /** Names in the form used for search and order (see lib/search-text.ts). */
  lastname_key: string
  name_key: string
  surname_key: string
  /** Empty if there is none. */
  maiden_name_key: Defaulted<string>
  /** The first possible day; null if the precision is `unknown`. */
  birth_date: string | null
  birth_precision: Defaulted<Precision>
  death_date: string | null
  death_precision: Defaulted<Precision>
  biography: string | null
  photo_id: string | null
  /** Facts of the portrait, copied from its row in `media` (see media/picture-facts.ts). Null if unknown. */
  photo_width: number | null
  photo_height: number | null
  photo_tone: string | null
  photo_preview: string | null
  /** The whole picture from which a rotated or cropped portrait was made; null when `photo_id` is the original. */
  photo_original_id: Defaulted<string | null>
  /** Degrees clockwise, and the crop as JSON (see contract/portrait-view.ts). */
  photo_rotate: Defaulted<number>
  photo_crop: Defaulted<string | null>
  public_status: boolean
  swo_status: boolean
  /** The advanced tariff was requested at creation. */
  rate_check: boolean
  /** It has the advanced tariff now. */
  is_advanced: boolean
  media_storage_limit: number
  used_storage_bytes: Defaulted<number>
  /** Search engines may index a public page. */
  indexable: Defaulted<boolean>
  /** The page's link preview, and what it was drawn from. Null until it is requested. */
  link_picture_id: string | null
  link_picture_version: string | null
  /**
   * When and why the operator or a moderator took the page down. Until it is reopened only its keepers and moderators
   * can read it.
   */
  closed_at: Date | null
  closed_reason: string | null
  /** The report that led a moderator to do so; null when the operator did. The report may be deleted. */
  closed_by_report: Defaulted<number | null>
  /**
   * When its owner deleted the account. Until they return, or the page is accepted by someone else, access is as for a
   * page taken down.
   */
  owner_left_at: Date | null
  /** While it is closed for either reason: the owner's own `public_status` and `swo_status`. Null otherwise. */
  wished_public_status: boolean | null
  wished_swo_status: boolean | null
  /** When its keepers last got a letter about access or relation requests. */
  told_of_requests_at: Defaulted<Date | null>
  /** While it is in the trash: since when, and the former owner. */
  trashed_at: Defaulted<Date | null>
  trashed_user_id: Defaulted<number | null>
  /** Since when it waits there for its destruction, invisible to its owner. */
  destroyed_at: Defaulted<Date | null>
  /** The token of the letter's link that restores it, and its expiry. */
  return_token_hash: Defaulted<Buffer | null>
  returnable_until: Defaulted<Date | null>
  created_at: CreatedAt
  /** When its owner last changed it. Null if never, or before this was recorded. */
  updated_at: Date | null
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
}

/** Files that no row references: stored for a change that is not committed yet, or left over from a deletion. */
interface MediaRemovalsTable {
  media_id: string
  due_at: Date
  /** The files are being deleted: no change may claim them any more. */
  begun: Defaulted<boolean>
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

interface BurialsTable {
  id: Generated<number>
  memorial_id: number
  burial_address: string | null
  cemetery: string | null
  /** Участок, ряд, место. */
  plot: string | null
  burial_coordinates: string | null
  photo_id: string | null
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
  /** Left by a blocked author: it waits like others, but is never shown or announced. */
  is_unheard: Defaulted<boolean>
  /** While it is in the trash: since when, and the page that it came from. */
  trashed_at: Defaulted<Date | null>
  trashed_memorial_id: Defaulted<number | null>
}

interface PromoCodeUsesTable {
  user_id: number
  code: string
  used_at: CreatedAt
}

/**
 * What an owner, a keeper or a moderator did to a memory or a page. Entries stay when the memory or page is deleted.
 */
interface AuditLogTable {
  id: Generated<number>
  at: CreatedAt
  event: AuditEvent
  actor_id: number | null
  actor_role: 'owner' | 'keeper' | 'moderator'
  memorial_id: number
  /** The affected memory. */
  subject_id: number | null
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

/** Access requests to closed pages. A granted one has a key until it expires, or until the row is deleted. */
interface AccessRequestsTable {
  id: Generated<number>
  /** Null when the requested page is public, or does not exist. Such a row is deleted soon. */
  memorial_id: number | null
  name: string
  email: string
  text: string
  /** The edition of the consent in the form. */
  consent_version: string | null
  status: Defaulted<AccessRequestStatus>
  created_at: CreatedAt
  decided_at: Defaulted<Date | null>
  /** Whether the keepers were notified by letter. */
  is_told: Defaulted<boolean>
  /** SHA-256 of the key in the letter that grants access. */
  key_hash: Defaulted<Buffer | null>
  expires_at: Defaulted<Date | null>
}

/** Reports of pages to moderators. */
interface ReportsTable {
  id: Generated<number>
  /** Null when there is no such page. Such a row is deleted soon. */
  memorial_id: number | null
  reason: ReportReason
  text: string
  /** The address for a reply. */
  email: string | null
  /** The edition of the consent in the form. */
  consent_version: string | null
  status: Defaulted<ReportStatus>
  created_at: CreatedAt
  decided_at: Defaulted<Date | null>
  /** The moderator. */
  decided_by: Defaulted<number | null>
}

/** Until then no file is removed from the store, because a backup reads the files that its rows reference. */
interface RemovalHoldsTable {
  id: Generated<number>
  until: Date
}

export type RegisterKind =
  OperatorEvent | 'memorial_closed' | 'memorial_opened' | 'memorial_deleted' | 'consent_withdrawn'

/** Who did what the register records: the CLI, a moderator, or the holder of an account. */
export type RegisterDoer = 'operator' | 'moderator' | 'holder'

/** A single row: when a server last saw a clock that it trusted. */
interface LastSeenTimeTable {
  only_row: Defaulted<boolean>
  seen_at: Date
}

/**
 * What was done to accounts and pages on the order of the operator or the holder: kind, time and actor, without any
 * content.
 */
interface RegisterTable {
  id: Generated<number>
  at: CreatedAt
  kind: RegisterKind
  done_by: RegisterDoer
  account_id: number | null
  memorial_id: number | null
}
