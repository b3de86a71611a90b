import { fullName, type PersonName } from '@contract/names'
import type { ClosingReports, PendingReports, ReportDecided, ReportDecision, ReportDraft } from '@contract/reports'
import type { Moderator } from '../../access/account'
import { lockMemorialRow, type MemorialRow } from '../../access/repository'
import type { Db } from '../../db/schema'
import { conflict, notFound } from '../../lib/api-error'
import { countResponses, type LimitAttempts } from '../../lib/attempts'
import { networkOf } from '../../lib/visitor-network'
import type { SecurityLog } from '../../lib/security-log'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import type { MediaLibrary, MediaOfChange } from '../../media/media-library'
import { recordAudit } from '../audit/repository'
import type { ClosingService } from '../memorials/closing-service'
import {
  decideReport,
  insertReport,
  listClosingReports,
  listPendingReports,
  recordReopened,
  pageOfReport,
} from './repository'

const HOUR_SECONDS = 3600
const MAX_PER_HOUR = 5
const TOO_MANY = 'Вы уже отправили нам несколько сообщений. Попробуйте, пожалуйста, через час.'

const ALREADY_DECIDED = 'По этому сообщению решение уже принято.'
const NOT_CLOSED_BY_IT = 'Страница уже открыта, или её закрыли не по этому сообщению.'

export type ReportService = ReturnType<typeof createReportService>

/** Reports of pages to moderators, and the moderators' decisions. */
export function createReportService(parts: {
  db: Db
  library: MediaLibrary
  closing: ClosingService
  letters: Letters
  postman: Pick<Postman, 'wake'>
  limitAttempts: LimitAttempts
  securityLog: SecurityLog
}) {
  const { db, library, closing, letters, postman, limitAttempts, securityLog } = parts
  const byNetwork = limitAttempts({ name: 'reports', max: MAX_PER_HOUR, seconds: HOUR_SECONDS, refusal: TOO_MANY })

  /**
   * Closes the locked page. If the operator closed it, it stays so, and no moderator can open it. If it was closed for another
   * report, this one replaces it.
   */
  async function closeFor(tx: Db, media: MediaOfChange, page: MemorialRow, why: { reason: string; reportId: number }) {
    if (page.closed_at && page.closed_by_report === null) return
    await closing.closeLocked(tx, media, page, why)
  }

  async function existingPageOf(id: number): Promise<number> {
    const memorialId = await pageOfReport(db, id)
    if (memorialId === undefined) throw notFound()
    return memorialId
  }

  return {
    /** Behaves the same for every id, so that it reveals nothing about the page. `address` is the reporter's IP address. */
    async report(memorialId: number, draft: ReportDraft, address: string): Promise<void> {
      await countResponses([[byNetwork, networkOf(address)]], () => insertReport(db, memorialId, draft))
    },

    async listPending(_moderator: Moderator): Promise<PendingReports> {
      return { result: (await listPendingReports(db)).map(presented) }
    },

    async listClosing(_moderator: Moderator): Promise<ClosingReports> {
      const rows = await listClosingReports(db)
      return { result: rows.map((row) => ({ ...presented(row), closed_at: row.closed_at.toISOString() })) }
    },

    /** Decision, page and letters change in one transaction. 409 when it was already decided. */
    async decide(
      moderator: Moderator,
      id: number,
      { decision, text }: { decision: ReportDecision; text: string },
    ): Promise<ReportDecided> {
      const memorialId = await existingPageOf(id)
      const status = decision === 'close' ? 'closed' : 'dismissed'
      await library.change(undefined, async (tx, media) => {
        // Lock the page before the report, as the deletion of a page with its reports does.
        const page = await lockMemorialRow(tx, memorialId)
        if (!page) throw notFound()
        const report = await decideReport(tx, id, { status, moderatorId: moderator.id })
        if (!report) throw (await pageOfReport(tx, id)) === undefined ? notFound() : conflict(ALREADY_DECIDED)
        if (decision === 'close') {
          await closeFor(tx, media, page, { reason: text, reportId: id })
          await recordAudit(tx, { event: 'memorial_closed', ...actorOf(moderator), memorial_id: memorialId })
        }
        const letter =
          decision === 'close' ? letters.reportedPageClosed(memorialId) : letters.reportedPageStays(memorialId, text)
        if (report.email) await enqueueLetter(tx, report.email, letter, { memorialId })
      })
      const event = decision === 'close' ? 'memorial_closed' : 'report_dismissed'
      securityLog.record(event, { account: moderator.id, memorial: memorialId, kind: 'moderator' })
      postman.wake()
      return { id, status }
    },

    /** Restores the owner's settings of the page. 409 when it is open, or was not closed for this report. */
    async reopen(moderator: Moderator, id: number): Promise<ReportDecided> {
      const memorialId = await existingPageOf(id)
      await library.change(undefined, async (tx) => {
        const page = await lockMemorialRow(tx, memorialId)
        if (!page) throw notFound()
        if (!page.closed_at || page.closed_by_report !== id) throw conflict(NOT_CLOSED_BY_IT)
        await closing.openLocked(tx, page, id)
        await recordAudit(tx, { event: 'memorial_opened', ...actorOf(moderator), memorial_id: page.id })
        const report = await recordReopened(tx, id)
        if (!report) throw notFound()
        if (report.email) await enqueueLetter(tx, report.email, letters.reportedPageOpened(memorialId), { memorialId })
      })
      securityLog.record('memorial_opened', { account: moderator.id, memorial: memorialId, kind: 'moderator' })
      postman.wake()
      return { id, status: 'reopened' }
    },
  }
}

function presented<R extends PersonName & { created_at: Date }>({ lastname, name, surname, created_at, ...report }: R) {
  return { ...report, memorial_name: fullName({ lastname, name, surname }), created_at: created_at.toISOString() }
}

function actorOf({ id }: Moderator) {
  return { actor_id: id, actor_role: 'moderator' } as const
}
