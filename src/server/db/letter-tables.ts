import type { Generated } from 'kysely'
import type { LetterKind } from '@contract/letters'
import type { CreatedAt, Defaulted } from './columns'

/** Of letters: those that wait, whom they reach, and who does not want which. */
export interface LetterTables {
  letters: LettersTable
  reached_addresses: ReachedAddressesTable
  ended_letters: EndedLettersTable
}

/** What letters are counted by, and wait for where there are too many in an hour. */
export type LetterCeiling = 'page' | 'account'

interface LettersTable {
  id: Generated<number>
  recipient: string
  subject: string
  body_text: string
  body_html: string
  /** Null for what its reader has asked for: that is not counted, and nobody ends it. */
  kind: Defaulted<LetterKind | null>
  /** Where whoever reads it ends letters of its kind. */
  unsubscribe_url: Defaulted<string | null>
  /** The page that it is about and the account that caused it, as far as letters are counted for them. Both may be gone. */
  memorial_id: Defaulted<number | null>
  account_id: Defaulted<number | null>
  /** Why it is due later than it was written. */
  held_by: Defaulted<LetterCeiling | null>
  attempts: Defaulted<number>
  /** When to send it next. Each attempt moves it on, so that a letter is tried again if the sending process dies. */
  due_at: Defaulted<Date>
  sent_at: Date | null
  created_at: CreatedAt
}

/** Addresses whose holder has opened a link of a letter. Hashed: the table does not show whom the site has written to. */
interface ReachedAddressesTable {
  /** SHA-256 of the e-mail as accounts are compared by. */
  address_hash: Buffer
  reached_at: CreatedAt
}

/** Which kinds of letters the holder of a mailbox does not want. */
interface EndedLettersTable {
  /** SHA-256 of the mailbox as limits compare it: another label or spelling of the address brings no letters back. */
  mailbox_hash: Buffer
  kind: LetterKind
  ended_at: CreatedAt
}
