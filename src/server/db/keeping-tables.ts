import type { Generated } from 'kysely'
import type { CreatedAt, Defaulted } from './columns'

/** Of the people who keep a page with its owner. */
export interface KeepingTables {
  keepers: KeepersTable
  invitations: InvitationsTable
  hand_overs: HandOversTable
}

/** Whom the owner of a page let in beside them. */
interface KeepersTable {
  memorial_id: number
  user_id: number
  created_at: CreatedAt
}

/** Pages that got another owner in the last days: the former one may take them back. */
interface HandOversTable {
  id: Generated<number>
  memorial_id: number
  from_id: number
  to_id: number
  /** Whether the new owner kept it before. */
  was_keeper: boolean
  at: CreatedAt
}

/** Letters that ask somebody to keep a page, or to take it over. Those that were accepted stay until they expire. */
interface InvitationsTable {
  id: Generated<number>
  memorial_id: number
  /** What the invited person will be. */
  role: 'keeper' | 'owner'
  email: string
  /** The account that had this e-mail and has another one now. */
  invited_id: Defaulted<number | null>
  token_hash: Buffer
  /** Whoever owned the page then. */
  invited_by: number | null
  created_at: CreatedAt
  expires_at: Date
  accepted_by: Defaulted<number | null>
  /** Sent because the owner deleted their account: it ends when they return. */
  on_leaving: Defaulted<boolean>
  /** The session that sent it, which may be gone; null where that was not noted, and where no session did. */
  session_id: Defaulted<number | null>
}
