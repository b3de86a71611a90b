import type { Generated, Kysely } from 'kysely'
import type { AccessRequestStatus } from '@contract/access'
import type { ArchiveKind } from '@contract/archive'
import type { Precision } from '@contract/memorial-terms'
import type { MemoryStatus, WordsLetters } from '@contract/memory'
import type { ReportReason, ReportStatus } from '@contract/reports'
import type { AuditEvent, OperatorEvent } from '../lib/security-log'
import type { CreatedAt, Defaulted } from './columns'
import type { FactorTables } from './factor-tables'
import type { JobsTable } from './jobs-table'
import type { KeepingTables } from './keeping-tables'
import type { LetterTables } from './letter-tables'
import type { TilesTables } from './tiles-tables'
import type { UploadsTable } from './uploads-table'
import type { RememberingTables } from './remembering-tables'

/** The tables for Kysely. Days are `YYYY-MM-DD` text, sizes are in bytes, columns are named like the fields of the API. */
export interface Tables extends FactorTables, JobsTable, KeepingTables, LetterTables, RememberingTables, TilesTables {
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

/** A database or a transaction in it: repositories take either. */
export type Db = Kysely<Tables>

interface UsersTable {
  id: Generated<number>
  email: string
  /** The e-mail in lower case. It is unique, and accounts are found by it. */
  email_key: string
  password_hash: string
  is_active: Defaulted<boolean>
  is_superuser: Defaulted<boolean>
  is_verified: Defaulted<boolean>
  /** When the address was first confirmed. */
  verified_at: Defaulted<Date | null>
  /** When a password was last set through the link in a letter. It proves that the holder reads the mailbox. */
  password_set_by_letter_at: Defaulted<Date | null>
  pin_hash: string | null
  /** When the PIN was last set or changed. */
  pin_set_at: Defaulted<Date | null>
  /** When the owner last got a letter about waiting memories, and about wrong PINs (see mail/owner-letter-repository.ts). */
  told_of_words_at: Defaulted<Date | null>
  told_of_pin_misses_at: Defaulted<Date | null>
  /** When the time to confirm the address began: at the registration, or at the upgrade that introduced the limit. */
  unverified_since: Defaulted<Date>
  /** Who is offered the pages when the account ends. */
  heir_email: Defaulted<string | null>
  /** When that was said; null for who was named before this was noted. And who counts until the new one does. */
  heir_since: Defaulted<Date | null>
  former_heir_email: Defaulted<string | null>
  /** How often the account is told of words that wait for its decision. */
  words_letters: Defaulted<WordsLetters>
  /** When the account and all that is its own will be destroyed. Null unless its holder deleted it; `is_active` is false then. */
  leaves_at: Defaulted<Date | null>
  /** When the holder was last written to that it ends soon. */
  reminded_of_end_at: Defaulted<Date | null>
  /** The last sign-in; for accounts from before this was noted, the upgrade. */
  last_seen_at: Defaulted<Date>
  /** Since then: when the holder was told that the pages will be offered to the heir, and when they last were. */
  told_of_sleep_at: Defaulted<Date | null>
  pages_offered_at: Defaulted<Date | null>
  max_memorials: number
  advanced_memorials_left: number
  bonus_gb_left: number
  created_at: CreatedAt
}

interface SessionsTable {
  /** Names the session to its holder. The hash of the token is never shown. */
  id: Generated<number>
  /** SHA-256 of the account token. The token itself is not stored. */
  token_hash: Buffer
  user_id: number
  created_at: CreatedAt
  expires_at: Date
  last_used_at: Defaulted<Date>
  /** When its holder last showed that the account is theirs; null for sessions from before this was noted. */
  confirmed_at: Defaulted<Date | null>
  /** Counts how often all that the session had made was ended while it went on: see access/signing-session.ts. */
  epoch: Defaulted<number>
  /** Where it was opened from: the shortened IP address, and the browser's User-Agent. */
  address: string | null
  user_agent: string | null
}

/** Networks from which an account has signed in. */
interface KnownNetworksTable {
  user_id: number
  /** Hashed with a secret key: the table does not reveal where people live. */
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
  /** The editions of the user agreement and of the policy that were in force then. Null where they were not recorded. */
  agreement_edition: Defaulted<string | null>
  policy_edition: Defaulted<string | null>
}

interface EmailTokensTable {
  token_hash: Buffer
  user_id: number
  purpose: 'verify' | 'reset' | 'change' | 'return' | 'not_me'
  /** The new address that a link to `change` confirms, and that to which a link «это не я» was sent. Null for the others. */
  email: string | null
  /** The session that asked for a link to `change`; it may be gone. */
  session_id: Defaulted<number | null>
  expires_at: Date
  used_at: Date | null
  created_at: CreatedAt
}

/** The e-mails that accounts had before: who is written down with one is found by it, and it ends with the account. */
interface FormerEmailsTable {
  user_id: number
  email_key: string
  /** Whether its holder had shown that they read its mailbox. */
  is_confirmed: boolean
  given_up_at: CreatedAt
}

/** The addresses under which calendar programs read the days of all pages of an account. */
interface CalendarsTable {
  user_id: number
  /** Random: the part of the address by which it is found. The rest is signed, so this alone opens nothing. */
  key: string
  created_at: CreatedAt
}

export interface MemorialsTable {
  id: Generated<number>
  /** The owner. Null while the page lies in the trash: then nobody owns it, and no query for pages may find it. */
  user_id: number | null
  lastname: string
  name: string
  surname: string | null
  maiden_name: string | null
  /** Names in the form used for search and order (see lib/search-text.ts). */
  lastname_key: string
  name_key: string
  surname_key: string
  /** Empty where there is none. */
  maiden_name_key: Defaulted<string>
  /** The first day that it may be, as far as it is known; null while it is `unknown`. */
  birth_date: string | null
  birth_precision: Defaulted<Precision>
  death_date: string | null
  death_precision: Defaulted<Precision>
  biography: string | null
  photo_id: string | null
  /** Facts of the portrait, copied from its row in `media` (see media/picture-facts.ts). Null when they are not known. */
  photo_width: number | null
  photo_height: number | null
  photo_tone: string | null
  photo_preview: string | null
  /** The whole picture that a turned or cropped portrait was made from; null when `photo_id` is it. */
  photo_original_id: Defaulted<string | null>
  /** Degrees clockwise, and the crop as JSON (see contract/portrait-view.ts). */
  photo_rotate: Defaulted<number>
  photo_crop: Defaulted<string | null>
  public_status: boolean
  swo_status: boolean
  /** The advanced tariff was asked for when it was created. */
  rate_check: boolean
  /** It has the advanced tariff now. */
  is_advanced: boolean
  media_storage_limit: number
  used_storage_bytes: Defaulted<number>
  /** A public page may be found through search engines. */
  indexable: Defaulted<boolean>
  /** The picture that a link to the page shows, and what it was drawn from. Null until somebody asks for it. */
  link_picture_id: string | null
  link_picture_version: string | null
  /** When and why the operator or a moderator took the page down. Until it is opened again only its keepers and moderators read it. */
  closed_at: Date | null
  closed_reason: string | null
  /** The report for which a moderator did; null when the operator did. The report may be gone. */
  closed_by_report: Defaulted<number | null>
  /** When its owner deleted their account. Until they return, or somebody accepts the page, it is read like one taken down. */
  owner_left_at: Date | null
  /** While it is closed for either reason: `public_status` and `swo_status` as the owner wishes them. Null otherwise. */
  wished_public_status: boolean | null
  wished_swo_status: boolean | null
  /** When its keepers last got a letter about requests to be let in, or to be named as related. */
  told_of_requests_at: Defaulted<Date | null>
  /** While it lies in the trash: since when, and whose it was. */
  trashed_at: Defaulted<Date | null>
  trashed_user_id: Defaulted<number | null>
  /** Since when it waits there to be destroyed. Its owner sees it no more. */
  destroyed_at: Defaulted<Date | null>
  /** The link of the letter that brings it back from there, and how long it does. */
  return_token_hash: Defaulted<Buffer | null>
  returnable_until: Defaulted<Date | null>
  created_at: CreatedAt
  /** When its owner last changed it. Null when it was never changed, or before this was recorded. */
  updated_at: Date | null
}

interface MediaTable {
  /** Random. It names the folder of the files, and is part of their address. */
  id: string
  /** Null while they lie in the trash with their archive item: then they are not served. */
  memorial_id: number | null
  /** The page that they came from, while they lie in the trash. */
  trashed_memorial_id: Defaulted<number | null>
  /** Which version of the encoding made its smaller copies and facts. */
  picture_version: Defaulted<number>
  /** Pixels of a picture or a film as it is shown; null for sound, and while they are not known. */
  width: number | null
  height: number | null
  /** A muted colour of a picture, as '#rrggbb'. */
  tone: string | null
  /** A tiny copy of a picture as a `data:` address, to be shown blurred until the picture has loaded. */
  preview: string | null
  /** Seconds of a recording; null while they are not known. */
  duration: number | null
  /** Whether browsers play a recording; null for pictures, and while it is not known. */
  is_playable: boolean | null
  created_at: CreatedAt
}

/** Files that no row uses: stored for a change that is not committed yet, or left by something that was deleted. */
interface MediaRemovalsTable {
  media_id: string
  due_at: Date
  /** The files are being deleted: no change may claim them any more. */
  begun: Defaulted<boolean>
}

interface ArchiveItemsTable {
  id: Generated<number>
  /** Null while it lies in the trash. */
  memorial_id: number | null
  kind: ArchiveKind
  media_id: string
  /** The file in the folder of `media_id`. Smaller copies of a photo lie beside it. */
  file_name: string
  /** Bytes of the stored file with the smaller copies of a photo. */
  size_bytes: number
  /** The pictures of a film's poster, and its copy for browsers that do not show the film itself; null where there is none. */
  poster_id: Defaulted<string | null>
  copy_id: Defaulted<string | null>
  /** Bytes of both. */
  copies_bytes: Defaulted<number>
  /** When to look next whether a film needs them. Null when that was done or given up, and for what is no film. */
  prepare_due_at: Defaulted<Date | null>
  /** How often that was begun. */
  prepare_attempts: Defaulted<number>
  description: string | null
  /** When it was made, in the owner's words. */
  date_text: string | null
  /** Who is to be seen or heard. */
  people: string | null
  /** Its place among the items of its archive, from 1 without gaps. In the trash the one that it had. */
  position: Defaulted<number>
  /** While it lies in the trash: since when, and the page that it came from. */
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
  /** Null while they lie in the trash. */
  memorials_id: number | null
  author: string
  author_email: string | null
  /** The account that left them, told to nobody: they end with it. Null for a guest, and when nobody knows (see SECURITY.md). */
  author_id: Defaulted<number | null>
  description: string
  status: MemoryStatus
  created_at: Defaulted<Date>
  decided_at: Date | null
  /** When the time for a decision began, after which the memory is deleted: at its creation, or at the upgrade that introduced the limit. */
  undecided_since: Defaulted<Date>
  /** What the sender named the sending by: sent again under the same key, the words are not kept twice. */
  idempotency_key: string | null
  /** What a keeper of the page answered. */
  reply: Defaulted<string | null>
  /** When a letter told the author that they were answered: one letter, however often the answer changes. */
  reply_told_at: Defaulted<Date | null>
  /** The picture that came with them. */
  photo_id: Defaulted<string | null>
  /** Left by a blocked author: it waits like others, and nobody is shown or told of it. */
  is_unheard: Defaulted<boolean>
  /** While they lie in the trash: since when, and the page that they came from. */
  trashed_at: Defaulted<Date | null>
  trashed_memorial_id: Defaulted<number | null>
}

interface PromoCodeUsesTable {
  user_id: number
  code: string
  used_at: CreatedAt
}

/** What an owner, a keeper or a moderator did to a memory or a page. Entries stay when the memory or page is deleted. */
interface AuditLogTable {
  id: Generated<number>
  at: CreatedAt
  event: AuditEvent
  actor_id: number | null
  actor_role: 'owner' | 'keeper' | 'moderator'
  memorial_id: number
  /** The memory that it was done to. */
  subject_id: number | null
}

/** Whose further words a page takes without showing them to anybody. */
interface BlockedAuthorsTable {
  id: Generated<number>
  memorial_id: number
  author_email: string
  /** The key of the address, so that its tags and letter case make no other author of it. */
  mailbox: string
  created_at: CreatedAt
}

/** Who asked to be let in to a closed page. Those who were let in have a key until it expires, or until the row is deleted. */
interface AccessRequestsTable {
  id: Generated<number>
  /** Null when the page that was asked for is public, or does not exist. Such a row is deleted soon. */
  memorial_id: number | null
  name: string
  email: string
  text: string
  /** The edition of the consent that the form showed. */
  consent_version: string | null
  status: Defaulted<AccessRequestStatus>
  created_at: CreatedAt
  decided_at: Defaulted<Date | null>
  /** Whether a letter has told the keepers of it. */
  is_told: Defaulted<boolean>
  /** SHA-256 of the key in the letter to whom was let in. */
  key_hash: Defaulted<Buffer | null>
  expires_at: Defaulted<Date | null>
}

/** What somebody told moderators of a page. */
interface ReportsTable {
  id: Generated<number>
  /** Null when there is no such page. Such a row is deleted soon. */
  memorial_id: number | null
  reason: ReportReason
  text: string
  /** Where an answer is wished. */
  email: string | null
  /** The edition of the consent that the form showed. */
  consent_version: string | null
  status: Defaulted<ReportStatus>
  created_at: CreatedAt
  decided_at: Defaulted<Date | null>
  /** The moderator. */
  decided_by: Defaulted<number | null>
}

/** Until then no file is removed from the store: a backup reads the files that its rows name. */
interface RemovalHoldsTable {
  id: Generated<number>
  until: Date
}

export type RegisterKind =
  OperatorEvent | 'memorial_closed' | 'memorial_opened' | 'memorial_deleted' | 'consent_withdrawn'

/** Who did what the register tells of: the operator's program, a moderator, or the holder of an account. */
export type RegisterDoer = 'operator' | 'moderator' | 'holder'

/** One row: when a server last looked at a clock that it trusted. */
interface LastSeenTimeTable {
  only_row: Defaulted<boolean>
  seen_at: Date
}

/** What was done to accounts and pages at the operator's or the holder's order: kind, time and by whom, and nothing of what they held. */
interface RegisterTable {
  id: Generated<number>
  at: CreatedAt
  kind: RegisterKind
  done_by: RegisterDoer
  account_id: number | null
  memorial_id: number | null
}
