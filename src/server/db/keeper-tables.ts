import type { Generated } from 'kysely'
import type { CreatedAt, Defaulted } from './columns'

/** The tables of keepers. */
export interface KeeperTables {
  keepers: KeepersTable
  invitations: InvitationsTable
  hand_overs: HandOversTable
}

/** The keepers whom the owner of a page has added. */
interface KeepersTable {
  memorial_id: number
  user_id: number
  created_at: CreatedAt
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
