import type { Generated } from 'kysely'
import type { FactorKind } from '@contract/factors'
import type { WordsLetters } from '@contract/memory'
import type { CreatedAt, Defaulted } from './columns'

/** The tables of accounts: their sessions, second factors, consents and what they were given. */
export interface AccountTables {
  users: UsersTable
  sessions: SessionsTable
  known_networks: KnownNetworksTable
  consents: ConsentsTable
  email_tokens: EmailTokensTable
  former_emails: FormerEmailsTable
  calendars: CalendarsTable
  promo_code_uses: PromoCodeUsesTable
  factors: FactorsTable
  recovery_codes: RecoveryCodesTable
  sign_in_tickets: SignInTicketsTable
  passkey_challenges: PasskeyChallengesTable
  factor_recoveries: FactorRecoveriesTable
}

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
  /** The name that the family of a page sees. */
  display_name: Defaulted<string | null>
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
  /** A consent to store a voice: an edition of its own document. */
  is_of_voice: Defaulted<boolean>
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

interface PromoCodeUsesTable {
  user_id: number
  code: string
  used_at: CreatedAt
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
