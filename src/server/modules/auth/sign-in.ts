import type { Credentials } from '@contract/auth'
import { LOGIN_BAD_CREDENTIALS } from '@contract/errors'
import type { SignIn } from '@contract/factors'
import type { Account } from '../../access/account'
import type { Db } from '../../db/schema'
import { refused } from '../../lib/api-error'
import { type Count, countRefusals } from '../../lib/attempts'
import { networkOf } from '../../lib/network'
import { isPassword, type SentFrom } from '../../lib/password'
import type { SecurityLog } from '../../lib/security-log'
import { hashToken, type SecretKey } from '../../lib/token'
import { logRefusals } from '../../lib/log-refusals'
import { emailKey } from '../../lib/mailbox'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { deleteSession } from '../accounts/session-repository'
import { findUserByEmail, type UserRow } from '../accounts/user-repository'
import { listFactorKinds } from '../factors/repository'
import { insertTicket } from '../factors/step-repository'
import { isKnownNetwork, networkHash } from './known-networks'
import type { AuthLimits } from './limits'
import { openSession, type SignInOrigin } from './open-session'

const NOBODY = 0

export function createSignIn(parts: {
  db: Db
  limits: AuthLimits
  /** Hashes the networks that people sign in from, so that the database does not reveal them. */
  secretKey: SecretKey
  letters: Letters
  postman: Pick<Postman, 'wake'>
  securityLog: SecurityLog
}) {
  const { db, limits, secretKey, securityLog } = parts

  return {
    /**
     * An unknown account is refused like a wrong password, and takes as long. An account with a factor gets a ticket for the
     * second step.
     */
    async login({ username, password }: Credentials, from: SignInOrigin): Promise<SignIn> {
      const user = await findUserByEmail(db, username)
      const subject = { account: user?.id, email: username }
      const events = { lockedOut: 'sign_in_locked_out', missed: 'sign_in_failed' } as const
      const { own, all, sentFrom } = await countsOfGuess(user, username, from.address)
      const answer = await logRefusals(securityLog, events, subject, () =>
        countRefusals(all, async () => {
          const confirmed = await whoKnows(user, password, sentFrom)
          return (await ticketFor(confirmed)) ?? asSignIn(await openSession(parts, confirmed, from))
        }),
      )
      const [attempts, key] = own
      await attempts.forget(key)
      securityLog.record(answer.factor_needed ? 'factor_asked' : 'signed_in', subject)
      return answer
    },

    async logout({ id, token }: Account): Promise<void> {
      await deleteSession(db, token)
      securityLog.record('signed_out', { account: id })
    },
  }

  /**
   * The limits that count an attempt. A success resets `own`. The keys contain the password's hash, so a new password works at
   * once, however often the old one was tried.
   */
  async function countsOfGuess(user: UserRow | undefined, email: string, address: string) {
    const network = networkOf(address)
    const hash = networkHash(secretKey, user?.id ?? NOBODY, address)
    const isKnown = await isKnownNetwork(db, user?.id ?? NOBODY, hash)
    const guessed = `${emailKey(email)} ${hashToken(user?.password_hash ?? '').toString('base64url')}`

    const own: Count = [limits.loginsByAccountAndNetwork, `${guessed} ${network}`]
    const all: Count[] = [[limits.loginsByNetwork, network], own]
    // Guesses from elsewhere must not lock the holder out on networks where they have signed in before.
    if (!isKnown) all.push([limits.loginsByAccount, guessed])
    return { own, all, sentFrom: { network, isKnown } }
  }

  async function whoKnows(user: UserRow | undefined, password: string, sentFrom: SentFrom): Promise<UserRow> {
    const isTheirs = await isPassword(password, user?.password_hash, sentFrom)
    // Blocked accounts are refused here too, so as not to reveal that the password was right.
    if (!user?.is_active || !isTheirs) throw refused(LOGIN_BAD_CREDENTIALS)
    return user
  }

  async function ticketFor(user: UserRow): Promise<SignIn | undefined> {
    const kinds = await listFactorKinds(db, user.id)
    if (kinds.length === 0) return undefined
    const ticket = await insertTicket(db, user)
    return { access_token: null, token_type: null, factor_needed: true, ticket, kinds }
  }
}

function asSignIn(token: string): SignIn {
  return { access_token: token, token_type: 'bearer' }
}
