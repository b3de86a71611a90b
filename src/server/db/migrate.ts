import { sql } from 'kysely'
import { logOfChanges } from './migrations/0062-log-of-changes'
import { keyedAddresses, plainAddresses } from './migrations/0063-0064'
import {
  blockedTellers,
  endsOfJobs,
  fileChecksums,
  hiddenAtBlock,
  history,
  indexesOfChecks,
  indexesOfVoices,
  indexOfKeepersDecisions,
  maintenance,
  ownLinksOfProposals,
  proposals,
  questions,
  roadToTheGrave,
  voicesOfStories,
  voicesOfWords,
  wordsDecidedByKeepers,
} from './migrations/0065-0081'
import { BASELINE } from './migrations/baseline'
import { type Baseline, type RunOptions, runMigrations, type TableMigration } from './run-migrations'
import type { Db } from './schema'

/** Released before 1.0. An empty database gets their result, the baseline, at once; they are loaded for an older database. */
const BEFORE_1_0 = [
  '0001-first-tables',
  '0002-archives-and-moderation',
  '0003-safety',
  '0004-pictures',
  '0005-announced-changes',
  '0006-imprecise-lives',
  '0007-archive-facts',
  '0008-portrait-views',
  '0009-film-copies',
  '0010-announced-people',
  '0011-graves',
  '0012-calendars',
  '0013-words-sent-twice',
  '0014-operators-tasks',
  '0015-keepers',
  '0016-access-requests',
  '0017-leaving',
  '0018-answered-words',
  '0019-reports',
  '0020-trash',
  '0021-remembering',
  '0023-photos-of-words',
  '0024-sleeping-accounts',
  '0025-uploads',
  '0026-invited-accounts',
  '0027-consents-by-email',
  '0028-authors-of-words',
  '0029-former-emails',
  '0030-accepted-editions',
  '0031-announced-closings',
  '0032-tiles',
  '0033-candle-counts',
  '0034-job-runs',
  '0035-indexes-of-jobs',
  '0036-queue-of-words',
  '0040-confirmed-sessions',
  '0041-awaited-destruction',
  '0042-acts-undone',
  '0045-letters-to-strangers',
  '0046-last-seen-time',
  '0047-indexes-of-waiting',
  '0050-factors',
  '0051-made-by-sessions',
  '0052-unused-sessions',
  '0054-queues-of-keepers',
  '0061-log-only-grows',
] as const

type Earlier = (typeof BEFORE_1_0)[number]

const ONLINE_BEFORE_1_0: readonly Earlier[] = [
  '0035-indexes-of-jobs',
  '0036-queue-of-words',
  '0047-indexes-of-waiting',
  '0052-unused-sessions',
  '0054-queues-of-keepers',
]

/**
 * In the order of execution. A released migration is never changed. Migrations only add, so this release works on the
 * tables of a newer one: a rollback to this release needs no work on the database.
 */
export const MIGRATIONS: Record<string, TableMigration> = {
  ...Object.fromEntries(BEFORE_1_0.map((name) => [name, loadedWhenNeeded(name)])),
  '0062-log-of-changes': logOfChanges,
  '0063-keyed-addresses': keyedAddresses,
  '0064-plain-addresses': plainAddresses,
  '0065-words-decided-by-keepers': wordsDecidedByKeepers,
  '0066-index-of-keepers-decisions': indexOfKeepersDecisions,
  '0067-road-to-the-grave': roadToTheGrave,
  '0069-voices-of-words': voicesOfWords,
  '0070-indexes-of-voices': indexesOfVoices,
  '0071-questions': questions,
  '0072-history': history,
  '0073-proposals': proposals,
  '0074-voices-of-stories': voicesOfStories,
  '0075-own-links-of-proposals': ownLinksOfProposals,
  '0076-blocked-tellers': blockedTellers,
  '0077-hidden-at-block': hiddenAtBlock,
  '0078-ends-of-jobs': endsOfJobs,
  '0079-maintenance': maintenance,
  '0080-file-checksums': fileChecksums,
  '0081-indexes-of-checks': indexesOfChecks,
}

/**
 * Runs the missing migrations. Several processes may call it at once: one of them works, the others wait.
 * @throws MigrationError with a message for the operator
 */
export function migrate(db: Db, options: Pick<RunOptions, 'onWait' | 'waitTimeoutMs'> = {}): Promise<void> {
  return runMigrations(db, MIGRATIONS, { ...options, baseline })
}

/** Stops after `last`: for rows that were written when that was the latest migration. */
export function migrateTo(db: Db, last: string): Promise<void> {
  return runMigrations(db, MIGRATIONS, { upTo: last, baseline })
}

const baseline: Baseline = { contains: BEFORE_1_0, statements: BASELINE }

function loadedWhenNeeded(name: Earlier): TableMigration {
  return {
    ...(ONLINE_BEFORE_1_0.includes(name) && { isOnline: true }),
    async up(db) {
      const { MIGRATIONS_BEFORE_1_0 } = await import('./migrations/before-1.0/all')
      await MIGRATIONS_BEFORE_1_0[name].up(db)
    },
  }
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
