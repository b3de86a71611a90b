import type { Generated } from 'kysely'
import type { RelationKind, RelationStatus } from '@contract/relations'
import type { RememberedEvent } from '@contract/remembering'
import type { CreatedAt, Defaulted } from './columns'

/** The tables of candles, reminders and relations (see schema.ts). */
export interface RememberingTables {
  candles: CandlesTable
  candle_counts: CandleCountsTable
  reminders: RemindersTable
  reminders_sent: RemindersSentTable
  relations: RelationsTable
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
