import { inflateSync } from 'node:zlib'

/** Sizes of the headers of both formats, and of a table's directory entry, in bytes. */
const WOFF_HEAD = 44
const WOFF_ENTRY = 20
const FONT_HEAD = 12
const FONT_ENTRY = 16

/**
 * The TrueType or OpenType font in a WOFF file (https://www.w3.org/TR/WOFF): the same tables, each compressed
 * separately. Only for fonts of our own packages: nothing is validated.
 */
export function fontOfWoff(woff: Buffer): Buffer {
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_none, index) => {
    const entry = woff.subarray(WOFF_HEAD + index * WOFF_ENTRY)
    const [start, bytes, size] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)]
    const content = woff.subarray(start, start + bytes)
    return {
      tag: entry.subarray(0, 4),
      checksum: entry.readUInt32BE(16),
      content: bytes < size ? inflateSync(content) : content,
    }
  })

  const head = headOf(woff.subarray(4, 8), tables.length)
  const pieces = [head]
  let start = head.length
  for (const [index, { tag, checksum, content }] of tables.entries()) {
    const entry = FONT_HEAD + index * FONT_ENTRY
    tag.copy(head, entry)
    head.writeUInt32BE(checksum, entry + 4)
    head.writeUInt32BE(start, entry + 8)
    head.writeUInt32BE(content.length, entry + 12)
    // Each table starts at a multiple of four.
    const gap = Buffer.alloc(-content.length & 3)
    pieces.push(content, gap)
    start += content.length + gap.length
  }
  return Buffer.concat(pieces)
}

/** The header of a font, with space for its table directory. Its numbers are for a binary search in that directory. */
function headOf(flavour: Buffer, tables: number): Buffer {
  const head = Buffer.alloc(FONT_HEAD + tables * FONT_ENTRY)
  const steps = Math.floor(Math.log2(tables))
  const searched = 2 ** steps * FONT_ENTRY
  flavour.copy(head)
  head.writeUInt16BE(tables, 4)
  head.writeUInt16BE(searched, 6)
  head.writeUInt16BE(steps, 8)
  head.writeUInt16BE(tables * FONT_ENTRY - searched, 10)
  return head
}
