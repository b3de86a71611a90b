import type { Generated } from 'kysely'
import type { FactorKind } from '@contract/factors'
import type { CreatedAt, Defaulted } from './columns'

/** Of what accounts sign in with beside their password. */
export interface FactorTables {
  factors: FactorsTable
  recovery_codes: RecoveryCodesTable
  sign_in_tickets: SignInTicketsTable
  passkey_challenges: PasskeyChallengesTable
  factor_recoveries: FactorRecoveriesTable
}

/** Passkeys, and programs that show one-time codes. */
interface FactorsTable {
  id: Generated<number>
  user_id: number
  kind: FactorKind
  name: string
  created_at: CreatedAt
  /** Null while nobody has shown that the program gives the right codes: until then it counts for nothing. */
  confirmed_at: Defaulted<Date | null>
  last_used_at: Defaulted<Date | null>
  /** Encrypted with the server's key (see lib/sealed.ts). */
  code_secret: Defaulted<Buffer | null>
  /** The last 30 seconds of which a code was taken: none of them, and none before, is taken again. */
  code_step: Defaulted<number>
  credential_id: Defaulted<string | null>
  public_key: Defaulted<Buffer | null>
  sign_count: Defaulted<number>
}

interface RecoveryCodesTable {
  user_id: number
  /** The first group of the code, by which it is found. It is no secret. */
  label: string
  code_hash: string
}

/** Of who gave the right password, and has yet to show a second factor. */
interface SignInTicketsTable {
  token_hash: Buffer
  user_id: number
  /** SHA-256 of the hash of the password that was right: another password ends the ticket. */
  password_mark: Buffer
  expires_at: Date
}

/** What a passkey has to sign. Each counts once. */
interface PasskeyChallengesTable {
  token_hash: Buffer
  challenge: string
  /** The account that adds a passkey; null for a sign-in, when nobody knows yet whose it is. */
  user_id: number | null
  expires_at: Date
}

/** Of who has lost all factors and waits until the mailbox alone is enough. */
interface FactorRecoveriesTable {
  user_id: number
  asked_at: CreatedAt
  due_at: Date
  /** Of the link in the second letter; null until it is written. */
  token_hash: Defaulted<Buffer | null>
  expires_at: Defaulted<Date | null>
}
