import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { plainOf } from './encryption'
import { BackupError, END, type End, FORMAT, HEAD, type Head, INDEX, type IndexLine } from './format'
import { createIndexSpool } from './index-spool'

const decompress = promisify(gunzip)
const READ_BYTES = 1024 ** 2

/** What to do with an archive while it is read. Nothing is proven before `readArchive` has returned. */
export interface ArchiveVisitor {
  /** An entry that the index should know. It must be read to its end. */
  entry?(name: string, content: AsyncIterable<Buffer>): Promise<void>
  /** Each line of the index, in its order. */
  line?(line: IndexLine): Promise<void>
}

/**
 * Reads an archive from its beginning to its end, and compares each entry with the index. `scratch` is the name of a file
 * that may be written meanwhile, `identity` the private key where it is encrypted.
 * @throws BackupError when it is no backup, was cut off, or was changed since it was written
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
    const difference = await firstDifference(index.pieces(), seen.pieces())
    if (difference !== undefined) throw new BackupError(`${file} was changed: ${difference} is not what was written`)
    return { ...head, ...end }
  } finally {
    await Promise.all([seen.remove(), index.remove()])
  }
}

/** The head alone: it proves nothing of the rest. */
export async function readHead(file: string, identity?: string): Promise<Head> {
  for await (const { header, content } of entriesOf(file, identity))
    return asHead(file, header.name, await buffer(content))
  throw new BackupError(`${file} is empty`)
}

/** The lines of a piece of rows or index. */
export async function unpacked(content: Buffer): Promise<string[]> {
  const text = String(await decompress(content))
  return text === '' ? [] : text.split('\n')
}

/** Reads what nobody wants. */
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

/** What the archive's parser finds wrong is damage. Failures of whoever uses the items do not pass through here. */
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

/** The name of the first entry that is not as the index says, or is missing. Files in earlier archives are left out. */
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

async function* linesOf(pieces: AsyncIterable<string[]>): AsyncGenerator<string, undefined> {
  for await (const lines of pieces) yield* lines
}
