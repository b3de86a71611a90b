import type { AccessToken, Credentials } from '@contract/auth'
import { LOGIN_BAD_CREDENTIALS } from '@contract/errors'
import { SESSION_DAYS } from '@contract/retention'
import type { Account } from '../../access/account'
import type { Db } from '../../db/schema'
import { refused } from '../../lib/api-error'
import { type Count, countRefusals } from '../../lib/attempts'
import { networkOf } from '../../lib/network'
import { isPassword, type SentFrom } from '../../lib/password'
import type { SecurityLog } from '../../lib/security-log'
import { hashToken, randomToken, type SecretKey } from '../../lib/token'
import { logRefusals } from '../../lib/log-refusals'
import { emailKey } from '../../lib/mailbox'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLink } from '../accounts/email-links'
import { deleteSession, insertSession, type SessionOrigin } from '../accounts/session-repository'
import { findUserByEmail, type UserRow } from '../accounts/user-repository'
import { deviceHash, isKnownNetwork, networkHash, rememberNetwork } from './known-networks'
import type { AuthLimits } from './limits'

const SESSION_SECONDS = SESSION_DAYS * 24 * 3600
const NOBODY = 0

/** Sign-in and sign-out. */
export function createSignIn(parts: {
  db: Db
  limits: AuthLimits
  /** Hides in the database which networks people sign in from. */
  secretKey: SecretKey
  letters: Letters
  postman: Pick<Postman, 'wake'>
  securityLog: SecurityLog
}) {
  const { db, limits, secretKey, letters, postman, securityLog } = parts

  return {
    /** An unknown account is refused like a wrong password, and after the same time. */
    async login({ username, password }: Credentials, address: string, userAgent?: string): Promise<AccessToken> {
      const user = await findUserByEmail(db, username)
      const subject = { account: user?.id, email: username }
      const events = { lockedOut: 'sign_in_locked_out', missed: 'sign_in_failed' } as const
      const { own, all, sentFrom } = await countsOfGuess(user, username, address)
      const token = await logRefusals(securityLog, events, subject, () =>
        countRefusals(all, () => openSession(user, password, { address, userAgent, sentFrom })),
      )
      const [attempts, key] = own
      await attempts.forget(key)
      securityLog.record('signed_in', subject)
      return { access_token: token, token_type: 'bearer' }
    },

    async logout({ id, token }: Account): Promise<void> {
      await deleteSession(db, token)
      securityLog.record('signed_out', { account: id })
    },
  }

  /**
   * The limits that count an attempt. A success sets `own` to zero. The keys contain the password's hash, so a new
   * password works at once, however often the old one was tried.
   */
  async function countsOfGuess(user: UserRow | undefined, email: string, address: string) {
    const network = networkOf(address)
    const hash = networkHash(secretKey, user?.id ?? NOBODY, address)
    const isKnown = await isKnownNetwork(db, user?.id ?? NOBODY, hash)
    const guessed = `${emailKey(email)} ${hashToken(user?.password_hash ?? '').toString('base64url')}`

    const own: Count = [limits.loginsByAccountAndNetwork, `${guessed} ${network}`]
    const all: Count[] = [[limits.loginsByNetwork, network], own]
    // Guesses from elsewhere must not lock the holder out of networks where they have signed in before.
    if (!isKnown) all.push([limits.loginsByAccount, guessed])
    return { own, all, sentFrom: { network, isKnown } }
  }

  async function openSession(
    user: UserRow | undefined,
    password: string,
    { sentFrom, ...from }: SessionOrigin & { address: string; sentFrom: SentFrom },
  ): Promise<string> {
    const isTheirs = await isPassword(password, user?.password_hash, sentFrom)
    if (!user || !isTheirs) throw refused(LOGIN_BAD_CREDENTIALS)
    const token = randomToken()
    const device = deviceHash(secretKey, user.id, from.userAgent ?? '')
    const isElsewhere = !sentFrom.isKnown && wasSeenBefore(user) && !(await isKnownNetwork(db, user.id, device))
    await db.transaction().execute(async (tx) => {
      if (!(await insertSession(tx, user, token, SESSION_SECONDS, from))) throw refused(LOGIN_BAD_CREDENTIALS)
      await rememberNetwork(tx, user.id, networkHash(secretKey, user.id, from.address))
      await rememberNetwork(tx, user.id, device)
      if (isElsewhere) await enqueueLink(tx, user, 'not_me', (notMe) => letters.signedInElsewhere(notMe))
    })
    if (isElsewhere) postman.wake()
    return token
  }
}

/** A letter about the first sign-in would tell nothing new. And nobody writes to an address that was never confirmed. */
function wasSeenBefore({ is_verified, last_seen_at, created_at }: UserRow): boolean {
  return is_verified && last_seen_at > created_at
}
