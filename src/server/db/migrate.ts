import { type Migration, Migrator } from 'kysely'
import { firstTables } from './migrations/0001-first-tables'
import { archivesAndModeration } from './migrations/0002-archives-and-moderation'
import { safety } from './migrations/0003-safety'
import type { Db } from './schema'

/** In the order in which they are applied; a released one is never changed. */
const MIGRATIONS: Record<string, Migration> = {
  '0001-first-tables': firstTables,
  '0002-archives-and-moderation': archivesAndModeration,
  '0003-safety': safety,
}

/** Brings the database to the shape this program expects. Several processes may call it at once: one works. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error as Error
}
