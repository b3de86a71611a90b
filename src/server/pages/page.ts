import { constants, crc32, deflateRawSync } from 'node:zlib'
import { etagOf } from '../lib/etag'
import { NONCE_CHARACTERS } from './nonce'

/** HTML that is the same for every visit but for its nonce. */
export interface Page {
  /** A weak ETag: the nonce is not part of it. */
  etag: string
  bytes: number
  /** The whole HTML, in pieces to be sent one after another. All visits share those that hold no nonce. */
  plain(nonce: string): Buffer[]
  /** The same, compressed by gzip. */
  gzipped(nonce: string): Buffer[]
}

const COMPRESSION_LEVEL = 9
/** How far back a deflate stream can refer. */
const WINDOW_BYTES = 32 * 1024
/** A byte that no text in UTF-8 has, so that nothing refers to the place of a nonce. */
const NO_TEXT = 0xff
/** A gzip file without a name or a time. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty last block of a deflate stream. */
const LAST_BLOCK = Buffer.from([3, 0])
const TRAILER_BYTES = 8

/**
 * Makes a page of HTML that has a placeholder, as long as a nonce, wherever the nonce of a visit is to be written. It is
 * compressed once, when somebody first asks for it so.
 */
export function createPage(html: string, placeholder: string): Page {
  const parts = html.split(placeholder).map((part) => Buffer.from(part))
  const bytes = parts.reduce((sum, part) => sum + part.length, (parts.length - 1) * NONCE_CHARACTERS)
  let deflated: Buffer[] | undefined

  return {
    etag: `W/${etagOf(html)}`,
    bytes,
    plain: (nonce) => joined(parts, Buffer.from(nonce, 'latin1')),
    gzipped(nonce) {
      deflated ??= deflate(parts)
      const hole = Buffer.from(nonce, 'latin1')
      const trailer = Buffer.alloc(TRAILER_BYTES)
      trailer.writeUInt32LE(joined(parts, hole).reduce((sum, piece) => crc32(piece, sum), 0))
      trailer.writeUInt32LE(bytes, 4)
      return [GZIP_HEADER, ...joined(deflated, storedBlock(hole)), LAST_BLOCK, trailer]
    },
  }
}

function joined(parts: readonly Buffer[], between: Buffer): Buffer[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [between, part]))
}

/** The parts as a deflate stream that leaves room between them for blocks with the nonce. */
function deflate(parts: readonly Buffer[]): Buffer[] {
  const hole = Buffer.alloc(NONCE_CHARACTERS, NO_TEXT)
  let before: Buffer = Buffer.alloc(0)
  return parts.map((part) => {
    const stream = deflateRawSync(part, {
      level: COMPRESSION_LEVEL,
      finishFlush: constants.Z_SYNC_FLUSH,
      ...(before.length > 0 && { dictionary: before.subarray(-WINDOW_BYTES) }),
    })
    before = Buffer.concat([before, part, hole])
    return stream
  })
}

/** Bytes as they are, as a block of a deflate stream (RFC 1951, 3.2.4). */
function storedBlock(content: Buffer): Buffer {
  const header = Buffer.alloc(5)
  header.writeUInt16LE(content.length, 1)
  header.writeUInt16LE(~content.length & 0xffff, 3)
  return Buffer.concat([header, content])
}
