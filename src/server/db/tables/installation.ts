import type { Generated } from 'kysely'
import type { AuditEvent, OperatorEvent } from '../../lib/security-log'
import type { CreatedAt, Defaulted } from './columns'

/** The tables of the installation itself: its records, and what its processes share. */
export interface InstallationTables {
  audit_log: AuditLogTable
  register: RegisterTable
  last_seen_time: LastSeenTimeTable
  job_runs: JobRunsTable
  maintenance: MaintenanceTable
  tiles: TilesTable
  tile_claims: TileClaimsTable
  changes: ChangesTable
  change_readers: ChangeReadersTable
}

export type RegisterKind =
  OperatorEvent | 'memorial_closed' | 'memorial_opened' | 'memorial_deleted' | 'consent_withdrawn'

/** Who did what the register records: the CLI, a moderator, or the holder of an account. */
export type RegisterDoer = 'operator' | 'moderator' | 'holder'

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

/** A single row: when a server last saw a clock that it trusted. */
interface LastSeenTimeTable {
  only_row: Defaulted<boolean>
  seen_at: Date
}

/** At most one row: while it is there, nothing that people send is accepted. Not in backups. */
interface MaintenanceTable {
  only_row: Defaulted<boolean>
  since: Defaulted<Date>
  /** When it is expected to end. */
  until: Date | null
  /** What people read in place of the usual sentence. */
  text: string | null
}

/** Jobs that one process runs for all (see jobs/start-jobs.ts). Not in backups. */
interface JobRunsTable {
  name: string
  claimed_by: string | null
  /** A killed process does not end its claim. */
  claimed_until: Date | null
  began_at: Date | null
  /** When it last ended, successfully or not. Null when it is due. */
  ended_at: Date | null
  /** Whether it failed then. */
  has_failed: Defaulted<boolean>
}

/** Map tiles, for several processes with one PostgreSQL: a single process stores them in its folder. Not in backups. */
interface TilesTable {
  /** The map and the tile in it. */
  key: string
  picture: Buffer
  /** When the map's server last confirmed it. */
  fetched_at: Defaulted<Date>
}

/** Tiles that a process is fetching. */
interface TileClaimsTable {
  key: string
  /** Identifies the claim: a process that was too slow must not end another's claim. */
  token: string
  expires_at: Date
}

/** Triggers fill it: see change-log.ts. */
interface ChangesTable {
  id: Generated<number>
  xid: Defaulted<string>
  at: Defaulted<Date>
  kind: string
  memorial_id: number | null
}

interface ChangeReadersTable {
  id: string
  pid: number
  position: string
  at: Defaulted<Date>
}
