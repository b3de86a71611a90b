import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { sql } from 'kysely'
import path from 'node:path'
import { migrate, migrationsOf } from '../db/migrate'
import type { Db } from '../db/schema'
import type { Snapshot } from '../db/snapshot'
import type { FileStore, StoredFile } from '../storage/file-store'
import { readArchive } from './archive-reader'
import { type ArchiveWriter, createArchiveWriter } from './archive-writer'
import {
  createIndexSpool,
  END,
  type End,
  FILES,
  FORMAT,
  HEAD,
  type Head,
  INDEX,
  type IndexLine,
  type IndexSpool,
  ROWS,
  SECRET_KEY,
} from './format'
import { insertRows, prepareTables, readRows, setTriggers } from './rows'
import { readSequences, setSequences, tablesInOrder } from './tables'

const compress = promisify(gzip)
/** Files up to this size are read ahead, those of a few media at once: a remote store takes a while to respond. */
const READ_AHEAD_BYTES = 1024 ** 2
const READ_AHEAD = 8

/** What is done so far. */
export interface Progress {
  rows: number
  files: number
  bytes: number
}

interface BackupParts {
  /** It is closed as soon as its rows are read. */
  snapshot: Snapshot
  store: FileStore
  /** The path of the archive, or what it is streamed into. */
  target: string | Writable
  /** The path of a temporary file. */
  scratch: string
  release: string
  /** The key in DATA_DIR, if the installation signs with it. */
  secretKey?: string | undefined
  /** Encrypts the archive for the holder of a private key (see format.ts). */
  encrypt?: ((plain: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>) | undefined
  /** Files in earlier archives, which this one need not contain again. */
  earlier?: EarlierFiles | undefined
  onProgress?: ((progress: Progress) => void) | undefined
}

/**
 * Writes all rows of a snapshot, and the files that they reference, into one archive (see format.ts). Until it returns,
 * files must not be removed from the store.
 */
export async function writeBackup(parts: BackupParts): Promise<Head & End> {
  const { snapshot, store, target, scratch, secretKey, encrypt, earlier = NO_EARLIER_FILES, onProgress } = parts
  const archive = await createArchiveWriter(target, encrypt)
  const index = createIndexSpool(scratch)
  const progress: Progress = { rows: 0, files: 0, bytes: 0 }
  const report = () => onProgress?.({ ...progress })
  try {
    const head = await headOf(snapshot.db, parts.release)
    await archive.add(HEAD, asJson(head))
    if (secretKey !== undefined) await index.add(await archive.add(SECRET_KEY, Buffer.from(secretKey)))

    const rows = await addRows(snapshot.db, head.tables, { archive, index }, (more) => {
      progress.rows += more
      report()
    })
    const mediaIds = await mediaIdsOf(snapshot.db)
    await snapshot.close()

    const end: Omit<End, 'sha256'> = { rows, files: 0, file_bytes: 0, files_elsewhere: 0, missing: [] }
    for await (const { mediaId, files } of readAhead(mediaIds, READ_AHEAD, (id) => findFiles(store, id))) {
      if (files.length === 0) end.missing.push(mediaId)
      for (const found of files) {
        const known = earlier.find(found)
        await index.add(known ?? (await addFile(archive, found)))
        if (known) {
          end.files_elsewhere++
          continue
        }
        end.files++
        end.file_bytes += found.size
        progress.files = end.files
        progress.bytes = end.file_bytes
        report()
      }
    }

    let chunks = 0
    for await (const lines of index.chunks()) await archive.add(chunkName(INDEX, ++chunks), await packed(lines))
    const whole = { ...end, sha256: index.sha256() }
    await archive.add(END, asJson(whole))
    await archive.finish()
    return { ...head, ...whole }
  } catch (error) {
    await archive.abandon()
    throw error
  } finally {
    await index.remove()
  }
}

async function headOf(db: Db, release: string): Promise<Head> {
  return {
    format: FORMAT,
    id: randomUUID(),
    made_at: new Date().toISOString(),
    release,
    migrations: (await migrationsOf(db)).done,
    tables: await tablesInOrder(db),
    sequences: await readSequences(db),
  }
}

async function addRows(
  db: Db,
  tables: string[],
  { archive, index }: { archive: ArchiveWriter; index: IndexSpool },
  onRows: (more: number) => void,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    let [count, chunks] = [0, 0]
    for await (const rows of readRows(db, table)) {
      await index.add(await archive.add(chunkName(`${ROWS}${table}/`, ++chunks), await packed(rows)))
      count += rows.length
      onRows(rows.length)
    }
    counts[table] = count
  }
  return counts
}

/** The ids of all stored files, sorted. */
async function mediaIdsOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from media order by id`.execute(db)
  return rows.map(({ id }) => id)
}

interface FoundFile {
  /** In the archive. */
  name: string
  size: number
  /** Its bytes, if they were read ahead. */
  content?: Buffer
  read: () => Promise<Readable>
}

async function findFiles(store: FileStore, mediaId: string): Promise<{ mediaId: string; files: FoundFile[] }> {
  const files: FoundFile[] = []
  for (const name of await store.list(mediaId)) {
    const stored = await store.open(`${mediaId}/${name}`)
    if (!stored) continue
    const { size } = stored
    const content = size <= READ_AHEAD_BYTES ? await contentOf(stored) : undefined
    files.push({ name: `${FILES}${mediaId}/${name}`, size, ...(content && { content }), read: () => stored.read() })
  }
  return { mediaId, files }
}

/** Reads a local file into one buffer: the chunks of a stream would double the garbage. */
async function contentOf(stored: StoredFile): Promise<Buffer> {
  return stored.localFile === undefined ? buffer(await stored.read()) : readFile(stored.localFile)
}

async function addFile(archive: ArchiveWriter, { name, size, content, read }: FoundFile): Promise<IndexLine> {
  return content ? archive.add(name, content) : archive.addStream(name, { size, stream: await read() })
}

function chunkName(folder: string, nth: number): string {
  return `${folder}${String(nth).padStart(6, '0')}.ndjson.gz`
}

async function packed(lines: string[]): Promise<Buffer> {
  return compress(lines.join('\n'))
}

function asJson(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}

/**
 * Yields the result of `load` for each item, in order, with up to `ahead` loads in progress. When the consumer stops
 * early, or a load fails, the others are awaited and discarded.
 */
async function* readAhead<Item, Loaded>(
  items: Iterable<Item>,
  ahead: number,
  load: (item: Item) => Promise<Loaded>,
): AsyncGenerator<Loaded> {
  const loading: Promise<Loaded>[] = []
  try {
    for (const item of items) {
      const next = load(item)
      // The error is thrown when its turn comes.
      next.catch(() => undefined)
      loading.push(next)
      if (loading.length >= ahead) yield await (loading.shift() as Promise<Loaded>)
    }
    for (let next = loading.shift(); next; next = loading.shift()) yield await next
  } finally {
    await Promise.allSettled(loading)
  }
}

/** Files in an earlier archive, or in one that it refers to. */
interface EarlierFiles {
  /** The index line that says where this file is. */
  find(file: { name: string; size: number }): IndexLine | undefined
}

const NO_EARLIER_FILES: EarlierFiles = { find: () => undefined }

/**
 * Reads the index of an archive, which also verifies that archive. A stored file never changes, so the same name and
 * size mean the same file.
 */
export async function earlierFilesOf(archive: string, scratch: string): Promise<EarlierFiles> {
  const known = new Map<string, IndexLine>()
  const ownName = path.basename(archive)
  await readArchive(archive, scratch, {
    async line(line) {
      if (line.name.startsWith(FILES)) known.set(line.name, { ...line, in: line.in ?? ownName })
    },
  })
  return {
    find: ({ name, size }) => {
      const line = known.get(name)
      return line?.size === size ? line : undefined
    },
  }
}

/**
 * Copies all rows into an empty database, in one transaction. `from` must be a read-only transaction. Returns the
 * number of rows of each table.
 * @throws BackupError when the database is not empty
 */
export async function copyRows(
  from: Db,
  to: Db,
  onProgress: (progress: Progress) => void,
): Promise<Record<string, number>> {
  await prepareTables(to, (await migrationsOf(from)).done)
  const tables = await tablesInOrder(from)
  const counts: Record<string, number> = {}
  await to.transaction().execute(async (tx) => {
    await setTriggers(tx, tables, 'disable')
    for (const table of tables) {
      counts[table] = 0
      for await (const rows of readRows(from, table)) {
        await insertRows(tx, table, rows)
        counts[table] += rows.length
        onProgress({ rows: Object.values(counts).reduce((sum, more) => sum + more, 0), files: 0, bytes: 0 })
      }
    }
    await setSequences(tx, await readSequences(from))
    await setTriggers(tx, tables, 'enable')
  })
  await migrate(to)
  return counts
}
