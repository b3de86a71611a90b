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

/** Where a sign-in comes from. */
export interface SignInOrigin {
  address: string
  userAgent: string | undefined
  /** Whose token came along: what this browser was signed in to before. */
  account: Account | undefined
}

/**
 * Opens a session of who has shown all that their account asks for, and returns its token; one that this browser had of the same
 * account ends. From a device and a network that are both new the holder is written to.
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

/** A letter about the first sign-in would tell nothing new. And nobody writes to an address that was never confirmed. */
function wasSeenBefore({ is_verified, last_seen_at, created_at }: UserRow): boolean {
  return is_verified && last_seen_at > created_at
}
