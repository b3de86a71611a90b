import { hashPassword } from '@server/lib/password'
import { hashToken, randomToken } from '@server/lib/token'
import { type EmailTokenPurpose, insertEmailToken } from '@server/modules/accounts/email-token-repository'
import { insertUser, type NewUser } from '@server/modules/accounts/user-repository'
import type { TestApp } from '@support/server-app'

export const PASSWORD = 'Berezka-1945'
export const PIN = '4806'

const PLENTY = 1_000_000

export interface Person {
  id: number
  email: string
  /** One for each session. */
  tokens: readonly [string, ...string[]]
}

/** Accounts with sessions, made behind the server's back: a password takes long to hash. */
export async function createPeople({ db }: TestApp) {
  const [password_hash, pin_hash] = await Promise.all([hashPassword(PASSWORD), hashPassword(PIN)])
  const credits = { max_memorials: PLENTY, advanced_memorials_left: PLENTY, bonus_gb_left: PLENTY }
  let people = 0

  return {
    async person(differences: Partial<NewUser> = {}): Promise<Person> {
      const email = `person-${++people}@example.org`
      const account = { email, password_hash, pin_hash, is_verified: true, ...credits, ...differences }
      const user = await insertUser(db, account)
      if (!user) throw new Error(`There are two of ${email}`)
      return { id: user.id, email, tokens: [randomToken(), randomToken(), randomToken()] }
    },

    /** Opens their sessions, those anew that a logout, a new password or a deletion has ended; the ids of all. */
    async signIn(persons: Person[]): Promise<number[]> {
      const back = { is_active: true, leaves_at: null }
      await db
        .updateTable('users')
        .set(back)
        .where(
          'id',
          'in',
          persons.map(({ id }) => id),
        )
        .execute()
      const expires_at = new Date(Date.now() + 3_600_000)
      const sessions = persons.flatMap(({ id: user_id, tokens }) =>
        tokens.map((token) => ({ token_hash: hashToken(token), user_id, expires_at })),
      )
      await db
        .insertInto('sessions')
        .values(sessions)
        .onConflict((conflict) => conflict.column('token_hash').doNothing())
        .execute()
      const holders = persons.map(({ id }) => id)
      const open = await db.selectFrom('sessions').select('id').where('user_id', 'in', holders).execute()
      return open.map(({ id }) => id)
    },

    /** The token of a link that a letter to them holds. */
    async linkToken({ id: userId }: Person, purpose: EmailTokenPurpose): Promise<string> {
      const token = randomToken()
      const newEmail = purpose === 'change' ? `new-${userId}@example.org` : null
      await insertEmailToken(db, { userId, purpose, token, seconds: 3600, newEmail })
      return token
    },

    /** As if they had deleted their account, and could return for an hour. */
    async leave({ id }: Person): Promise<void> {
      const left = { is_active: false, leaves_at: new Date(Date.now() + 3_600_000) }
      await db.updateTable('users').set(left).where('id', '=', id).execute()
    },
  }
}
