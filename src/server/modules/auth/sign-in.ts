import type { AccessToken, Credentials } from '@contract/auth'
import { FACTOR_BAD_TICKET, LOGIN_BAD_CREDENTIALS } from '@contract/errors'
import type { PasskeyOptions, SecondStep, ShownPasskey, SignIn } from '@contract/factors'
import { KNOWN_NETWORK_DAYS, SESSION_DAYS } from '@contract/retention'
import type { Account } from '../../access/account'
import { daysAgo, now } from '../../db/instants'
import type { Db } from '../../db/schema'
import { refused } from '../../lib/api-error'
import { type Count, countRefusals, logRefusals } from '../../lib/attempts'
import { networkOf } from '../../lib/visitor-network'
import { hashPassword, isHashedAsBefore, isPassword, type SentFrom } from '../../lib/password'
import type { SecurityLog } from '../../lib/security-log'
import { hashToken, randomToken, type SecretKey, sign } from '../../lib/token'
import { emailKey } from '../../lib/mailbox'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import { enqueueLink } from '../accounts/email-links'
import { deleteSession, insertSession } from '../accounts/session-repository'
import { findUser, findUserByEmail, replacePassword, type UserRow } from '../accounts/user-repository'
import type { FactorChecks } from '../factors/factor-checks'
import type { Passkeys } from '../factors/passkeys'
import {
  countRecoveryCodes,
  deleteRecovery,
  deleteTicket,
  findTicketHolder,
  insertTicket,
  listFactorKinds,
  TICKET_ENDED,
} from '../factors/repository'
import type { AuthLimits } from './limits'

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
      const response = await logRefusals(securityLog, events, subject, () =>
        countRefusals(all, async () => {
          const confirmed = await whoKnows(user, password, sentFrom)
          return (await ticketFor(confirmed)) ?? asSignIn(await openSession(parts, confirmed, from))
        }),
      )
      const [attempts, key] = own
      await attempts.forget(key)
      securityLog.record(response.factor_needed ? 'factor_asked' : 'signed_in', subject)
      return response
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
    const isMatch = await isPassword(password, user?.password_hash, sentFrom)
    // Blocked accounts are refused here too, so as not to reveal that the password was right.
    if (!user?.is_active || !isMatch) throw refused(LOGIN_BAD_CREDENTIALS)
    return isHashedAsBefore(user.password_hash) ? hashedAgain(user, password, sentFrom) : user
  }

  /** The password is known only now. */
  async function hashedAgain(user: UserRow, password: string, sentFrom: SentFrom): Promise<UserRow> {
    const passwordHash = await hashPassword(password, sentFrom)
    if (!(await replacePassword(db, user, passwordHash))) throw refused(LOGIN_BAD_CREDENTIALS)
    return { ...user, password_hash: passwordHash }
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

const SESSION_SECONDS = SESSION_DAYS * 24 * 3600

export interface SignInOrigin {
  address: string
  userAgent: string | undefined
  /** The account of the token in the request: this browser was signed in to it before. */
  account: Account | undefined
}

/**
 * Opens a session after all factors were checked, and returns its token. Ends the session that this browser had of the same
 * account. Notifies the holder when both the device and the network are new.
 */
async function openSession(
  parts: { db: Db; secretKey: SecretKey; letters: Letters; postman: Pick<Postman, 'wake'>; securityLog: SecurityLog },
  user: UserRow,
  from: SignInOrigin,
): Promise<string> {
  const { db, secretKey, letters, postman, securityLog } = parts
  const former = from.account?.id === user.id ? from.account : undefined
  const token = randomToken()
  const network = networkHash(secretKey, user.id, from.address)
  const device = deviceHash(secretKey, user.id, from.userAgent ?? '')
  const isKnown = (await isKnownNetwork(db, user.id, network)) || (await isKnownNetwork(db, user.id, device))
  const isElsewhere = !isKnown && wasSeenBefore(user)
  await db.transaction().execute(async (tx) => {
    if (!(await insertSession(tx, user, token, SESSION_SECONDS, from))) throw refused(LOGIN_BAD_CREDENTIALS)
    if (former) await deleteSession(tx, former.token)
    await rememberNetwork(tx, user.id, network)
    await rememberNetwork(tx, user.id, device)
    if (isElsewhere) await enqueueLink(tx, user, 'not_me', (notMe) => letters.signedInElsewhere(notMe))
  })
  if (isElsewhere) postman.wake()
  if (former) securityLog.record('session_ended', { account: user.id, kind: 'by the next' })
  return token
}

/** A letter about the first sign-in is no news, and an unconfirmed e-mail gets no letters. */
function wasSeenBefore({ is_verified, last_seen_at, created_at }: UserRow): boolean {
  return is_verified && last_seen_at > created_at
}

/** The second step of a sign-in, and sign-in by a passkey alone. */
export function createSecondStep(parts: {
  db: Db
  limits: AuthLimits
  secretKey: SecretKey
  letters: Letters
  postman: Pick<Postman, 'wake'>
  securityLog: SecurityLog
  factorChecks: FactorChecks
  passkeys: Passkeys
}) {
  const { db, limits, letters, postman, securityLog, factorChecks, passkeys } = parts

  return {
    async loginByFactor({ ticket, ...proof }: SecondStep, from: SignInOrigin): Promise<AccessToken> {
      const user = await findTicketHolder(db, ticket)
      if (!user) throw refused({ code: FACTOR_BAD_TICKET, reason: TICKET_ENDED })
      await factorChecks.confirmFactor(user, proof)
      const token = await openSession(parts, user, from)
      await deleteTicket(db, ticket)
      // The factor is not lost: a pending recovery is someone else's, or no longer needed.
      await deleteRecovery(db, user.id)
      if (!proof.passkey && !proof.code) {
        await enqueueLetter(db, user.email, letters.recoveryCodeUsed(await countRecoveryCodes(db, user.id)))
        postman.wake()
      }
      securityLog.record('signed_in', { account: user.id, email: user.email, kind: 'factor' })
      return bearer(token)
    },

    async beginPasskeyLogin(address: string): Promise<PasskeyOptions> {
      await limits.passkeyBeginsByNetwork.count(networkOf(address))
      return passkeys.beginShowing()
    },

    /** Every failure is refused like a wrong password. */
    async loginByPasskey(passkey: ShownPasskey, from: SignInOrigin): Promise<AccessToken> {
      const events = { lockedOut: 'sign_in_locked_out', missed: 'sign_in_failed' } as const
      const { user, token } = await logRefusals(securityLog, events, { kind: 'passkey' }, () =>
        countRefusals([[limits.loginsByNetwork, networkOf(from.address)]], async () => {
          const id = await passkeys.checkShown(passkey)
          const user = id === undefined ? undefined : await findUser(db, id)
          if (!user) throw refused(LOGIN_BAD_CREDENTIALS)
          const token = await openSession(parts, user, from)
          await deleteRecovery(db, user.id)
          return { user, token }
        }),
      )
      securityLog.record('signed_in', { account: user.id, email: user.email, kind: 'passkey' })
      return bearer(token)
    },
  }
}

function bearer(token: string): AccessToken {
  return { access_token: token, token_type: 'bearer' }
}

/**
 * A network from which an account has signed in: wrong passwords from elsewhere do not lock the holder out there. Keyed with the
 * account's id, so that the table reveals neither where people live nor who lives together.
 */
function networkHash(secretKey: SecretKey, userId: number, address: string): Buffer {
  return Buffer.from(sign(secretKey, `network:${userId}:${networkOf(address)}`), 'base64url')
}

/** The same for a device. Without the version numbers of the browser: it stays known after an update. */
function deviceHash(secretKey: SecretKey, userId: number, userAgent: string): Buffer {
  return Buffer.from(sign(secretKey, `device:${userId}:${userAgent.replace(/[\d._]+/g, '')}`), 'base64url')
}

async function isKnownNetwork(db: Db, userId: number, hash: Buffer): Promise<boolean> {
  const known = await db
    .selectFrom('known_networks')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('network_hash', '=', hash)
    .where('last_sign_in_at', '>', lastDayKnown())
    .executeTakeFirst()
  return known !== undefined
}

async function rememberNetwork(db: Db, userId: number, hash: Buffer): Promise<void> {
  await db
    .insertInto('known_networks')
    .values({ user_id: userId, network_hash: hash })
    .onConflict((conflict) => conflict.columns(['user_id', 'network_hash']).doUpdateSet({ last_sign_in_at: now() }))
    .execute()
}

export async function deleteForgottenNetworks(db: Db): Promise<void> {
  await db.deleteFrom('known_networks').where('last_sign_in_at', '<=', lastDayKnown()).execute()
}

function lastDayKnown() {
  return daysAgo(KNOWN_NETWORK_DAYS)
}
