import { constants, crc32, deflateRawSync } from 'node:zlib'
import { etagOf } from '../lib/etag'

/** Stands in the HTML where the nonce of a visit is to be written. No text of a visitor can hold it. */
export type NoncePlaceholder = string

/** HTML that is the same for every visit but for its nonce. */
export interface Page {
  /** A weak ETag: the nonce is not part of it. */
  etag: string
  bytes: number
  /** The whole HTML. */
  plain(nonce: string): Buffer
  /** The same, compressed by gzip. */
  gzipped(nonce: string): Buffer
}

const COMPRESSION_LEVEL = 7
/** A gzip file without a name or a time. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty last block of a deflate stream. */
const LAST_BLOCK = Buffer.from([3, 0])

/** Splits HTML at the placeholders, and compresses the parts between them when they are first asked for. */
export function createPage(html: string, placeholder: NoncePlaceholder): Page {
  const parts = html.split(placeholder).map((part) => Buffer.from(part))
  let deflated: Buffer[] | undefined

  return {
    etag: `W/${etagOf(html)}`,
    bytes: parts.reduce((sum, part) => sum + part.length, 0),
    plain: (nonce) => Buffer.concat(joined(parts, Buffer.from(nonce))),
    gzipped(nonce) {
      deflated ??= parts.map((part) =>
        deflateRawSync(part, { level: COMPRESSION_LEVEL, finishFlush: constants.Z_FULL_FLUSH }),
      )
      const blocks = joined(deflated, storedBlock(Buffer.from(nonce)))
      return Buffer.concat([GZIP_HEADER, ...blocks, LAST_BLOCK, gzipTrailer(joined(parts, Buffer.from(nonce)))])
    },
  }
}

function joined(parts: Buffer[], between: Buffer): Buffer[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [between, part]))
}

/** Bytes as they are, as a block of a deflate stream (RFC 1951, 3.2.4). */
function storedBlock(bytes: Buffer): Buffer {
  const header = Buffer.alloc(5)
  header.writeUInt16LE(bytes.length, 1)
  header.writeUInt16LE(~bytes.length & 0xffff, 3)
  return Buffer.concat([header, bytes])
}

function gzipTrailer(parts: Buffer[]): Buffer {
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(
    parts.reduce((sum, part) => crc32(part, sum), 0),
    0,
  )
  trailer.writeUInt32LE(
    parts.reduce((sum, { length }) => sum + length, 0),
    4,
  )
  return trailer
}
