import type { AccountSession } from '@contract/session'
import type { Account } from '../../access/account'
import type { Db } from '../../db/schema'
import { notFound } from '../../lib/api-error'
import type { SecurityLog } from '../../lib/security-log'
import { endSession, endSessions } from '../accounts/session-endings'
import { listSessions } from '../accounts/session-repository'

export type SessionService = ReturnType<typeof createSessionService>

export function createSessionService({ db, securityLog }: { db: Db; securityLog: SecurityLog }) {
  return {
    async list({ id, token }: Account): Promise<{ result: AccountSession[] }> {
      const rows = await listSessions(db, id, token)
      const result = rows.map(({ created_at: begun, last_used_at: lastUsed, ...row }) => ({
        ...row,
        created_at: begun.toISOString(),
        last_used_at: lastUsed.toISOString(),
      }))
      return { result }
    },

    /** Also revokes what the session made. 404 when the account has no such session. */
    async end(account: Account, id: number): Promise<void> {
      const isEnded = await db.transaction().execute((tx) => endSession(tx, account.id, id))
      if (!isEnded) throw notFound()
      securityLog.record('session_ended', { account: account.id, kind: 'one' })
    },

    async endOthers(account: Account): Promise<void> {
      await db.transaction().execute((tx) => endSessions(tx, account.id, { except: account }))
      securityLog.record('session_ended', { account: account.id, kind: 'others' })
    },
  }
}
