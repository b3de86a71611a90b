import type { GivenConsent, WithdrawnAlone } from '@contract/consents'
import { fullName } from '@contract/names'
import type { Account } from '../../access/account'
import type { Db } from '../../db/schema'
import { notFound } from '../../lib/api-error'
import type { SecurityLog } from '../../lib/security-log'
import type { MediaLibrary, MediaOfChange } from '../../media/media-library'
import { emailKey } from '../accounts/user-repository'
import { recordInRegister } from '../audit/register-repository'
import {
  type ConsentRow,
  deleteRequest,
  deleteWords,
  forgetReporter,
  listAccountConsents,
  listConsentsOfEmail,
  pageOfWords,
} from './repository'

export type ConsentService = ReturnType<typeof createConsentService>

/**
 * What the holder of an account agreed to, as a guest too, and the withdrawal of it. What was sent from an address is theirs
 * once the address is confirmed.
 */
export function createConsentService({
  db,
  library,
  securityLog,
}: {
  db: Db
  library: MediaLibrary
  securityLog: SecurityLog
}) {
  /** What rests on a consent goes. False when there is no such one from this e-mail. */
  const withdrawals: Record<
    WithdrawnAlone,
    (tx: Db, media: MediaOfChange, id: number, key: string) => Promise<boolean>
  > = {
    words: destroyWords,
    request: (tx, _media, id, key) => deleteRequest(tx, id, key),
    report: (tx, _media, id, key) => forgetReporter(tx, id, key),
  }

  return {
    async list(account: Account): Promise<{ result: GivenConsent[] }> {
      const [own, sent] = await Promise.all([
        listAccountConsents(db, account.id),
        account.isVerified ? listConsentsOfEmail(db, emailKey(account.email)) : [],
      ])
      const lastFirst = [...own, ...sent].sort((one, other) => other.given_at.getTime() - one.given_at.getTime())
      return { result: lastFirst.map(asConsent) }
    },

    /**
     * What rests on the consent goes for good: words with their photo, a request with the link that it gave, the e-mail of a
     * report. A line in the register tells that it happened, without content. 404 when the account gave none.
     */
    async withdraw(account: Account, occasion: WithdrawnAlone, id: number): Promise<void> {
      await library.change(undefined, async (tx, media) => {
        if (!(await withdrawals[occasion](tx, media, id, emailKey(account.email)))) throw notFound()
        await recordInRegister(tx, 'consent_withdrawn', { accountId: account.id, doneBy: 'holder' })
      })
      securityLog.record('consent_withdrawn', { account: account.id, kind: occasion })
    },
  }
}

async function destroyWords(tx: Db, media: MediaOfChange, id: number, key: string): Promise<boolean> {
  const page = await pageOfWords(tx, id, key)
  if (page === undefined) return false
  const deleted = await deleteWords(tx, { id, page, emailKey: key })
  if (deleted?.photo_id) await media.release(deleted.photo_id)
  return deleted !== undefined
}

function asConsent({ given_at, page, ...row }: ConsentRow): GivenConsent {
  return { ...row, given_at: given_at.toISOString(), memorial_name: page && fullName(page) }
}
