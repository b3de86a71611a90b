import { FACTOR_BAD_TICKET } from '@contract/errors'
import { FACTOR_RECOVERY_HOURS } from '@contract/retention'
import { isModerator } from '../../access/account'
import type { Db } from '../../db/schema'
import { forbidden, notFound, refused } from '../../lib/api-error'
import { forEachOf } from '../../lib/for-each-of'
import type { SecurityLog } from '../../lib/security-log'
import { randomToken } from '../../lib/token'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import { enqueueLink } from '../accounts/email-links'
import { endSessions } from '../accounts/session-repository'
import { lockActiveUser } from '../accounts/user-repository'
import {
  deleteAllFactors,
  deleteRecovery,
  findRecoveryHolder,
  findTicketHolder,
  insertRecovery,
  listDueRecoveries,
  setRecoveryLink,
  TICKET_ENDED,
} from './repository'

const BY_OPERATOR = 'Модераторам доступ возвращает оператор сайта. Напишите ему, пожалуйста.'

/** Recovery by e-mail for holders who have lost all factors. It takes three days, during which the holder can cancel it. */
export function createFactorRecovery(parts: {
  db: Db
  letters: Letters
  postman: Pick<Postman, 'wake'>
  securityLog: SecurityLog
  moderatorEmails: readonly string[]
}) {
  const { db, letters, postman, securityLog, moderatorEmails } = parts

  return {
    /** A repeated request does not restart a pending recovery. 403 for moderators. */
    async ask(ticket: string): Promise<void> {
      const user = await findTicketHolder(db, ticket)
      if (!user) throw refused({ code: FACTOR_BAD_TICKET, reason: TICKET_ENDED })
      if (isModerator(user, moderatorEmails)) throw forbidden(BY_OPERATOR)
      const isNew = await db.transaction().execute(async (tx) => {
        if (!(await insertRecovery(tx, user.id, FACTOR_RECOVERY_HOURS * 3600))) return false
        await enqueueLink(tx, user, 'not_me', (notMe) => letters.factorRecoveryAsked(notMe))
        return true
      })
      if (!isNew) return
      postman.wake()
      securityLog.record('factor_recovery_asked', { account: user.id })
    },

    /** Removes all factors and ends all sessions of the account. 404 for an unknown, used or expired link. */
    async finish(token: string): Promise<void> {
      const account = await db.transaction().execute(async (tx) => {
        const id = await findRecoveryHolder(tx, token)
        const user = id === undefined ? undefined : await lockActiveUser(tx, id)
        if (!user || !(await deleteRecovery(tx, user.id))) throw notFound()
        if (isModerator(user, moderatorEmails)) throw forbidden(BY_OPERATOR)
        await deleteAllFactors(tx, user.id)
        await endSessions(tx, user.id)
        await enqueueLetter(tx, user.email, letters.allFactorsRemoved())
        return user.id
      })
      postman.wake()
      securityLog.record('factors_recovered', { account })
    },
  }
}

const LINK_SECONDS = FACTOR_RECOVERY_HOURS * 3600

/** Sends the second letter of a recovery, three days after the first. */
export function createRecoveryLetters(parts: { db: Db; letters: Letters; postman: Pick<Postman, 'wake'> }) {
  const { db, letters, postman } = parts
  return {
    async sendAllDue(): Promise<void> {
      await forEachOf(await listDueRecoveries(db), async (id) => {
        const isWritten = await db.transaction().execute(async (tx) => {
          const user = await lockActiveUser(tx, id)
          const token = randomToken()
          if (!user || !(await setRecoveryLink(tx, id, token, LINK_SECONDS))) return false
          await enqueueLetter(tx, user.email, letters.factorRecoveryLink(token))
          return true
        })
        if (isWritten) postman.wake()
      })
    },
  }
}
