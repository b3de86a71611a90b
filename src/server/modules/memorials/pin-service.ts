import type { AccessToken } from '@contract/auth'
import type { Account } from '../../access/account'
import {
  findMemorial,
  findPinHash,
  findSigningSession,
  isTakenDownOrOwnerless,
  type SigningSession,
} from '../../access/repository'
import type { Asker } from '../../access/memorial'
import type { MemorialTokens } from '../../access/memorial-token'
import type { Db } from '../../db/schema'
import { forbidden, notFound, refused, unauthorized } from '../../lib/api-error'
import { type Count, countRefusals, type LimitAttempts, logRefusals, TooManyAttempts } from '../../lib/attempts'
import { networkOf, shortenedAddress } from '../../lib/visitor-network'
import { isPassword } from '../../lib/password'
import type { SecurityLog } from '../../lib/security-log'
import type { Letters } from '../../mail/letters'
import { lockOwner, recordOwnerLetter } from '../../mail/repository'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'

const WRONG_PIN = 'Неверный PIN-код'
const NO_PIN = 'Владелец не установил PIN-код'
const TAKEN_DOWN = 'Страница сейчас закрыта, и PIN-код её не открывает.'
const PAGE_IS_OPEN = 'Страница открыта для всех, PIN-код не нужен.'
const TOO_MANY = 'Слишком много попыток. Попробуйте позже.'

const DAY_SECONDS = 24 * 3600
const PAGE_AND_NETWORK_LIMIT = 'pin-page-network'
const PAGE_LIMIT = 'pin-page'
/** The lockout of a page under daily guessing doubles each time. Until then visitors can request access. */
const LONGEST_WAIT_DAYS = 16
/** How long guessing is remembered: the maximum of a Node timer. */
const MEMORY_SECONDS = 24 * DAY_SECONDS

export type PinService = ReturnType<typeof createPinService>

/** Opens closed pages for visitors with a PIN. */
export function createPinService(parts: {
  db: Db
  memorialTokens: MemorialTokens
  letters: Letters
  postman: Pick<Postman, 'wake'>
  limitAttempts: LimitAttempts
  securityLog: SecurityLog
}) {
  const { db, memorialTokens, letters, postman, limitAttempts, securityLog } = parts
  const missesByNetwork = limitAttempts({
    name: 'pin-network',
    max: 5,
    seconds: 15 * 60,
    // The next limit counts networks.
    countsNetworks: false,
    refusal: TOO_MANY,
  })
  // Per page, although a PIN opens all pages of its owner: otherwise the limit would reveal which pages share an owner.
  const missesByPageAndNetwork = limitAttempts({
    name: PAGE_AND_NETWORK_LIMIT,
    max: 30,
    seconds: 3600,
    refusal: TOO_MANY,
  })
  const missesByPage = limitAttempts({ name: PAGE_LIMIT, max: 60, seconds: DAY_SECONDS, refusal: TOO_MANY })
  const daysOfGuessing = limitAttempts({ name: 'pin-page-days', max: 1000, seconds: MEMORY_SECONDS, refusal: TOO_MANY })

  const token = (memorialId: number, pinHash: string | null, ownerSession?: SigningSession): AccessToken => ({
    access_token: memorialTokens.issue(memorialId, pinHash, ownerSession),
    token_type: 'bearer',
  })

  /** A token that ends with the session, so any PIN suffices. */
  async function tokenOfOwner(account: Account, memorialId: number, pinHash: string | null): Promise<AccessToken> {
    const session = await findSigningSession(db, account)
    if (!session) throw unauthorized()
    return token(memorialId, pinHash, session)
  }

  return {
    /**
     * `address` is the IP address of the attempt. The owner gets a token for any PIN, and is never locked out. Other keepers read
     * with their account: a token would outlast their role.
     */
    async verify({ account }: Asker, memorialId: number, pin: string, address: string): Promise<AccessToken> {
      const memorial = await findMemorial(db, memorialId)
      if (!memorial) throw notFound()
      if (memorial.public_status) throw refused(PAGE_IS_OPEN)
      const pinHash = await findPinHash(db, memorial.user_id)
      if (account && memorial.user_id === account.id) return tokenOfOwner(account, memorialId, pinHash)
      if (isTakenDownOrOwnerless(memorial)) throw forbidden(TAKEN_DOWN)
      if (!pinHash) throw forbidden(NO_PIN)

      const counts: Count[] = [
        [missesByNetwork, networkOf(address)],
        [missesByPageAndNetwork, `${memorialId} ${shortenedAddress(address) ?? address}`],
        [missesByPage, String(memorialId)],
      ]
      const subject = { account: account?.id, owner: memorial.user_id, memorial: memorialId }
      const events = { lockedOut: 'pin_locked_out', missed: 'pin_missed' } as const
      try {
        await logRefusals(securityLog, events, subject, () =>
          countRefusals(counts, async () => {
            if (!(await isPassword(pin, pinHash, { network: networkOf(address) }))) throw forbidden(WRONG_PIN)
          }),
        )
      } catch (error) {
        if (error instanceof TooManyAttempts && error.isFirst) await whenGuessed(memorial, error.limit)
        throw error
      }
      securityLog.record('pin_accepted', subject)
      return token(memorialId, pinHash)
    },
  }

  async function whenGuessed({ id, user_id: ownerId }: { id: number; user_id: number }, limit: string): Promise<void> {
    if (limit === PAGE_LIMIT) {
      const times = await daysOfGuessing.count(String(id))
      await missesByPage.block(String(id), Math.min(2 ** (times - 1), LONGEST_WAIT_DAYS) * DAY_SECONDS)
    }
    if (limit === PAGE_LIMIT || limit === PAGE_AND_NETWORK_LIMIT) await notifyOwner(ownerId)
  }

  async function notifyOwner(ownerId: number): Promise<void> {
    const isSent = await db.transaction().execute(async (tx) => {
      const owner = await lockOwner(tx, ownerId, 'pinMisses')
      if (!owner?.is_due) return false
      await enqueueLetter(tx, owner.email, letters.pinGuessed())
      await recordOwnerLetter(tx, ownerId, 'pinMisses')
      return true
    })
    if (isSent) postman.wake()
  }
}
