import { openDatabase } from '@server/db/open-database'
import { type Postgres, startPostgres } from '../postgres'
import { onWorkerEnd } from './on-worker-end'

/** A PostgreSQL that all files of the worker use: a cluster takes seconds to create, a database a moment. */
export interface SharedPostgres extends Pick<Postgres, 'makeDatabase'> {
  /** Creates a fully migrated database without rows; returns its DATABASE_URL. */
  makeMigratedDatabase(): Promise<string>
}

let started: Promise<SharedPostgres> | undefined

/** Started for the first file that needs it. A test that stops its server uses `startPostgres`. */
export function sharedPostgres(): Promise<SharedPostgres> {
  return (started ??= start())
}

async function start(): Promise<SharedPostgres> {
  const postgres = await startPostgres()
  onWorkerEnd(() => postgres.stop())
  let template: Promise<string> | undefined
  return {
    makeDatabase: (how) => postgres.makeDatabase(how),
    async makeMigratedDatabase() {
      template ??= makeTemplate(await postgres.makeDatabase())
      return postgres.makeDatabase(`template ${await template}`)
    },
  }
}

/** The name of a database without connections, as PostgreSQL requires of a template. */
async function makeTemplate(databaseUrl: string): Promise<string> {
  const database = await openDatabase({ databaseUrl, dataDir: '' }, (error) => {
    throw error
  })
  await database.close()
  return new URL(databaseUrl).pathname.slice(1)
}
