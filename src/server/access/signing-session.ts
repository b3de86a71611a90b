import { sql } from 'kysely'
import { ID_MAX } from '@contract/limits'
import { SESSION_PAUSE_DAYS } from '@contract/retention'
import type { Db } from '../db/schema'

/**
 * A session as it is signed into what it makes. `key` is no secret of its own, but nobody else has the same, and it changes
 * when all that the session has made is ended: then what was signed with the former one opens nothing.
 */
export interface SigningSession {
  id: number
  key: string
}

/** The living session of an account; undefined once it has ended. The ids may be whatever somebody wrote into an address. */
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
  // Numbers of sessions alone would do until a database is restored that gives one of them again.
  return (
    session && { id: session.id, key: `${session.id}.${session.epoch}.${session.token_hash.toString('base64url')}` }
  )
}

/** Whether a row of `sessions` is neither over nor left unused for too long. */
export function isLiving() {
  return sql<boolean>`(sessions.expires_at > now()
    and sessions.last_used_at > now() - make_interval(days => ${SESSION_PAUSE_DAYS}))`
}
