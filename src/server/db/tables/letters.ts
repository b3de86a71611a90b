import type { Generated } from 'kysely'
import type { LetterKind } from '@contract/letters'
import type { CreatedAt, Defaulted } from './columns'

/** The tables of letters: the queue, confirmed recipients, unsubscriptions, and the keys of their hashes. */
export interface LetterTables {
  letters: LettersTable
  reached_addresses: ReachedAddressesTable
  ended_letters: EndedLettersTable
  address_keys: AddressKeysTable
}

/** The limits that may delay a letter, when there are too many in an hour. */
export type LetterCeiling = 'page' | 'account'

interface LettersTable {
  id: Generated<number>
  recipient: string
  subject: string
  body_text: string
  body_html: string
  /** Null if the recipient requested it: such letters are not counted, and cannot be unsubscribed from. */
  kind: Defaulted<LetterKind | null>
  /** The URL for unsubscribing from its kind. */
  unsubscribe_url: Defaulted<string | null>
  /** The page that it is about and the account that caused it, if letters are counted for them. Both may be deleted. */
  memorial_id: Defaulted<number | null>
  account_id: Defaulted<number | null>
  /** Why it is due later than it was written. */
  held_by: Defaulted<LetterCeiling | null>
  attempts: Defaulted<number>
  /** When to send it next. Each attempt postpones it, so that it is retried if the sending process dies. */
  due_at: Defaulted<Date>
  sent_at: Date | null
  created_at: CreatedAt
}

/**
 * Addresses whose holder has opened a link of a letter. Hashed, so that the table does not reveal whom the site has
 * written to.
 */
interface ReachedAddressesTable {
  /** Of the email address in the form in which accounts are compared (see mail/address-hashes.ts). */
  address_hash: Buffer
  /** Null: a plain hash. */
  key_id: Defaulted<number | null>
  reached_at: CreatedAt
}

/** Which kinds of letters a mailbox is unsubscribed from. */
interface EndedLettersTable {
  /** Of the mailbox as limits compare it: another label or spelling of the address does not resubscribe it. */
  mailbox_hash: Buffer
  /** Null: a plain hash. */
  key_id: Defaulted<number | null>
  kind: LetterKind
  ended_at: CreatedAt
}

/** The keys with which addresses are hashed. More than one if the secret key was lost. */
interface AddressKeysTable {
  id: Generated<number>
  /** Sealed with the secret key. */
  sealed: Buffer
  /** Before it, new rows hold plain hashes, which a former release needs. */
  used_from: Date
}
