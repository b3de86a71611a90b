import { sql } from 'kysely'
import { ID_MAX } from '@contract/limits'
import { SESSION_PAUSE_DAYS } from '@contract/retention'
import type { Db } from '../db/schema'

/**
 * A session as signed into the tokens and links that it makes. `key` is not secret, but unique, and it changes when
 * everything that the session has made is revoked: what was signed with the former key then opens nothing.
 */
export interface SigningSession {
  id: number
  key: string
}

/** The valid session of an account; undefined once it has ended. The ids may be arbitrary numbers from a URL. */
export async function findSigningSession(
  db: Db,
  { id: userId, sessionId }: { id: number; sessionId: number },
): Promise<SigningSession | undefined> {
  if (userId > ID_MAX || sessionId > ID_MAX) return undefined
  const session = await db
    .selectFrom('sessions')
    .select(['id', 'token_hash', 'epoch'])
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where(isLiving())
    .executeTakeFirst()
  // Session ids alone would do, until a restored database issues one of them again.
  return (
    session && { id: session.id, key: `${session.id}.${session.epoch}.${session.token_hash.toString('base64url')}` }
  )
}

/** Whether a row of `sessions` has neither expired nor been unused for too long. */
export function isLiving() {
  return sql<boolean>`(sessions.expires_at > now()
    and sessions.last_used_at > now() - make_interval(days => ${SESSION_PAUSE_DAYS}))`
}
