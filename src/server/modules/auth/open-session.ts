import { SESSION_DAYS } from '@contract/retention'
import { LOGIN_BAD_CREDENTIALS } from '@contract/errors'
import type { Account } from '../../access/account'
import type { Db } from '../../db/schema'
import { refused } from '../../lib/api-error'
import { randomToken, type SecretKey } from '../../lib/token'
import type { SecurityLog } from '../../lib/security-log'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLink } from '../accounts/email-links'
import { deleteSession, insertSession } from '../accounts/session-repository'
import type { UserRow } from '../accounts/user-repository'
import { deviceHash, isKnownNetwork, networkHash, rememberNetwork } from './known-networks'

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
export async function openSession(
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
