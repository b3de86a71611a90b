import { type Selectable, sql } from 'kysely'
import type { ReportDraft, ReportStatus } from '@contract/reports'
import { AFTER_DECISION_DAYS, UNDECIDED_MEMORY_DAYS } from '@contract/retention'
import { daysAgo, now } from '../../db/instants'
import type { Db, Tables } from '../../db/schema'

type ReportRow = Selectable<Tables['reports']>

/** Per response. As reports are decided, the next ones move up. */
const LISTED_MAX = 1000

/**
 * Stores a report. It is one statement for an existing and a missing page, so that its duration does not reveal which it was.
 */
export async function insertReport(
  db: Db,
  memorialId: number,
  { reason, text, email, consent_version }: ReportDraft,
): Promise<void> {
  await db
    .insertInto('reports')
    .values((eb) => ({
      memorial_id: eb
        .selectFrom('memorials')
        .select('id')
        .where('id', '=', memorialId)
        .where('user_id', 'is not', null),
      ...{ reason, text, email: email || null, consent_version: (email && consent_version) || null },
    }))
    .execute()
}

/** Pending reports, oldest first, with the names of their pages. */
export async function listPendingReports(db: Db) {
  return reportsOfPages(db)
    .where('reports.status', '=', 'pending')
    .orderBy('reports.created_at')
    .orderBy('reports.id')
    .execute()
}

/** Reports for which pages are closed now, latest closing first, with the names of the pages and the reasons. */
export async function listClosingReports(db: Db) {
  return reportsOfPages(db)
    .whereRef('memorials.closed_by_report', '=', 'reports.id')
    .where('memorials.closed_at', 'is not', null)
    .where('memorials.closed_reason', 'is not', null)
    .select((eb) => [
      eb.ref('memorials.closed_at').$notNull().as('closed_at'),
      eb.ref('memorials.closed_reason').$notNull().as('closed_reason'),
    ])
    .orderBy('memorials.closed_at', 'desc')
    .orderBy('reports.id', 'desc')
    .execute()
}

function reportsOfPages(db: Db) {
  return db
    .selectFrom('reports')
    .innerJoin('memorials', 'memorials.id', 'reports.memorial_id')
    .select(['reports.id', 'reports.reason', 'reports.text', 'reports.email', 'reports.created_at'])
    .select(['memorials.id as memorial_id', 'memorials.lastname', 'memorials.name', 'memorials.surname'])
    .where('memorials.user_id', 'is not', null)
    .limit(LISTED_MAX)
}

/** The memorial's id; undefined when there is no such report or page. */
export async function pageOfReport(db: Db, id: number): Promise<number | undefined> {
  const found = await db.selectFrom('reports').select('memorial_id').where('id', '=', id).executeTakeFirst()
  return found?.memorial_id ?? undefined
}

/** Undefined when it was already decided or deleted. Of two concurrent decisions exactly one wins. */
export async function decideReport(
  tx: Db,
  id: number,
  { status, moderatorId }: { status: ReportStatus; moderatorId: number },
): Promise<ReportRow | undefined> {
  return tx
    .updateTable('reports')
    .set({ status, decided_at: now(), decided_by: moderatorId })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()
}

/** Marks a report that closed a page. Undefined when it was deleted. */
export async function recordReopened(tx: Db, id: number): Promise<ReportRow | undefined> {
  return tx.updateTable('reports').set({ status: 'reopened' }).where('id', '=', id).returningAll().executeTakeFirst()
}

/** Deletes reports about pages that do not exist. */
export async function deleteReportsOfNothing(db: Db): Promise<void> {
  await db.deleteFrom('reports').where('memorial_id', 'is', null).execute()
}

/** A report is needed to reopen its page, so while the page is closed only personal data is removed from it. */
export async function deleteOldReports(db: Db): Promise<void> {
  await db
    .deleteFrom('reports')
    .where('status', '=', 'pending')
    .where('created_at', '<', daysAgo(UNDECIDED_MEMORY_DAYS))
    .execute()
  await db
    .updateTable('reports')
    .set({ text: '', email: null, consent_version: null })
    .where('decided_at', '<', daysAgo(AFTER_DECISION_DAYS))
    .where((eb) => eb.or([eb('text', '!=', ''), eb('email', 'is not', null)]))
    .where(closesPage())
    .execute()
  await db
    .deleteFrom('reports')
    .where('decided_at', '<', daysAgo(AFTER_DECISION_DAYS))
    .where((eb) => eb.not(closesPage()))
    .execute()
}

function closesPage() {
  return sql<boolean>`exists (select from memorials where memorials.closed_by_report = reports.id and memorials.id = reports.memorial_id)`
}
