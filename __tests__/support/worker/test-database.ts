import { cpSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Duplex, duplexPair } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import type { PoolConfig } from 'pg'
import { type ChangeFeed, createChangeFeed } from '@server/db/change-feed'
import { openDatabase as openFolder } from '@server/db/embedded/database-folder'
import { serveInTurn } from '@server/db/embedded/database-socket'
import type { EmbeddedDatabase } from '@server/db/embedded/embedded-database'
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
  onWorkerEnd(() => rm(dataDir, { recursive: true, force: true }))
  return openEmbedded(await startInThisThread(dataDir), dataDir, DATABASE_WORKER_FILE)
}

/**
 * The embedded database without its thread and its socket: the two threads woke each other up for each query, which took a
 * quarter of the processor.
 */
async function startInThisThread(dataDir: string): Promise<EmbeddedDatabase> {
  const database = await openFolder(path.join(dataDir, 'database'), (reason) => fail(new Error(reason)), true)
  rememberSizes(database)
  const turns = serveInTurn(database)
  const stream = () => connectTo(turns)
  const settings: PoolConfig = { user: 'postgres', database: 'postgres', ssl: false, max: 1, idleTimeoutMillis: 0 }
  return {
    connection: { ...settings, stream },
    async stop() {
      await turns.settled()
      await database.close()
    },
  }
}

interface DiskFiles {
  stream_ops: {
    llseek: (stream: OpenFile, offset: number, whence: number) => number
    write: (stream: OpenFile, bytes: Uint8Array, offset: number, length: number, position: number) => number
  }
  setattr: (file: unknown, node: object, ...rest: unknown[]) => void
}

interface OpenFile {
  node: object
}

const FROM_END = 2

/** The size of every table is asked for with each query that reads it. Nobody else changes the files. */
function rememberSizes({ Module }: PGlite): void {
  const files = Reflect.get(Module.FS, 'filesystems') as { NODEFS: DiskFiles }
  const { stream_ops: streams, setattr } = files.NODEFS
  const { llseek, write } = streams
  const sizes = new WeakMap<object, number>()
  Object.assign(streams, {
    llseek(stream, offset, whence) {
      if (whence !== FROM_END) return llseek(stream, offset, whence)
      const size = sizes.get(stream.node) ?? llseek(stream, 0, FROM_END)
      sizes.set(stream.node, size)
      return size + offset
    },
    write(stream, bytes, offset, length, position) {
      const written = write(stream, bytes, offset, length, position)
      const size = sizes.get(stream.node)
      if (size !== undefined) sizes.set(stream.node, Math.max(size, position + written))
      return written
    },
  } satisfies DiskFiles['stream_ops'])
  files.NODEFS.setattr = (file, node, ...rest) => {
    sizes.delete(node)
    setattr(file, node, ...rest)
  }
}

/** What pg wants of a socket. */
function connectTo(turns: ReturnType<typeof serveInTurn>): Duplex {
  const [near, far] = duplexPair()
  const same = () => near
  return Object.assign(near, {
    connect() {
      turns.take(far)
      process.nextTick(() => near.emit('connect'))
    },
    setNoDelay: same,
    setKeepAlive: same,
    ref: same,
    unref: same,
  })
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
