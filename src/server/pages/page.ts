import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { etagOf } from '../lib/etag'

/** How the bytes of a page are sent, as Content-Encoding names it. */
export type Encoding = 'br' | 'gzip' | 'identity'

/** HTML that is the same for every visit. */
export interface Page {
  /** A weak ETag: it is the same for every encoding. */
  etag: string
  /** Of the whole HTML. */
  bytes: number
  /** The Content-Security-Policy that lets its own scripts and styles in, and no others. */
  policy: string
  body(encoding: Encoding): Buffer
}

/**
 * A page of a hundred kilobytes takes 2 ms, and is an eighth smaller than by gzip. With the window that brotli takes by itself
 * it spends 40 to 160 ms on filling its tables, and saves less than one percent more.
 */
const BROTLI = { quality: 9, windowBits: 16 }
const GZIP_LEVEL = 9

/** Makes a page. It is compressed once in each way, when somebody first asks for it so. */
export function createPage(html: string, policy: string): Page {
  const bodies: Partial<Record<Encoding, Buffer>> = {}
  const plain = Buffer.from(html)
  return {
    etag: `W/${etagOf(plain)}`,
    bytes: plain.length,
    policy,
    body: (encoding) => (bodies[encoding] ??= compressed(plain, encoding)),
  }
}

function compressed(plain: Buffer, encoding: Encoding): Buffer {
  switch (encoding) {
    case 'br':
      return brotliCompressSync(plain, {
        params: {
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_QUALITY]: BROTLI.quality,
          [constants.BROTLI_PARAM_LGWIN]: BROTLI.windowBits,
          [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        },
      })
    case 'gzip':
      return gzipSync(plain, { level: GZIP_LEVEL })
    case 'identity':
      return plain
  }
}
