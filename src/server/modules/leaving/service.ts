import type { InvitationLink } from '@contract/keepers'
import type { AccountDeletion, DeletedAccount } from '@contract/leaving'
import type { Account } from '../../access/account'
import type { MemorialRow } from '../../access/repository'
import type { Db } from '../../db/schema'
import { refused, unauthorized } from '../../lib/api-error'
import { countSuccesses, type LimitAttempts } from '../../lib/attempts'
import { emailKey } from '../../lib/mailbox'
import type { SecurityLog } from '../../lib/security-log'
import { randomToken, type SecretKey } from '../../lib/token'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import { recordReached } from '../../mail/repository'
import type { MediaLibrary, MediaOfChange } from '../../media/media-library'
import { enqueueLink } from '../accounts/email-links'
import { deleteTokensOf, findUnexpiredToken, redeemEmailToken } from '../accounts/email-token-repository'
import { createSecretChecks, WRONG_PASSWORD } from '../accounts/secret-checks'
import { deleteSessions } from '../accounts/session-repository'
import {
  deleteOffersOfAbsence,
  findFormerHolder,
  findUser,
  heirInForce,
  type UserRow,
} from '../accounts/user-repository'
import { insertInvitation } from '../keepers/repository'
import { closeWithOwner, openWithOwner } from '../memorials/change-service'
import { beginLeaving, countPagesOf, endLeaving, listOtherKeepers, lockPagesOf } from './repository'

/** Each deletion sends letters to the heir or the keepers of every page. */
const DELETIONS = {
  name: 'account-deletions',
  max: 3,
  seconds: 24 * 3600,
  refusal: 'Учётную запись удаляли уже несколько раз за день. Попробуйте, пожалуйста, завтра.',
}

const NO_WAY_BACK =
  'Ссылка больше не действует. Если срок возвращения ещё не прошёл, напишите нам с того адреса, на который пришло письмо.'

/** A page was added while the account was being deleted: start again. */
class PageAdded extends Error {}

export type LeavingService = ReturnType<typeof createLeavingService>

/** Deletion of an account by its holder, and the way back. `createErasure` does the destruction afterwards. */
export function createLeavingService(parts: {
  db: Db
  library: MediaLibrary
  letters: Letters
  secretKey: SecretKey
  postman: Pick<Postman, 'wake'>
  limitAttempts: LimitAttempts
  securityLog: SecurityLog
}) {
  const { db, library, letters, secretKey, postman, limitAttempts, securityLog } = parts
  const { confirmSession } = createSecretChecks(parts)
  const deletions = limitAttempts(DELETIONS)

  return {
    /** Ends sessions, closes and offers the pages, and notifies the holder. 400 when the password is wrong. */
    async remove(account: Account, { current_password }: AccountDeletion): Promise<DeletedAccount> {
      const user = await findUser(db, account.id)
      if (!user) throw unauthorized()
      await confirmSession(account, user, current_password)
      const leavesAt = await countSuccesses([[deletions, String(user.id)]], () => leaveWithAllPages(user))
      postman.wake()
      securityLog.record('account_deleted', { account: user.id, email: user.email })
      return { destroyed_at: leavesAt.toISOString() }
    },

    /** Restores everything except pages that others have accepted. Repeated use of the link changes nothing. */
    async comeBack(token: string): Promise<void> {
      const link = await findUnexpiredToken(db, 'return', token)
      if (!link) throw refused(NO_WAY_BACK)
      const isNew = await db.transaction().execute((tx) => comeBackIn(tx, link.user_id, token))
      if (!isNew) return
      postman.wake()
      securityLog.record('account_returned', { account: link.user_id })
    },
  }

  async function leaveWithAllPages(user: UserRow): Promise<Date> {
    for (;;) {
      try {
        return await library.change(undefined, (tx, media) => leave(tx, media, user))
      } catch (error) {
        if (!(error instanceof PageAdded)) throw error
      }
    }
  }

  /** Locks the pages before the account, as everywhere, to avoid deadlocks. */
  async function leave(tx: Db, media: MediaOfChange, user: UserRow): Promise<Date> {
    const pages = await lockPagesOf(tx, user.id)
    const leavesAt = await beginLeaving(tx, user)
    if (!leavesAt) throw (await findUser(tx, user.id))?.is_active ? refused(WRONG_PASSWORD) : unauthorized()
    if ((await countPagesOf(tx, user.id)) !== pages.length) throw new PageAdded()
    await deleteSessions(tx, user.id)
    await deleteTokensOf(tx, user.id, ['verify', 'reset', 'return'])
    for (const page of pages) {
      await closeWithOwner(tx, page, media)
      await offer(tx, page, user)
    }
    await enqueueLink(tx, user, 'return', (token) => letters.accountDeleted(token, leavesAt, pages.length > 0))
    return leavesAt
  }

  /** Offers the page to the heir, if there is one, and to all other keepers: the first to accept gets it. */
  async function offer(tx: Db, page: MemorialRow, user: UserRow): Promise<void> {
    const heir = heirInForce(user)
    const keepers = await listOtherKeepers(tx, page.id)
    // An heir who is also a keeper gets one letter: a second offer to the same e-mail would replace the first.
    const isKeeper = keepers.some((email) => email.toLowerCase() === heir?.toLowerCase())
    const emails = heir === null || isKeeper ? keepers : [heir, ...keepers]
    for (const email of emails) {
      const { link, to } = await offerPage(tx, page.id, { email, from: user.id })
      const letter = letters.pageLeft(page, link, { isForSeveral: emails.length > 1 })
      await enqueueLetter(tx, to, letter, { memorialId: page.id, accountId: user.id })
    }
  }

  /** False when the holder had already returned by this link. */
  async function comeBackIn(tx: Db, userId: number, token: string): Promise<boolean> {
    const pages = await lockPagesOf(tx, userId)
    const user = await endLeaving(tx, userId)
    const isRedeemed = (await redeemEmailToken(tx, 'return', token)) !== undefined
    if (!user || !isRedeemed) {
      if (!user && !isRedeemed && (await findUser(tx, userId))?.is_active) return false
      throw refused(NO_WAY_BACK)
    }
    for (const page of pages) await openWithOwner(tx, page)
    await deleteOffersOfAbsence(tx, userId)
    await recordReached(tx, secretKey, user.email)
    await enqueueLetter(tx, user.email, letters.accountReturned())
    return true
  }
}

/**
 * Offers a page whose owner has left, until the owner returns. Returns the link for a letter, and the e-mail to send it to: the
 * person whom the owner named may have another one by now.
 */
export async function offerPage(
  tx: Db,
  memorialId: number,
  { email, from }: { email: string; from: number },
): Promise<{ link: InvitationLink; to: string }> {
  const token = randomToken()
  const moved = await findFormerHolder(tx, emailKey(email))
  const { id } = await insertInvitation(
    tx,
    {
      ...{ memorial_id: memorialId, role: 'owner', email, invited_by: from, on_leaving: true },
      invited_id: moved?.id ?? null,
    },
    token,
  )
  return { link: { id, token }, to: moved?.is_active ? moved.email : email }
}
