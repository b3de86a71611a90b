import { TRASHED_MEMORIALS_MAX } from '@contract/limits'
import type { Memorial } from '@contract/memorial'
import type { TrashedMemorial } from '@contract/trash'
import type { Account } from '../../access/account'
import { lockOwned, type Owned } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { conflict, forbidden, notFound } from '../../lib/api-error'
import type { SecurityLog } from '../../lib/security-log'
import { forEachOf } from '../../lib/for-each-of'
import { trashTerms } from '../../lib/trash-terms'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import type { MediaLibrary } from '../../media/media-library'
import { recordAudit } from '../audit/repository'
import { asWishes, dropOutdatedLinkPicture } from './change-service'
import { type MemorialPresentation, wishesOf } from './presentation'
import { createMemorialDestruction } from './destruction'
import { deleteMemorial, lockPlaces } from './repository'
import { asWished, ownerOf } from './trash-columns'
import {
  countTrashedMemorials,
  isInTrashOf,
  listMemorialsToDestroy,
  listTrashedMemorials,
  lockMemorialToDestroy,
  lockTrashedMemorial,
  moveToTrash,
  takeFromTrash,
  type TrashedMemorialRow,
} from './trash-repository'

const NO_PLACE_FOR_IT =
  'Сейчас страницу некуда вернуть: все места вашей учётной записи заняты. Освободите место, и она вернётся.'

const TRASH_IS_FULL = 'В корзине уже слишком много страниц. Сначала удалите какие-нибудь из них навсегда.'

export type MemorialTrash = ReturnType<typeof createMemorialTrash>

/** Deleted pages, which only their owners see and can restore for a while. */
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
