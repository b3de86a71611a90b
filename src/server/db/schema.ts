import type { ColumnType, Generated, Kysely } from 'kysely'

/** The tables as Kysely sees them. Days are `YYYY-MM-DD` text, sizes are bytes, names are the wire's. */
export interface Tables {
  users: UsersTable
  sessions: SessionsTable
  consents: ConsentsTable
  email_tokens: EmailTokensTable
  letters: LettersTable
  memorials: MemorialsTable
  media: MediaTable
  burials: BurialsTable
  memories: MemoriesTable
}

/** A database or a transaction in it: repositories take either. */
export type Db = Kysely<Tables>

type Defaulted<T> = ColumnType<T, T | undefined, T>
type CreatedAt = ColumnType<Date, Date | undefined, never>

interface UsersTable {
  id: Generated<number>
  email: string
  /** The e-mail in lower case: accounts are found and unique by it. */
  email_key: string
  password_hash: string
  is_active: Defaulted<boolean>
  is_superuser: Defaulted<boolean>
  is_verified: Defaulted<boolean>
  pin_hash: string | null
  max_memorials: number
  advanced_memorials_left: number
  bonus_gb_left: number
  created_at: CreatedAt
}

interface SessionsTable {
  /** SHA-256 of the account token, which itself is stored nowhere. */
  token_hash: Buffer
  user_id: number
  created_at: CreatedAt
  expires_at: Date
}

interface ConsentsTable {
  id: Generated<number>
  user_id: number
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

interface LettersTable {
  id: Generated<number>
  recipient: string
  subject: string
  body_text: string
  body_html: string
  attempts: Defaulted<number>
  /** Not before this instant; moved on by each attempt, so that a dead sender's letter is taken up again. */
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
  /** Names as search and order see them (see lib/name-key.ts). */
  lastname_key: string
  name_key: string
  surname_key: string
  birth_date: string
  death_date: string
  biography: string | null
  photo_id: string | null
  public_status: boolean
  swo_status: boolean
  rate_check: boolean
  is_advanced: boolean
  media_storage_limit: number
  used_storage_bytes: Defaulted<number>
  created_at: CreatedAt
}

interface MediaTable {
  /** Random: it is the folder of the files and part of their address. */
  id: string
  memorial_id: number
  created_at: CreatedAt
}

interface BurialsTable {
  id: Generated<number>
  memorial_id: number
  burial_address: string | null
  burial_coordinates: string | null
  photo_id: string | null
}

interface MemoriesTable {
  id: Generated<number>
  memorials_id: number
  author: string
  author_email: string | null
  description: string
  status: 'pending' | 'approved' | 'rejected'
  created_at: Defaulted<Date>
  decided_at: Date | null
}
