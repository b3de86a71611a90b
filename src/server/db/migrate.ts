import { sql } from 'kysely'
import { firstTables } from './migrations/0001-first-tables'
import { archivesAndModeration } from './migrations/0002-archives-and-moderation'
import { safety } from './migrations/0003-safety'
import { pictures } from './migrations/0004-pictures'
import { announcedChanges } from './migrations/0005-announced-changes'
import { impreciseLives } from './migrations/0006-imprecise-lives'
import { archiveFacts } from './migrations/0007-archive-facts'
import { portraitViews } from './migrations/0008-portrait-views'
import { filmCopies } from './migrations/0009-film-copies'
import { announcedPeople } from './migrations/0010-announced-people'
import { graves } from './migrations/0011-graves'
import { calendars } from './migrations/0012-calendars'
import { wordsSentTwice } from './migrations/0013-words-sent-twice'
import { operatorsTasks } from './migrations/0014-operators-tasks'
import { keepers } from './migrations/0015-keepers'
import { accessRequests } from './migrations/0016-access-requests'
import { leaving } from './migrations/0017-leaving'
import { answeredWords } from './migrations/0018-answered-words'
import { reports } from './migrations/0019-reports'
import { trash } from './migrations/0020-trash'
import { remembering } from './migrations/0021-remembering'
import { photosOfWords } from './migrations/0023-photos-of-words'
import { sleepingAccounts } from './migrations/0024-sleeping-accounts'
import { uploads } from './migrations/0025-uploads'
import { invitedAccounts } from './migrations/0026-invited-accounts'
import { consentsByEmail } from './migrations/0027-consents-by-email'
import { authorsOfWords } from './migrations/0028-authors-of-words'
import { formerEmails } from './migrations/0029-former-emails'
import { acceptedEditions } from './migrations/0030-accepted-editions'
import { announcedClosings } from './migrations/0031-announced-closings'
import { tiles } from './migrations/0032-tiles'
import { candleCounts } from './migrations/0033-candle-counts'
import { jobRuns } from './migrations/0034-job-runs'
import { indexesOfJobs } from './migrations/0035-indexes-of-jobs'
import { queueOfWords } from './migrations/0036-queue-of-words'
import { confirmedSessions } from './migrations/0040-confirmed-sessions'
import { type RunOptions, runMigrations, type TableMigration } from './run-migrations'
import { awaitedDestruction } from './migrations/0041-awaited-destruction'
import { actsUndone } from './migrations/0042-acts-undone'
import { lettersToStrangers } from './migrations/0045-letters-to-strangers'
import { lastSeenTime } from './migrations/0046-last-seen-time'
import { indexesOfWaiting } from './migrations/0047-indexes-of-waiting'
import { factors } from './migrations/0050-factors'
import { madeBySessions } from './migrations/0051-made-by-sessions'
import { unusedSessions } from './migrations/0052-unused-sessions'
import { queuesOfKeepers } from './migrations/0054-queues-of-keepers'
import { logOnlyGrows } from './migrations/0061-log-only-grows'
import type { Db } from './schema'

/**
 * In the order of execution. A released migration is never changed. Migrations only add, so this release works on the
 * tables of a newer one: a rollback to this release needs no work on the database.
 */
export const MIGRATIONS: Record<string, TableMigration> = {
  '0001-first-tables': firstTables,
  '0002-archives-and-moderation': archivesAndModeration,
  '0003-safety': safety,
  '0004-pictures': pictures,
  '0005-announced-changes': announcedChanges,
  '0006-imprecise-lives': impreciseLives,
  '0007-archive-facts': archiveFacts,
  '0008-portrait-views': portraitViews,
  '0009-film-copies': filmCopies,
  '0010-announced-people': announcedPeople,
  '0011-graves': graves,
  '0012-calendars': calendars,
  '0013-words-sent-twice': wordsSentTwice,
  '0014-operators-tasks': operatorsTasks,
  '0015-keepers': keepers,
  '0016-access-requests': accessRequests,
  '0017-leaving': leaving,
  '0018-answered-words': answeredWords,
  '0019-reports': reports,
  '0020-trash': trash,
  '0021-remembering': remembering,
  '0023-photos-of-words': photosOfWords,
  '0024-sleeping-accounts': sleepingAccounts,
  '0025-uploads': uploads,
  '0026-invited-accounts': invitedAccounts,
  '0027-consents-by-email': consentsByEmail,
  '0028-authors-of-words': authorsOfWords,
  '0029-former-emails': formerEmails,
  '0030-accepted-editions': acceptedEditions,
  '0031-announced-closings': announcedClosings,
  '0032-tiles': tiles,
  '0033-candle-counts': candleCounts,
  '0034-job-runs': jobRuns,
  '0035-indexes-of-jobs': indexesOfJobs,
  '0036-queue-of-words': queueOfWords,
  '0040-confirmed-sessions': confirmedSessions,
  '0041-awaited-destruction': awaitedDestruction,
  '0042-acts-undone': actsUndone,
  '0045-letters-to-strangers': lettersToStrangers,
  '0046-last-seen-time': lastSeenTime,
  '0047-indexes-of-waiting': indexesOfWaiting,
  '0050-factors': factors,
  '0051-made-by-sessions': madeBySessions,
  '0052-unused-sessions': unusedSessions,
  '0054-queues-of-keepers': queuesOfKeepers,
  '0061-log-only-grows': logOnlyGrows,
}

/**
 * Runs the missing migrations. Several processes may call it at once: one of them works, the others wait.
 * @throws MigrationError with a message for the operator
 */
export function migrate(db: Db, options: Pick<RunOptions, 'onWait' | 'patienceMs'> = {}): Promise<void> {
  return runMigrations(db, MIGRATIONS, options)
}

/** Stops after `last`: for rows that were written when that was the latest migration. */
export function migrateTo(db: Db, last: string): Promise<void> {
  return runMigrations(db, MIGRATIONS, { upTo: last })
}

/** False for a migration of a newer release. */
export function knowsMigration(name: string): boolean {
  return name in MIGRATIONS
}

/** Names of the migrations, in order: those that were applied, and those that are missing. */
export async function migrationsOf(db: Db): Promise<{ done: string[]; missing: string[] }> {
  const done = await doneMigrations(db)
  return { done, missing: Object.keys(MIGRATIONS).filter((name) => !done.includes(name)) }
}

async function doneMigrations(db: Db): Promise<string[]> {
  const { rows: found } = await sql<{
    there: boolean
  }>`select to_regclass('kysely_migration') is not null as there`.execute(db)
  if (!found[0]?.there) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}
