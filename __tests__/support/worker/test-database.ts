import { cpSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { type ChangeFeed, createChangeFeed } from '@server/db/change-feed'
import { startEmbeddedDatabase } from '@server/db/embedded/embedded-database'
import { type OpenDatabase, openDatabase, openEmbedded } from '@server/db/open-database'
import { onWorkerEnd } from './on-worker-end'

export const DATABASE_WORKER_FILE = path.resolve('dist/server/database-worker.js')

/** A database that an app has to itself until it returns it. */
export interface LentDatabase extends OpenDatabase {
  /** Undefined for an embedded one. */
  databaseUrl: string | undefined
  /** Returns it: the next app finds it empty. */
  close(): Promise<void>
}

interface SharedDatabase {
  databaseUrl: string | undefined
  database: OpenDatabase
  /** Where changes of the database are announced now. */
  feed: ChangeFeed | undefined
  isInSync: () => boolean
}

/** Opening a database takes half a second, emptying it a hundredth of that: unused ones wait here. */
const idle: SharedDatabase[] = []

/** Lends an empty database: a new one only when all of this worker's are lent. `makeUrl`: its URL, unless it is embedded. */
export async function lendDatabase(makeUrl: () => Promise<string | undefined>): Promise<LentDatabase> {
  const shared = idle.pop() ?? (await openShared(await makeUrl()))
  const { database, databaseUrl } = shared
  await emptyDatabase(database)
  const feed = createChangeFeed()
  shared.feed = feed
  feed.open(() => shared.isInSync())
  return {
    ...database,
    databaseUrl,
    changes: feed,
    async close() {
      feed.open(() => false)
      shared.feed = undefined
      idle.push(shared)
    },
  }
}

async function openShared(databaseUrl: string | undefined): Promise<SharedDatabase> {
  const database = databaseUrl ? await openDatabase({ databaseUrl, dataDir: '' }, fail) : await openOwnEmbedded()
  const shared: SharedDatabase = { databaseUrl, database, feed: undefined, isInSync: () => false }
  database.changes.follow({
    open(isInSync) {
      shared.isInSync = isInSync
      shared.feed?.dropAll()
    },
    drop: (tag) => shared.feed?.drop(tag),
  })
  onWorkerEnd(() => database.close())
  return shared
}

async function openOwnEmbedded(): Promise<OpenDatabase> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'pomnim-worker-'))
  copyEmptyDatabase(dataDir)
  const embedded = await startEmbeddedDatabase({ dataDir, workerFile: DATABASE_WORKER_FILE, onFailure: fail })
  onWorkerEnd(() => rm(dataDir, { recursive: true, force: true }))
  return openEmbedded(embedded, dataDir, DATABASE_WORKER_FILE)
}

/** The one that config/jest/build-server.ts has made. Synchronous copying of its thousand files takes a tenth of the time. */
export function copyEmptyDatabase(dataDir: string): void {
  const { EMPTY_DATABASE_FOLDER: made } = process.env
  if (made) cpSync(path.join(made, 'database'), path.join(dataDir, 'database'), { recursive: true })
}

/**
 * Leaves only the rows of the migrations' own tables and the position in the log of changes, and ids start from one. No
 * trigger logs it: no one follows any more.
 */
async function emptyDatabase({ db }: OpenDatabase): Promise<void> {
  await sql
    .raw(
      `do $$
       declare the record;
       begin
         set local session_replication_role = replica;
         for the in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%'
           and tablename <> 'change_readers' loop
           execute format('delete from %I', the.tablename);
         end loop;
         for the in select sequencename, start_value from pg_sequences where schemaname = 'public' and last_value is not null loop
           perform setval(the.sequencename::regclass, the.start_value, false);
         end loop;
       end $$`,
    )
    .execute(db)
}

function fail(error: Error): void {
  throw error
}
