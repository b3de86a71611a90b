import type { AccessToken } from '@contract/auth'
import { findPinHash } from '../../access/account-repository'
import type { Asker } from '../../access/memorial'
import { findMemorial, isTakenDown } from '../../access/memorial-repository'
import type { PinTokens } from '../../access/pin-token'
import type { Db } from '../../db/schema'
import { forbidden, notFound, refused } from '../../lib/api-error'
import { type Count, countRefusals, type LimitAttempts, TooManyAttempts } from '../../lib/attempts'
import { networkOf } from '../../lib/network'
import { isPassword } from '../../lib/password'
import type { SecurityLog } from '../../lib/security-log'
import { logRefusals } from '../../lib/log-refusals'
import type { Letters } from '../../mail/letters'
import { lockOwner, noteOwnerLetter } from '../../mail/owner-letter-repository'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'

const WRONG_PIN = 'Неверный PIN-код'
const NO_PIN = 'Владелец не установил PIN-код'
const TAKEN_DOWN = 'Страница сейчас закрыта, и PIN-код её не открывает.'
const PAGE_IS_OPEN = 'Страница открыта для всех, PIN-код не нужен.'
const TOO_MANY = 'Слишком много попыток. Попробуйте позже.'

const OWNER_LIMIT = 'pin-owner'

export type PinService = ReturnType<typeof createPinService>

/** Opens closed pages for visitors with a PIN. */
export function createPinService(parts: {
  db: Db
  pinTokens: PinTokens
  letters: Letters
  postman: Pick<Postman, 'wake'>
  limitAttempts: LimitAttempts
  securityLog: SecurityLog
}) {
  const { db, pinTokens, letters, postman, limitAttempts, securityLog } = parts
  const missesByNetwork = limitAttempts({ name: 'pin-network', max: 5, seconds: 15 * 60, refusal: TOO_MANY })
  // One PIN opens all pages of its owner, so guesses are counted per owner and not per page.
  const missesByOwner = limitAttempts({ name: OWNER_LIMIT, max: 30, seconds: 3600, refusal: TOO_MANY })

  const token = (memorialId: number, pinHash: string | null): AccessToken => ({
    access_token: pinTokens.issue(memorialId, pinHash),
    token_type: 'bearer',
  })

  return {
    /**
     * `address` is the IP address of the attempt. The owner gets a token for any PIN, and is never locked out. Other keepers
     * read with their account: a token would outlast their keeping.
     */
    async verify({ account }: Asker, memorialId: number, pin: string, address: string): Promise<AccessToken> {
      const memorial = await findMemorial(db, memorialId)
      if (!memorial) throw notFound()
      if (memorial.public_status) throw refused(PAGE_IS_OPEN)
      const pinHash = await findPinHash(db, memorial.user_id)
      if (account && memorial.user_id === account.id) return token(memorialId, pinHash)
      if (isTakenDown(memorial)) throw forbidden(TAKEN_DOWN)
      if (!pinHash) throw forbidden(NO_PIN)

      const counts: Count[] = [
        [missesByNetwork, networkOf(address)],
        [missesByOwner, String(memorial.user_id)],
      ]
      const subject = { account: account?.id, owner: memorial.user_id, memorial: memorialId }
      const events = { lockedOut: 'pin_locked_out', missed: 'pin_missed' } as const
      try {
        await logRefusals(securityLog, events, subject, () =>
          countRefusals(counts, async () => {
            if (!(await isPassword(pin, pinHash))) throw forbidden(WRONG_PIN)
          }),
        )
      } catch (error) {
        const isLockOut = error instanceof TooManyAttempts && error.limit === OWNER_LIMIT && error.isFirst
        if (isLockOut) await notifyOwner(memorial.user_id)
        throw error
      }
      securityLog.record('pin_accepted', subject)
      return token(memorialId, pinHash)
    },
  }

  async function notifyOwner(ownerId: number): Promise<void> {
    const isSent = await db.transaction().execute(async (tx) => {
      const owner = await lockOwner(tx, ownerId, 'pinMisses')
      if (!owner?.is_due) return false
      await enqueueLetter(tx, owner.email, letters.pinGuessed())
      await noteOwnerLetter(tx, ownerId, 'pinMisses')
      return true
    })
    if (isSent) postman.wake()
  }
}
