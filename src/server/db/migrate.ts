import { type Migration, Migrator } from 'kysely'
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
import type { Db } from './schema'

/** In the order in which they run. A released migration is never changed. */
const MIGRATIONS: Record<string, Migration> = {
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
}

/** Runs the migrations that are missing. Several processes may call it at once: one of them works, the others wait. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error as Error
}
