import { sql } from 'kysely'
import type { Db } from '../../db/schema'
import { namesAddress } from '../../lib/names-address'
import { HAIR_SPACE } from '../../mail/quotation'
import type { UserRow } from '../accounts/user-repository'
import { type Author, isBy } from '../accounts/authorship'

/** Letters quote at least so many characters of the beginning of a memory. */
const COMPARED_LENGTH = 500

/** E-mails in lower case. */
export interface Addresses {
  /** Those that letters may have gone to: the current one, former ones, and requested ones. */
  all: string[]
  /** The current one, and former confirmed ones: what came from these is the account's own. */
  confirmed: string[]
}

/** Skips e-mails that other accounts have now: what came from those is theirs. */
export async function listAddressesOf(db: Db, { id, email_key: key }: UserRow): Promise<Addresses> {
  const wanted = await db
    .selectFrom('email_tokens')
    .select('email')
    .where('user_id', '=', id)
    .where('email', 'is not', null)
    .$narrowType<{ email: string }>()
    .execute()
  const former = await db
    .selectFrom('former_emails')
    .select(['email_key', 'is_confirmed'])
    .where('user_id', '=', id)
    .execute()
  const confirmed = former.flatMap(({ email_key, is_confirmed }) => (is_confirmed ? [email_key] : []))
  const others = [...wanted.map(({ email }) => email.toLowerCase()), ...former.map(({ email_key }) => email_key)]
  const taken = await takenBy(db, others, id)
  const isFree = (address: string) => !taken.has(address)
  return {
    all: [...new Set([key, ...others.filter(isFree)])],
    confirmed: [key, ...confirmed.filter(isFree)],
  }
}

async function takenBy(db: Db, addresses: string[], exceptId: number): Promise<Set<string>> {
  if (addresses.length === 0) return new Set()
  const rows = await db
    .selectFrom('users')
    .select('email_key')
    .where('email_key', 'in', addresses)
    .where('id', '!=', exceptId)
    .execute()
  return new Set(rows.map(({ email_key }) => email_key))
}

/** The ids of letters to others that quote the author's memories, or name one of the e-mails. */
export async function listLettersAbout(db: Db, author: Author, addresses: string[]): Promise<number[]> {
  const { rows: quoting } = await sql<{ id: number }>`
    select distinct letters.id from letters, memories
    where ${isBy(author)}
      and position(${withoutHairSpaces('memories.author')} in ${withoutHairSpaces('letters.body_text')}) > 0
      and position(left(${withoutHairSpaces('memories.description')}, ${COMPARED_LENGTH}) in
        ${withoutHairSpaces('letters.body_text')}) > 0`.execute(db)
  const perhaps = await db
    .selectFrom('letters')
    .select(['id', 'body_text'])
    .where((eb) =>
      eb.or(addresses.map((address) => sql<boolean>`position(${address}::text in lower(letters.body_text)) > 0`)),
    )
    .execute()
  const naming = perhaps.filter(({ body_text: text }) => namesAddress(text, addresses))
  return [...new Set([...quoting, ...naming].map(({ id }) => id))]
}

/** Letters insert hair spaces into quoted text that looks like a link. */
function withoutHairSpaces(column: string) {
  return sql<string>`replace(${sql.ref(column)}, ${HAIR_SPACE}, '')`
}
