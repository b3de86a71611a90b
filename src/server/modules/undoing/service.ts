import { FACTOR_RECOVERY_HOURS } from '@contract/retention'
import type { Db } from '../../db/schema'
import { notFound } from '../../lib/api-error'
import { emailKey } from '../../lib/mailbox'
import type { SecurityLog } from '../../lib/security-log'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import { enqueueLink } from '../accounts/email-links'
import { deleteTokensOf, findUnexpiredToken, redeemEmailToken } from '../accounts/email-token-repository'
import { endSessions } from '../accounts/session-repository'
import { findUser, findUserByEmail, lockAccount, replaceEmail, type UserRow } from '../accounts/user-repository'
import { recordAudit } from '../audit/repository'
import { deleteFactorsAddedWithin, deleteRecovery } from '../factors/repository'
import { deleteOpenInvitations, giveMemorial, insertKeeper } from '../keepers/repository'
import { asWished, ownerOf, restore } from '../memorials/trash'
import { openWithOwner } from '../memorials/change-service'
import { takeFromTrash, type TrashedMemorialRow } from '../memorials/trash-repository'
import {
  deleteInvitationsOf,
  deleteKeepersSince,
  hadEmail,
  type HandOver,
  listDestroyedPages,
  listHandOversOf,
  lockPageAnywhere,
  restoreHeir,
} from './repository'

/** Rolls the transaction back. Pages are locked before the account, as everywhere, so the link is checked only afterwards. */
class UsedLink extends Error {}

export interface UndoParts {
  db: Db
  letters: Letters
  postman: Pick<Postman, 'wake'>
  securityLog: SecurityLog
}

/** The link «это не я» in letters: the reader of the mailbox undoes what someone else did in their name. */
export function createUndoService(parts: UndoParts) {
  const { db, letters, postman, securityLog } = parts

  return {
    /** 404 for an expired or unknown link. Repeated use changes nothing. */
    async undo(token: string): Promise<void> {
      const link = await findUnexpiredToken(db, 'not_me', token)
      if (!link) throw notFound()
      try {
        await db.transaction().execute((tx) => undoIn(tx, link.user_id, { token, sentTo: link.email ?? '' }))
      } catch (error) {
        if (error instanceof UsedLink) return
        throw error
      }
      postman.wake()
      securityLog.record('acts_undone', { account: link.user_id })
    },
  }

  /** @throws UsedLink when the link was already used, or its account is gone */
  async function undoIn(tx: Db, userId: number, { token, sentTo }: { token: string; sentTo: string }): Promise<void> {
    for (const handOver of await listHandOversOf(tx, userId)) await revoke(tx, userId, handOver)
    for (const id of await listDestroyedPages(tx, userId)) {
      const row = await lockPageAnywhere(tx, id)
      if (row?.destroyed_at && row.trashed_user_id === userId) await restore(tx, row as TrashedMemorialRow)
    }
    const user = await lockAccount(tx, userId)
    if (!user || (await redeemEmailToken(tx, 'not_me', token)) === undefined) throw new UsedLink()
    await endSessions(tx, userId)
    await deleteInvitationsOf(tx, userId)
    await restoreHeir(tx, userId)
    await deleteRecovery(tx, userId)
    // A passkey signs in without the password, so an intruder's passkey would survive a password change.
    await deleteFactorsAddedWithin(tx, userId, FACTOR_RECOVERY_HOURS * 3600)
    await deleteTokensOf(tx, userId, ['change', 'reset'])
    const email = await emailAfter(tx, user, sentTo)
    if (user.is_active) await enqueueLink(tx, { id: userId, email }, 'reset', (reset) => letters.actsUndone(reset))
  }

  /** If the e-mail was changed too, restores the one that the letter was sent to, unless it is taken. */
  async function emailAfter(tx: Db, user: UserRow, sentTo: string): Promise<string> {
    const key = emailKey(sentTo)
    if (key === user.email_key || !(await hadEmail(tx, user.id, key))) return user.email
    if (await findUserByEmail(tx, sentTo)) return user.email
    await replaceEmail(tx, user, sentTo)
    return sentTo
  }

  /** Works even if the new owner has deleted the page. A new owner who was a keeper before stays a keeper. */
  async function revoke(tx: Db, ownerId: number, handOver: HandOver): Promise<void> {
    const { memorial_id: id, at } = handOver
    const row = await lockPageAnywhere(tx, id)
    if (!row) return
    const holderId = row.user_id ?? row.trashed_user_id
    if (row.user_id === null)
      await takeFromTrash(tx, row as TrashedMemorialRow, { ...asWished(row as TrashedMemorialRow), destroyed_at: null })
    await giveMemorial(tx, id, ownerId)
    if (row.owner_left_at) await openWithOwner(tx, { ...row, user_id: ownerId })
    await deleteOpenInvitations(tx, id)
    await deleteKeepersSince(tx, id, at, ownerId)
    if (handOver.was_keeper) await insertKeeper(tx, id, handOver.to_id)
    await recordAudit(tx, { event: 'memorial_handed_over', ...ownerOf(ownerId), memorial_id: id })
    const holder = holderId === null ? undefined : await findUser(tx, holderId)
    if (holder?.is_active && holderId !== ownerId) await enqueueLetter(tx, holder.email, letters.pageTakenBack(row))
  }
}
