import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, type BrotliOptions, constants, gzipSync } from 'node:zlib'
import { etagOf } from '../lib/etag'
import { createGate } from '../lib/gate'

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
 * A page of a hundred kilobytes takes 2 ms so. With the window that brotli takes by itself it spends 40 to 160 ms on filling
 * its tables, and saves less than one percent more.
 */
const QUICK = brotliOptions(5)
/**
 * A tenth smaller, in about 100 ms of a thread beside. A phone at a weak network is spared a whole turn of the connection by
 * it, where a page then fits into what a server may send at first (14 600 bytes).
 */
const THOROUGH = brotliOptions(constants.BROTLI_MAX_QUALITY)
const GZIP_LEVEL = 9

/**
 * Makes a page. It is compressed once in each way, when somebody first asks for it so; by brotli a second time and as well as
 * can be, when somebody asks again.
 */
export function createPage(html: string, policy: string): Page {
  const bodies: Partial<Record<Encoding, Buffer>> = {}
  const plain = Buffer.from(html)
  let isThorough = false

  function compressThoroughly(): void {
    isThorough = true
    compressBeside(plain).then(
      (body) => (bodies.br = body),
      // What was made quickly is sent on.
      () => undefined,
    )
  }

  return {
    etag: `W/${etagOf(plain)}`,
    bytes: plain.length,
    policy,
    body(encoding) {
      if (encoding === 'br' && bodies.br && !isThorough) compressThoroughly()
      return (bodies[encoding] ??= compressed(plain, encoding))
    },
  }
}

/** One page at a time: files are read by the same threads. Pages beyond the queue stay as they were made quickly. */
const throughGate = createGate(1, 20)

function compressBeside(plain: Buffer): Promise<Buffer> {
  return throughGate(() => promisify(brotliCompress)(plain, THOROUGH))
}

function compressed(plain: Buffer, encoding: Encoding): Buffer {
  switch (encoding) {
    case 'br':
      return brotliCompressSync(plain, QUICK)
    case 'gzip':
      return gzipSync(plain, { level: GZIP_LEVEL })
    case 'identity':
      return plain
  }
}

function brotliOptions(quality: number): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: 16,
    },
  }
}
