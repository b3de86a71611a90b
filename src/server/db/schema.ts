import type { ColumnType, Generated, Kysely } from 'kysely'
import type { ArchiveKind } from '@contract/archive'
import type { Precision } from '@contract/memorial-terms'
import type { MemoryStatus } from '@contract/memory'
import type { AuditEvent } from '../lib/security-log'

/** The tables for Kysely. Days are `YYYY-MM-DD` text, sizes are in bytes, columns are named like the fields of the API. */
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
  calendars: CalendarsTable
}

/** A database or a transaction in it: repositories take either. */
export type Db = Kysely<Tables>

type Defaulted<T> = ColumnType<T, T | undefined, T>
type CreatedAt = ColumnType<Date, Date | undefined, never>

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
}

interface EmailTokensTable {
  token_hash: Buffer
  user_id: number
  purpose: 'verify' | 'reset'
  expires_at: Date
  used_at: Date | null
  created_at: CreatedAt
}

/** The addresses under which calendar programs read the days of all pages of an account. */
interface CalendarsTable {
  user_id: number
  /** Random: the part of the address by which it is found. The rest is signed, so this alone opens nothing. */
  key: string
  created_at: CreatedAt
}

interface LettersTable {
  id: Generated<number>
  recipient: string
  subject: string
  body_text: string
  body_html: string
  attempts: Defaulted<number>
  /** When to send it next. Each attempt moves it on, so that a letter is tried again if the sending process dies. */
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
  created_at: CreatedAt
  /** When its owner last changed it. Null when it was never changed, or before this was recorded. */
  updated_at: Date | null
}

interface MediaTable {
  /** Random. It names the folder of the files, and is part of their address. */
  id: string
  memorial_id: number
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
  memorial_id: number
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
  /** Its place among the items of its archive, from 1 without gaps. */
  position: Defaulted<number>
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
  memorials_id: number
  author: string
  author_email: string | null
  description: string
  status: MemoryStatus
  created_at: Defaulted<Date>
  decided_at: Date | null
  /** When the time for a decision began, after which the memory is deleted: at its creation, or at the upgrade that introduced the limit. */
  undecided_since: Defaulted<Date>
  /** What the sender named the sending by: sent again under the same key, the words are not kept twice. */
  idempotency_key: string | null
}

interface PromoCodeUsesTable {
  user_id: number
  code: string
  used_at: CreatedAt
}

/** What an owner or a moderator did to a memory or a page. Entries stay when the memory or page is deleted. */
interface AuditLogTable {
  id: Generated<number>
  at: CreatedAt
  event: AuditEvent
  actor_id: number | null
  actor_role: 'owner' | 'moderator'
  memorial_id: number
  /** The memory that it was done to. */
  subject_id: number | null
}
