import { FACTOR_RECOVERY_HOURS } from '@contract/retention'
import type { Db } from '../../db/schema'
import { forEachOf } from '../../lib/for-each-of'
import { randomToken } from '../../lib/token'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import { lockActiveUser } from '../accounts/user-repository'
import { listDueRecoveries, setRecoveryLink } from './recovery-repository'

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
