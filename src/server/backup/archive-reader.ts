import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import {
  BackupError,
  createIndexSpool,
  END,
  type End,
  FORMAT,
  HEAD,
  type Head,
  INDEX,
  type IndexLine,
  plainOf,
} from './format'

const decompress = promisify(gunzip)
const READ_BYTES = 1024 ** 2

/** Callbacks for reading an archive. Nothing is verified until `readArchive` has returned. */
interface ArchiveVisitor {
  /** An entry that should be in the index. It must be read to its end. */
  entry?(name: string, content: AsyncIterable<Buffer>): Promise<void>
  /** Each line of the index, in order. */
  line?(line: IndexLine): Promise<void>
}

/**
 * Reads a whole archive, and compares each entry with the index. `scratch` is a path for temporary files, `identity`
 * the private key of an encrypted archive.
 * @throws BackupError when it is not a backup, is truncated, or was changed since it was written
 */
export async function readArchive(
  file: string,
  scratch: string,
  visitor: ArchiveVisitor = {},
  identity?: string,
): Promise<Head & End> {
  const seen = createIndexSpool(scratch)
  const index = createIndexSpool(`${scratch}.index`)
  let head: Head | undefined
  let end: End | undefined
  try {
    for await (const { header, content } of entriesOf(file, identity)) {
      const { name, size } = header
      if (!head) {
        head = asHead(file, name, await buffer(content))
      } else if (name === END) {
        end = JSON.parse(String(await buffer(content))) as End
      } else if (name.startsWith(INDEX)) {
        for (const text of await unpacked(await buffer(content))) {
          const line = JSON.parse(text) as IndexLine
          await index.add(line)
          await visitor.line?.(line)
        }
      } else {
        const hash = createHash('sha256')
        const hashed = hashing(content, hash)
        await (visitor.entry?.(name, hashed) ?? skip(hashed))
        await seen.add({ name, size, sha256: hash.digest('hex') })
      }
    }
    if (!head || !end) throw new BackupError(`${file} is cut off: its end is missing`)
    if (end.sha256 !== index.sha256()) throw new BackupError(`${file} was changed: its index is another one`)
    const difference = await firstDifference(index.chunks(), seen.chunks())
    if (difference !== undefined) throw new BackupError(`${file} was changed: ${difference} is not what was written`)
    return { ...head, ...end }
  } finally {
    await Promise.all([seen.remove(), index.remove()])
  }
}

/** Reads only the head, which verifies nothing else. */
export async function readHead(file: string, identity?: string): Promise<Head> {
  for await (const { header, content } of entriesOf(file, identity))
    return asHead(file, header.name, await buffer(content))
  throw new BackupError(`${file} is empty`)
}

/** The lines of a chunk of rows or of the index. */
export async function unpacked(content: Buffer): Promise<string[]> {
  const text = String(await decompress(content))
  return text === '' ? [] : text.split('\n')
}

/** Reads and discards an entry. */
export async function skip(content: AsyncIterable<unknown>): Promise<void> {
  const chunks = content[Symbol.asyncIterator]()
  while (!(await chunks.next()).done);
}

async function* entriesOf(file: string, identity: string | undefined) {
  await access(file).catch(() => {
    throw new BackupError(`${file} is not there, or may not be read`)
  })
  const entries = extract()
  const source = await plainOf(file, createReadStream(file, { highWaterMark: READ_BYTES }), identity)
  source.on('error', (error) => entries.destroy(error))
  source.pipe(entries)
  try {
    for await (const entry of orDamaged(file, entries))
      yield { header: entry.header, content: orDamaged(file, entry as AsyncIterable<Buffer>) }
  } finally {
    source.destroy()
    entries.destroy()
  }
}

/** Reports errors of the archive's parser as damage. Failures of the consumer do not pass through here. */
async function* orDamaged<T>(file: string, items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items
  } catch (error) {
    throw new BackupError(`${file} is no whole tar archive: ${(error as Error).message}`)
  }
}

async function* hashing(content: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
}

function asHead(file: string, name: string, content: Buffer): Head {
  if (name !== HEAD) throw new BackupError(`${file} is no backup of this program: it does not begin with ${HEAD}`)
  const head = JSON.parse(String(content)) as Head
  if (head.format !== FORMAT) {
    throw new BackupError(
      `${file} has the format ${head.format}, and this release reads ${FORMAT}: use the release ${head.release}`,
    )
  }
  return head
}

/** The name of the first entry that differs from the index or is missing. Files in earlier archives are skipped. */
async function firstDifference(
  index: AsyncIterable<string[]>,
  seen: AsyncIterable<string[]>,
): Promise<string | undefined> {
  const found = linesOf(seen)
  for await (const text of linesOf(index)) {
    const line = JSON.parse(text) as IndexLine
    if (line.in === undefined && (await found.next()).value !== text) return line.name
  }
  const { value: surplus } = await found.next()
  return surplus && (JSON.parse(surplus) as IndexLine).name
}

async function* linesOf(batches: AsyncIterable<string[]>): AsyncGenerator<string, undefined> {
  for await (const lines of batches) yield* lines
}
