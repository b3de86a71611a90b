import type { AccessToken } from '@contract/auth'
import type { Asker } from '../../access/memorial'
import { findPinHash } from '../../access/account-repository'
import type { PinTokens } from '../../access/pin-token'
import type { Db } from '../../db/schema'
import { forbidden, notFound, refused } from '../../lib/api-error'
import { countInEach, type LimitAttempts } from '../../lib/attempts'
import { networkOf } from '../../lib/network'
import { isPassword } from '../../lib/password'
import type { SecurityLog } from '../../lib/security-log'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { findMemorial } from './repository'

const WRONG_PIN = 'Неверный PIN-код'
const NO_PIN = 'Владелец не установил PIN-код'
const PAGE_IS_OPEN = 'Страница открыта для всех, PIN-код не нужен.'
const TOO_MANY = 'Слишком много попыток. Попробуйте позже.'

export type PinService = ReturnType<typeof createPinService>

/** How a visitor gets into a closed page. */
export function createPinService(parts: {
  db: Db
  pinTokens: PinTokens
  letters: Letters
  postman: Pick<Postman, 'wake'>
  limitAttempts: LimitAttempts
  securityLog: SecurityLog
}) {
  const { db, pinTokens, limitAttempts } = parts
  const missesByNetwork = limitAttempts({ name: 'pin-network', most: 5, seconds: 15 * 60, refusal: TOO_MANY })
  const missesByMemorial = limitAttempts({ name: 'pin-memorial', most: 30, seconds: 3600, refusal: TOO_MANY })

  const token = (memorialId: number, pinHash: string | null): AccessToken => ({
    access_token: pinTokens.issue(memorialId, pinHash),
    token_type: 'bearer',
  })

  return {
    /** `address` is where the attempt comes from. The owner gets in whatever they type, and is never locked out. */
    async verify({ account }: Asker, memorialId: number, pin: string, address: string): Promise<AccessToken> {
      const memorial = await findMemorial(db, memorialId)
      if (!memorial) throw notFound()
      if (memorial.public_status) throw refused(PAGE_IS_OPEN)
      const pinHash = await findPinHash(db, memorial.user_id)
      if (memorial.user_id === account?.id) return token(memorialId, pinHash)
      if (!pinHash) throw forbidden(NO_PIN)

      // Counted first and given back on success, so that many guesses at once are no more than the limit.
      const places = [
        [missesByNetwork, networkOf(address)],
        [missesByMemorial, String(memorialId)],
      ] as const
      await countInEach(...places)
      if (!(await isPassword(pin, pinHash))) throw forbidden(WRONG_PIN)
      for (const [attempts, key] of places) await attempts.uncount(key)
      return token(memorialId, pinHash)
    },
  }
}
