import type { Generated } from 'kysely'
import type { AccessRequestStatus } from '@contract/access'
import type { Precision } from '@contract/memorial-terms'
import type { ProposalStatus } from '@contract/proposals'
import type { RelationKind, RelationStatus } from '@contract/relations'
import type { RememberedEvent } from '@contract/remembering'
import type { ReportReason, ReportStatus } from '@contract/reports'
import type { CreatedAt, Defaulted } from './columns'

/** The tables of memorials: their people, and what visitors ask of them. */
export interface MemorialTables {
  memorials: MemorialsTable
  burials: BurialsTable
  keepers: KeepersTable
  invitations: InvitationsTable
  hand_overs: HandOversTable
  relations: RelationsTable
  access_requests: AccessRequestsTable
  reports: ReportsTable
  candles: CandlesTable
  candle_counts: CandleCountsTable
  reminders: RemindersTable
  reminders_sent: RemindersSentTable
  revisions: RevisionsTable
  proposals: ProposalsTable
}

export interface MemorialsTable {
  id: Generated<number>
  /** The owner. Null while the page is in the trash: then it has no owner, and no query for pages may find it. */
  user_id: number | null
  lastname: string
  name: string
  /** The patronymic, as in the API. */
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
  /** Only its keepers decide on words; moderators see them once someone reported the page, or while it is taken down. */
  keepers_decide: Defaulted<boolean>
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

interface BurialsTable {
  id: Generated<number>
  memorial_id: number
  burial_address: string | null
  cemetery: string | null
  /** Участок, ряд, место. */
  plot: string | null
  burial_coordinates: string | null
  photo_id: string | null
  /** `StoredStep[]` of modules/burial as JSON. */
  road: Defaulted<string | null>
}

/** The keepers whom the owner of a page has added. */
interface KeepersTable {
  memorial_id: number
  user_id: number
  created_at: CreatedAt
}

/** Invitations to keep a page, or to take it over. Accepted ones stay until they expire. */
interface InvitationsTable {
  id: Generated<number>
  memorial_id: number
  /** The future role of the invited person. */
  role: 'keeper' | 'owner'
  email: string
  /** The account that formerly had this email address. */
  invited_id: Defaulted<number | null>
  token_hash: Buffer
  /** The owner at that time. */
  invited_by: number | null
  created_at: CreatedAt
  expires_at: Date
  accepted_by: Defaulted<number | null>
  /** Sent because the owner deleted the account: it ends when they return. */
  on_leaving: Defaulted<boolean>
  /** The session that sent it, which may be gone; null where that was not noted, and where no session did. */
  session_id: Defaulted<number | null>
}

/** Pages that got another owner in the last days: the former one may reclaim them. */
interface HandOversTable {
  id: Generated<number>
  memorial_id: number
  from_id: number
  to_id: number
  /** Whether the new owner was a keeper before. */
  was_keeper: boolean
  at: CreatedAt
}

/**
 * A relation between two people: `kind` is what the other one was. A request until a keeper of the other page decides.
 */
interface RelationsTable {
  id: Generated<number>
  /** The page whose keeper asked. */
  memorial_id: number
  other_id: number
  kind: RelationKind
  status: Defaulted<RelationStatus>
  created_at: CreatedAt
  decided_at: Defaulted<Date | null>
  /** Whether the keepers of the other page were notified by letter. */
  is_told: Defaulted<boolean>
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

/** Today's candles, by visitor. */
interface CandlesTable {
  memorial_id: number
  day: string
  /**
   * Hashed with a secret key, the day and the page, so that the table reveals neither who lit a candle nor who lit
   * several.
   */
  address_hash: Buffer
}

/** How many candles were lit at a page. There is no row before the first one. */
interface CandleCountsTable {
  memorial_id: number
  /** In addition to those in the page's own column `candles`, from before this table existed. */
  lit_in_all: number
  /** The day of the last one, and how many were lit on it. */
  day: string
  lit_that_day: number
}

/** Subscriptions to letters before the days of a page. */
interface RemindersTable {
  user_id: number
  memorial_id: number
  created_at: CreatedAt
}

/** Reminder letters, each of which is sent once. */
interface RemindersSentTable {
  user_id: number
  memorial_id: number
  event: RememberedEvent
  /** The remembered day. */
  day: string
  days_before: number
}

/** Changes of texts and facts of a page, of its archive items and words: see modules/history/revisions.ts. */
interface RevisionsTable {
  id: Generated<number>
  memorial_id: number
  /** The field: see contract/history.ts. */
  what: string
  /** Whose text it is: the revisions are deleted with that. */
  item_id: Defaulted<number | null>
  memory_id: Defaulted<number | null>
  story_id: Defaulted<number | null>
  /** The last save that joined it. */
  at: Defaulted<Date>
  /** Null once the account is gone. */
  user_id: number | null
  /** By a moderator who was not a keeper of the page. */
  by_moderator: Defaulted<boolean>
  restored_from: Defaulted<number | null>
  /** The value before, as its difference from the one after. */
  before: Buffer
  /** The whole value after, deflated. Null: it is what stood before the next revision of the field. */
  after: Buffer | null
  /** How many earlier revisions of the field are read by way of this one. */
  steps: Defaulted<number>
  /** Whether a letter told the keeper whose text it replaced soon after. */
  is_told: Defaulted<boolean>
  /** The name under which someone proposed the change that the account accepted, and their account. */
  author: Defaulted<string | null>
  proposed_by: Defaulted<number | null>
}

/** What readers propose to change on a page. */
interface ProposalsTable {
  id: Generated<number>
  memorial_id: number
  /** The field: see contract/history.ts. */
  what: string
  /** `HistoryValue` as JSON; null where there is only a note. */
  value: string | null
  note: string | null
  author: string
  author_email: string | null
  author_id: number | null
  /** The edition of the consent in the form. */
  consent_version: string | null
  own_token_hash: Buffer
  /** The same token, sealed with the secret key for the letter about the decision. */
  sealed_own_token: Defaulted<Buffer | null>
  status: Defaulted<ProposalStatus>
  /** By a blocked author: it waits like others, but is never shown or announced. */
  is_unheard: Defaulted<boolean>
  /** Whether the keepers were notified by letter. */
  is_told: Defaulted<boolean>
  /** While a keeper's decision is being carried out. */
  claimed_until: Defaulted<Date | null>
  created_at: CreatedAt
  decided_at: Defaulted<Date | null>
  /** What the keepers answered with their decision. */
  reply: Defaulted<string | null>
  photo_id: Defaulted<string | null>
  photo_bytes: Defaulted<number>
}
