import { listKeeperEmails } from '../../access/keeper-repository'
import { lockMemorialRow, type MemorialRow } from '../../access/memorial-repository'
import type { Db } from '../../db/schema'
import { notFound, refused } from '../../lib/api-error'
import type { SecurityLog } from '../../lib/security-log'
import type { Letter } from '../../mail/letter'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import type { MediaLibrary, MediaOfChange } from '../../media/media-library'
import { recordInRegister } from '../audit/register-repository'
import { asWishes, dropOutdatedLinkPicture } from './change-service'
import { wishesOf } from './presentation'
import { columnsWithout } from './owner-leaving'
import { deleteMemorial, updateMemorial } from './repository'
import { lockInAnyTrash, takeDownInTrash } from './trash-repository'

const NOT_CLOSED = 'Страница не закрыта.'

const NOT_TAKEN_DOWN = { closed_at: null, closed_reason: null, closed_by_report: null }

export type ClosingService = ReturnType<typeof createClosingService>

/** A moderator's report closes a page; the operator needs none. */
export interface Closing {
  reason: string
  /** The id of the report for which a moderator closes it. */
  reportId?: number
}

/** Pages taken down by the operator, by a court's order or because of what is on them, and by moderators for a report. */
export function createClosingService(parts: {
  library: MediaLibrary
  letters: Letters
  postman: Pick<Postman, 'wake'>
  securityLog: SecurityLog
}) {
  const { library, letters, postman, securityLog } = parts

  /** The locked page is read by its keepers and moderators alone from now on. */
  async function closeLocked(tx: Db, media: MediaOfChange, row: MemorialRow, { reason, reportId }: Closing) {
    const closed_at = row.closed_at ?? new Date()
    const closing = { closed_at, closed_reason: reason, closed_by_report: reportId ?? null }
    const columns = { ...asWishes(wishesOf(row)), ...closing }
    const noLinkPicture = await dropOutdatedLinkPicture(row, columns, media)
    await updateMemorial(tx, row.id, { ...columns, ...noLinkPicture })
    await recordInRegister(tx, 'memorial_closed', { memorialId: row.id, doneBy: doneBy(reportId) })
    await writeToKeepers(tx, row.id, letters.pageClosed(row, reason))
  }

  /** The locked page is again as its owner wishes, unless they have deleted their account. */
  async function openLocked(tx: Db, row: MemorialRow, reportId?: number) {
    await updateMemorial(tx, row.id, columnsWithout(row, NOT_TAKEN_DOWN))
    await recordInRegister(tx, 'memorial_opened', { memorialId: row.id, doneBy: doneBy(reportId) })
    await writeToKeepers(tx, row.id, letters.pageOpened(row))
  }

  /** Nobody reads it there, and its owner deleted it: it stays closed if it comes back, and nobody is written to. */
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
     * Only its keepers and moderators read it now; they are told why. Closed again, it has the new reason. A page in the trash
     * stays closed if it comes back. 404 if there is none.
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

    /** It is again as its owner wishes. 404 if there is none, 400 if it is not closed. */
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

    /** With all its files. 404 if there is none. */
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

/** To its owner and to all who keep it with them. */
async function writeToKeepers(tx: Db, memorialId: number, letter: Letter): Promise<void> {
  for (const email of await listKeeperEmails(tx, memorialId)) await enqueueLetter(tx, email, letter, { memorialId })
}
