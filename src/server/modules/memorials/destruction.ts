import { TRASHED_MEMORIALS_MAX } from '@contract/limits'
import { type Account, requireFresh } from '../../access/account'
import { listKeeperEmails, memorialExists } from '../../access/repository'
import { lockOwned, type Owned } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { conflict, notFound } from '../../lib/api-error'
import type { SecurityLog } from '../../lib/security-log'
import { randomToken } from '../../lib/token'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import type { MediaLibrary } from '../../media/media-library'
import { enqueueLink } from '../accounts/email-links'
import { hasDeletedMemorial, recordAudit } from '../audit/repository'
import { asWishes, dropOutdatedLinkPicture } from './change-service'
import { restore } from './restore'
import { beginDestruction, countToDestroy, lockByReturnToken } from './destruction-repository'
import { wishesOf } from './presentation'
import { ownerOf } from './trash-columns'
import { lockTrashedMemorial, moveToTrash, type TrashedMemorialRow } from './trash-repository'

const TOO_MANY_DESTROYED =
  'Сейчас уничтожается уже слишком много ваших страниц. Через три дня можно будет удалить и другие.'

/** Destruction of pages by their owners: hidden from everyone at once, destroyed later; until then a link restores them. */
export function createMemorialDestruction(parts: {
  db: Db
  library: MediaLibrary
  letters: Letters
  postman: Pick<Postman, 'wake'>
  securityLog: SecurityLog
}) {
  const { db, library, letters, postman, securityLog } = parts

  /** The locked page is in the trash. Its owner and all other keepers get the link that restores it. */
  async function destroyTrashed(
    tx: Db,
    row: Pick<TrashedMemorialRow, 'id' | 'lastname' | 'name' | 'surname'>,
    owner: Account,
  ) {
    if ((await countToDestroy(tx, owner.id)) >= TRASHED_MEMORIALS_MAX) throw conflict(TOO_MANY_DESTROYED)
    const token = randomToken()
    await beginDestruction(tx, row.id, token)
    await recordAudit(tx, { event: 'memorial_deleted', ...ownerOf(owner.id), memorial_id: row.id })
    await enqueueLink(tx, owner, 'not_me', (notMe) => letters.pageDestroyed(row, token, notMe))
    // A page in the trash has no owner, so these are the other keepers.
    const keepers = await listKeeperEmails(tx, row.id)
    for (const email of keepers) await enqueueLetter(tx, email, letters.keeperPageDestroyed(row, token))
  }

  function noteDestroyed(account: Account, id: number): void {
    postman.wake()
    securityLog.record('memorial_deleted', { account: account.id, memorial: id })
  }

  return {
    /** Frees the page's place at once. */
    async destroyOwned(memorial: Owned, account: Account): Promise<void> {
      await library.change(undefined, async (tx, media) => {
        const row = await lockOwned(tx, memorial)
        const columns = asWishes(wishesOf(row))
        await moveToTrash(tx, row, { ...columns, ...(await dropOutdatedLinkPicture(row, columns, media)) })
        await destroyTrashed(tx, row, account)
      })
      noteDestroyed(account, memorial.id)
    },

    /** 404 unless the page is in the account's trash, or the account destroyed it before. */
    async destroy(account: Account, id: number): Promise<void> {
      const isDone = await db.transaction().execute(async (tx) => {
        const row = await lockTrashedMemorial(tx, id, account.id)
        if (!row || row.destroyed_at) return false
        requireFresh(account)
        await destroyTrashed(tx, row, account)
        return true
      })
      if (isDone) noteDestroyed(account, id)
      else if ((await memorialExists(db, id)) || !(await hasDeletedMemorial(db, account.id, id))) throw notFound()
    },

    /**
     * Restores a page by the link in the letter, even without a free place. 404 when its time is over. Repeated use of the link
     * changes nothing.
     */
    async comeBack(token: string): Promise<{ id: number }> {
      const { id, isNew } = await db.transaction().execute(async (tx) => {
        const row = await lockByReturnToken(tx, token)
        if (!row) throw notFound()
        if (!row.destroyed_at) return { id: row.id, isNew: false }
        await restore(tx, row as TrashedMemorialRow)
        return { id: row.id, isNew: true }
      })
      if (isNew) securityLog.record('memorial_restored', { memorial: id, kind: 'link' })
      return { id }
    },
  }
}
