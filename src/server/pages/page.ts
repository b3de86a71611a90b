import { constants, crc32, deflateRawSync } from 'node:zlib'
import { etagOf } from '../lib/etag'
import { NONCE_CHARACTERS } from './nonce'

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

/** Bytes with places for the nonce. */
interface Stencil {
  bytes: Buffer
  places: number[]
}

/**
 * Makes a page of HTML that has a placeholder, as long as a nonce, wherever the nonce of a visit is to be written. It is
 * compressed once, when somebody first asks for it so.
 */
export function createPage(html: string, placeholder: string): Page {
  const parts = html.split(placeholder).map((part) => Buffer.from(part))
  const plain = joined(parts, Buffer.alloc(NONCE_CHARACTERS, NO_TEXT), 0)
  let compressed: Stencil | undefined

  return {
    etag: `W/${etagOf(html)}`,
    bytes: plain.bytes.length,
    plain: (nonce) => filled(plain, nonce),
    gzipped(nonce) {
      compressed ??= compress(parts)
      const file = filled(compressed, nonce)
      const content = filled(plain, nonce)
      file.writeUInt32LE(crc32(content), file.length - TRAILER_BYTES)
      file.writeUInt32LE(content.length, file.length - TRAILER_BYTES + 4)
      return file
    },
  }
}

function filled({ bytes, places }: Stencil, nonce: string): Buffer {
  const copy = Buffer.allocUnsafe(bytes.length)
  bytes.copy(copy)
  for (const place of places) copy.write(nonce, place, 'latin1')
  return copy
}

/** Puts something between the parts. `offset`: where in it the nonce is to be written. */
function joined(parts: Buffer[], between: Buffer, offset: number): Stencil {
  const pieces: Buffer[] = []
  const places: number[] = []
  let length = 0
  for (const [index, part] of parts.entries()) {
    if (index > 0) {
      places.push(length + offset)
      pieces.push(between)
      length += between.length
    }
    pieces.push(part)
    length += part.length
  }
  return { bytes: Buffer.concat(pieces), places }
}

/** A gzip file in which each nonce is a block that is not compressed, and the trailer is still to be written. */
function compress(parts: Buffer[]): Stencil {
  const hole = Buffer.alloc(NONCE_CHARACTERS, NO_TEXT)
  const { bytes: block, header } = storedBlock(hole)
  let before: Buffer = Buffer.alloc(0)
  const deflated = parts.map((part) => {
    const stream = deflateRawSync(part, {
      level: COMPRESSION_LEVEL,
      finishFlush: constants.Z_SYNC_FLUSH,
      ...(before.length > 0 && { dictionary: before.subarray(-WINDOW_BYTES) }),
    })
    before = Buffer.concat([before, part, hole])
    return stream
  })
  const { bytes, places } = joined(deflated, block, header)
  return {
    bytes: Buffer.concat([GZIP_HEADER, bytes, LAST_BLOCK, Buffer.alloc(TRAILER_BYTES)]),
    places: places.map((place) => place + GZIP_HEADER.length),
  }
}

/** Bytes as they are, as a block of a deflate stream (RFC 1951, 3.2.4), and the length of its header. */
function storedBlock(content: Buffer): { bytes: Buffer; header: number } {
  const header = Buffer.alloc(5)
  header.writeUInt16LE(content.length, 1)
  header.writeUInt16LE(~content.length & 0xffff, 3)
  return { bytes: Buffer.concat([header, content]), header: header.length }
}
