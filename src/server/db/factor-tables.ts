import type { Generated } from 'kysely'
import type { FactorKind } from '@contract/factors'
import type { CreatedAt, Defaulted } from './columns'

/** The tables of second factors. */
export interface FactorTables {
  factors: FactorsTable
  recovery_codes: RecoveryCodesTable
  sign_in_tickets: SignInTicketsTable
  passkey_challenges: PasskeyChallengesTable
  factor_recoveries: FactorRecoveriesTable
}

/** Passkeys, and authenticator apps with one-time codes. */
interface FactorsTable {
  id: Generated<number>
  user_id: number
  kind: FactorKind
  name: string
  created_at: CreatedAt
  /** Null until a correct code has confirmed the app: until then the factor does not count. */
  confirmed_at: Defaulted<Date | null>
  last_used_at: Defaulted<Date | null>
  /** Encrypted with the server's key (see lib/sealed.ts). */
  code_secret: Defaulted<Buffer | null>
  /** The 30-second step of the last accepted code: codes of this and earlier steps are rejected. */
  code_step: Defaulted<number>
  credential_id: Defaulted<string | null>
  public_key: Defaulted<Buffer | null>
  sign_count: Defaulted<number>
}

interface RecoveryCodesTable {
  user_id: number
  /** The first group of the code, for the lookup. It is not secret. */
  label: string
  code_hash: string
}

/** Sign-ins with a correct password that await the second factor. */
interface SignInTicketsTable {
  token_hash: Buffer
  user_id: number
  /** SHA-256 of the hash of the password used: changing the password invalidates the ticket. */
  password_mark: Buffer
  expires_at: Date
}

/** Challenges for passkeys. Each can be used once. */
interface PasskeyChallengesTable {
  token_hash: Buffer
  challenge: string
  /** The account that adds a passkey; null for a sign-in, when the account is not known yet. */
  user_id: number | null
  expires_at: Date
}

/** Holders who have lost all factors and wait until the mailbox alone is sufficient. */
interface FactorRecoveriesTable {
  user_id: number
  asked_at: CreatedAt
  due_at: Date
  /** For the link in the second letter; null until it is written. */
  token_hash: Defaulted<Buffer | null>
  expires_at: Defaulted<Date | null>
}
