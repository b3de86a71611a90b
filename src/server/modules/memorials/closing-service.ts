import { listKeeperEmails, lockMemorialRow, type MemorialRow } from '../../access/repository'
import type { Db } from '../../db/schema'
import { notFound, refused } from '../../lib/api-error'
import type { SecurityLog } from '../../lib/security-log'
import type { Letter } from '../../mail/letter'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import type { MediaLibrary, MediaOfChange } from '../../media/media-library'
import { recordInRegister } from '../audit/repository'
import { asWishes, columnsWithout, dropOutdatedLinkPicture } from './change-service'
import { wishesOf } from './presentation'
import { deleteMemorial, updateMemorial } from './repository'
import { lockInAnyTrash, takeDownInTrash } from './trash-repository'

const NOT_CLOSED = 'Страница не закрыта.'

const NOT_TAKEN_DOWN = { closed_at: null, closed_reason: null, closed_by_report: null }

export type ClosingService = ReturnType<typeof createClosingService>

export interface Closing {
  reason: string
  /** The report for which a moderator closes the page; absent for the operator. */
  reportId?: number
}

/** Takes pages down: by the operator, for a court order or for their content, and by moderators for a report. */
export function createClosingService(parts: {
  library: MediaLibrary
  letters: Letters
  postman: Pick<Postman, 'wake'>
  securityLog: SecurityLog
}) {
  const { library, letters, postman, securityLog } = parts

  /** Closes the locked page for everyone but its keepers and moderators. */
  async function closeLocked(tx: Db, media: MediaOfChange, row: MemorialRow, { reason, reportId }: Closing) {
    const closed_at = row.closed_at ?? new Date()
    const closing = { closed_at, closed_reason: reason, closed_by_report: reportId ?? null }
    const columns = { ...asWishes(wishesOf(row)), ...closing }
    const noLinkPicture = await dropOutdatedLinkPicture(row, columns, media)
    await updateMemorial(tx, row.id, { ...columns, ...noLinkPicture })
    await recordInRegister(tx, 'memorial_closed', { memorialId: row.id, doneBy: doneBy(reportId) })
    await writeToKeepers(tx, row.id, letters.pageClosed(row, reason))
  }

  /** Restores the owner's settings of the locked page, unless the owner has deleted their account. */
  async function openLocked(tx: Db, row: MemorialRow, reportId?: number) {
    await updateMemorial(tx, row.id, columnsWithout(row, NOT_TAKEN_DOWN))
    await recordInRegister(tx, 'memorial_opened', { memorialId: row.id, doneBy: doneBy(reportId) })
    await writeToKeepers(tx, row.id, letters.pageOpened(row))
  }

  /** A page in the trash has no readers: it stays closed if restored, and no letters are sent. */
  async function closeInTrash(tx: Db, id: number, reason: string): Promise<void> {
    const row = await lockInAnyTrash(tx, id)
    if (!row) throw notFound()
    const closed_at = row.closed_at ?? new Date()
    await takeDownInTrash(tx, id, { closed_at, closed_reason: reason, closed_by_report: null })
    await recordInRegister(tx, 'memorial_closed', { memorialId: id, doneBy: 'operator' })
  }

  async function openInTrash(tx: Db, id: number): Promise<void> {
    const row = await lockInAnyTrash(tx, id)
    if (!row) throw notFound()
    if (!row.closed_at) throw refused(NOT_CLOSED)
    await takeDownInTrash(tx, id, NOT_TAKEN_DOWN)
    await recordInRegister(tx, 'memorial_opened', { memorialId: id, doneBy: 'operator' })
  }

  return {
    closeLocked,
    openLocked,

    /**
     * Closes a page for everyone but its keepers and moderators, and notifies the keepers of the reason. Repeated, it replaces
     * the reason. A page in the trash stays closed if restored. 404 if there is none.
     */
    async close(id: number, reason: string): Promise<void> {
      await library.change(undefined, async (tx, media) => {
        const row = await lockMemorialRow(tx, id)
        if (row) await closeLocked(tx, media, row, { reason })
        else await closeInTrash(tx, id, reason)
      })
      securityLog.record('memorial_closed', { memorial: id, kind: 'operator' })
      postman.wake()
    },

    /** Restores the owner's settings. 404 if there is no such page, 400 if it is not closed. */
    async open(id: number): Promise<void> {
      await library.change(undefined, async (tx) => {
        const row = await lockMemorialRow(tx, id)
        if (row && !row.closed_at) throw refused(NOT_CLOSED)
        if (row) await openLocked(tx, row)
        else await openInTrash(tx, id)
      })
      securityLog.record('memorial_opened', { memorial: id, kind: 'operator' })
      postman.wake()
    },

    /** Deletes a page with all its files. 404 if there is none. */
    async remove(id: number): Promise<void> {
      await library.change(undefined, async (tx, media) => {
        if (!((await lockMemorialRow(tx, id)) ?? (await lockInAnyTrash(tx, id)))) throw notFound()
        await media.releaseAllOf(id)
        await deleteMemorial(tx, id)
        await recordInRegister(tx, 'memorial_deleted', { memorialId: id })
      })
      securityLog.record('memorial_deleted', { memorial: id, kind: 'operator' })
    },
  }
}

function doneBy(reportId: number | undefined): 'operator' | 'moderator' {
  return reportId === undefined ? 'operator' : 'moderator'
}

/** To the owner and all other keepers. */
async function writeToKeepers(tx: Db, memorialId: number, letter: Letter): Promise<void> {
  for (const email of await listKeeperEmails(tx, memorialId)) await enqueueLetter(tx, email, letter, { memorialId })
}
