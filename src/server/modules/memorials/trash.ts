import { TRASHED_MEMORIALS_MAX } from '@contract/limits'
import type { Memorial } from '@contract/memorial'
import type { TrashedMemorial } from '@contract/trash'
import { type Account, requireFresh } from '../../access/account'
import { lockOwned, type Owned } from '../../access/memorial'
import { isTakenDownOrOwnerless, listKeeperEmails, memorialExists } from '../../access/repository'
import type { Db } from '../../db/schema'
import { conflict, forbidden, notFound } from '../../lib/api-error'
import type { SecurityLog } from '../../lib/security-log'
import { forEachOf } from '../../lib/for-each-of'
import { randomToken } from '../../lib/token'
import { trashTerms } from '../../lib/trash-terms'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import type { MediaLibrary } from '../../media/media-library'
import { enqueueLink } from '../accounts/email-links'
import { hasDeletedMemorial, recordAudit } from '../audit/repository'
import { asWishes, dropOutdatedLinkPicture } from './change-service'
import {
  beginDestruction,
  countToDestroy,
  countTrashedMemorials,
  isInTrashOf,
  isLeaving,
  listMemorialsToDestroy,
  listTrashedMemorials,
  lockByReturnToken,
  lockMemorialToDestroy,
  lockTrashedMemorial,
  moveToTrash,
  takeFromTrash,
  type TrashedMemorialRow,
} from './trash-repository'
import { type MemorialPresentation, wishesOf } from './presentation'
import { deleteMemorial, lockPlaces, type MemorialUpdate } from './repository'

const NO_PLACE_FOR_IT =
  'Сейчас страницу некуда вернуть: все места вашей учётной записи заняты. Освободите место, и она вернётся.'

const TRASH_IS_FULL = 'В корзине уже слишком много страниц. Сначала удалите какие-нибудь из них навсегда.'

export type MemorialTrash = ReturnType<typeof createMemorialTrash>

/** Deleted pages, which only their owners see and can restore for `TRASH_DAYS`. A job destroys them then (jobs/jobs.ts). */
export function createMemorialTrash(parts: {
  db: Db
  library: MediaLibrary
  presentation: MemorialPresentation
  letters: Letters
  postman: Pick<Postman, 'wake'>
  securityLog: SecurityLog
}) {
  const { db, library, presentation, securityLog } = parts

  return {
    ...createMemorialDestruction(parts),

    /**
     * Hides the page from everyone and frees its place. The owner's settings are saved, as when a page is taken down. 409 when
     * the trash is full.
     */
    async moveToTrash(memorial: Owned): Promise<void> {
      await library.change(undefined, async (tx, media) => {
        const row = await lockOwned(tx, memorial)
        // Not exact: concurrent calls may exceed the limit by one.
        if ((await countTrashedMemorials(tx, row.user_id)) >= TRASHED_MEMORIALS_MAX) throw conflict(TRASH_IS_FULL)
        const columns = asWishes(wishesOf(row))
        await moveToTrash(tx, row, { ...columns, ...(await dropOutdatedLinkPicture(row, columns, media)) })
        await recordAudit(tx, { event: 'memorial_trashed', ...ownerOf(memorial.editorId), memorial_id: row.id })
      })
      securityLog.record('memorial_trashed', { account: memorial.editorId, memorial: memorial.id })
    },

    /** Whether this account already deleted the page. Its client may retry after a lost response. */
    isInOwnTrash: (account: Account, id: number): Promise<boolean> => isInTrashOf(db, account.id, id),

    /** An unverified account gets an empty list. */
    async list(account: Account): Promise<TrashedMemorial[]> {
      if (!account.isVerified) return []
      return (await listTrashedMemorials(db, account.id)).map(asTrashed)
    },

    /** 404 unless the page is in the account's trash, 403 without a free place. */
    async restore(account: Account, id: number): Promise<Memorial> {
      const restored = await library.change(undefined, async (tx) => {
        const row = await lockTrashedMemorial(tx, id, account.id)
        if (!row || row.destroyed_at) throw notFound()
        if ((await lockPlaces(tx, account.id)) < 1) throw forbidden(NO_PLACE_FOR_IT)
        await recordAudit(tx, { event: 'memorial_restored', ...ownerOf(account.id), memorial_id: id })
        return takeFromTrash(tx, row, asWished(row))
      })
      securityLog.record('memorial_restored', { account: account.id, memorial: id })
      return presentation.asMemorial(restored, 'owner')
    },
  }
}

/** Destroys pages past their time in the trash, each in its own transaction. A failure does not stop the others. */
export async function destroyOldMemorials(parts: {
  db: Db
  library: MediaLibrary
  securityLog: SecurityLog
}): Promise<void> {
  const { db, library, securityLog } = parts
  async function destroy(id: number): Promise<void> {
    const isDone = await library.change(undefined, async (tx, media) => {
      if (!(await lockMemorialToDestroy(tx, id))) return false
      await media.releaseAllOf(id)
      await deleteMemorial(tx, id)
      return true
    })
    if (isDone) securityLog.record('memorial_deleted', { memorial: id, kind: 'trash' })
  }
  await forEachOf(await listMemorialsToDestroy(db), destroy)
}

function asTrashed(row: TrashedMemorialRow): TrashedMemorial {
  const { id, lastname, name, surname, birth_date, birth_precision, death_date, death_precision, photo_preview } = row
  const life = { birth_date, birth_precision, death_date, death_precision }
  return { id, lastname, name, surname, ...life, photo_preview, ...trashTerms(row.trashed_at) }
}

const TOO_MANY_DESTROYED =
  'Сейчас уничтожается уже слишком много ваших страниц. Через три дня можно будет удалить и другие.'

/**
 * Destruction of pages by their owners: hidden from everyone at once, destroyed after `UNDO_HOURS`; until then a link restores
 * them.
 */
function createMemorialDestruction(parts: {
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

  function recordDestroyed(account: Account, id: number): void {
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
      recordDestroyed(account, memorial.id)
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
      if (isDone) recordDestroyed(account, id)
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

/**
 * Restores a locked page awaiting destruction to its owner, even without a free place. It stays closed if the owner has deleted
 * their account.
 */
export async function restore(tx: Db, row: TrashedMemorialRow): Promise<void> {
  const { id, trashed_user_id: ownerId } = row
  const columns = (await isLeaving(tx, ownerId)) ? { owner_left_at: new Date() } : asWished(row)
  await takeFromTrash(tx, row, { ...columns, destroyed_at: null })
  await recordAudit(tx, { event: 'memorial_restored', ...ownerOf(ownerId), memorial_id: id })
}

/** The columns of a restored page: its owner's settings, unless it was also taken down. */
export function asWished(row: TrashedMemorialRow): MemorialUpdate {
  if (isTakenDownOrOwnerless(row)) return {}
  return {
    public_status: row.wished_public_status ?? false,
    swo_status: row.wished_swo_status ?? false,
    wished_public_status: null,
    wished_swo_status: null,
  }
}

/** The owner as the actor of an audit entry. */
export const ownerOf = (id: number) => ({ actor_id: id, actor_role: 'owner' }) as const
