import path from 'node:path'
import { readArchive, skip } from './archive-reader'
import { BackupError, type End, FILES, type Head, type IndexLine } from './format'

/** Callbacks for reading a backup. Nothing is verified until `readBackup` has returned. */
export interface BackupVisitor {
  /** The secret key, or a chunk of rows. It must be read to its end. */
  entry?: (name: string, content: AsyncIterable<Buffer>) => Promise<void>
  /** A stored file, by its key in the store. It must be read to its end. */
  file?: (key: string, content: AsyncIterable<Buffer>) => Promise<void>
}

/** SHA-256 of files by their names in an archive. */
type Wanted = Map<string, string>

/**
 * Reads a backup: its archive, and the files that it references in earlier archives of the same folder. `scratch` is a
 * path for temporary files.
 * @throws BackupError when one of the archives is incomplete, or lacks a file
 */
export async function readBackup(
  archive: string,
  scratch: string,
  visitor: BackupVisitor = {},
  identity?: string,
): Promise<Head & End> {
  const { entry = leave, file = leave } = visitor
  const elsewhere = new Map<string, Wanted>()

  const visit = {
    entry: (name: string, content: AsyncIterable<Buffer>) =>
      name.startsWith(FILES) ? file(keyOf(name), content) : entry(name, content),
    async line({ name, sha256, in: holder }: IndexLine) {
      if (holder === undefined) return
      const wanted = elsewhere.get(holder) ?? new Map<string, string>()
      elsewhere.set(holder, wanted.set(name, sha256))
    },
  }
  const whole = await readArchive(archive, scratch, visit, identity)
  for (const [holder, wanted] of elsewhere) await readWanted(besideOf(archive, holder), wanted)
  return whole

  async function readWanted(holder: string, wanted: Wanted): Promise<void> {
    const visit = {
      entry: (name: string, content: AsyncIterable<Buffer>) =>
        wanted.has(name) ? file(keyOf(name), content) : skip(content),
      async line(line: IndexLine) {
        if (line.in === undefined && wanted.get(line.name) === line.sha256) wanted.delete(line.name)
      },
    }
    await readArchive(holder, scratch, visit, identity)
    const [lacking] = wanted.keys()
    if (lacking !== undefined) throw new BackupError(`${holder} lacks ${lacking}, which ${archive} leaves to it`)
  }
}

function leave(_name: string, content: AsyncIterable<Buffer>): Promise<void> {
  return skip(content)
}

function keyOf(name: string): string {
  return name.slice(FILES.length)
}

/** An archive may be untrusted: a name in it must not lead to another folder. */
function besideOf(archive: string, name: string): string {
  if (path.basename(name) !== name) throw new BackupError(`${archive} names an archive in another folder`)
  return path.join(path.dirname(archive), name)
}
