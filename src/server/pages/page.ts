import { performance } from 'node:perf_hooks'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  type BrotliOptions,
  constants,
  gzip,
  gzipSync,
  type ZlibOptions,
} from 'node:zlib'
import { etagOf } from '../lib/etag'
import { createSemaphore } from '../lib/semaphore'

/** Compression names as in Content-Encoding. */
type Compression = 'br' | 'gzip'
/** How the bytes of a page are sent. */
export type Encoding = Compression | 'identity'

/** HTML that is the same for every visit. */
export interface Page {
  /** A weak ETag: it is the same for every encoding. */
  etag: string
  /** Length of the uncompressed HTML. */
  bytes: number
  /** The Content-Security-Policy that lets its own scripts and styles in, and no others. */
  policy: string
  body(encoding: Encoding): Buffer
}

/**
 * Compresses a page of a hundred kilobytes in 2 ms with brotli, and in 1 ms with gzip. With its default window brotli
 * spends 40 to 160 ms on filling its tables, and saves less than one percent more.
 */
const QUICK = { br: brotliOptions(5, 16), gzip: { level: 3 } }
/**
 * A tenth smaller, in about 100 ms of a background thread. It saves a phone on a weak network a whole round trip, where a
 * page then fits into what a server may send at first (14 600 bytes).
 */
const THOROUGH = { br: brotliOptions(constants.BROTLI_MAX_QUALITY, 18), gzip: { level: 9 } }

/**
 * Makes a page. Each encoding is compressed at its first request; and again at the best quality, at once if the server is
 * idle, else at the next request.
 */
export function createPage(html: string, policy: string): Page {
  const bodies: Partial<Record<Encoding, Buffer>> = {}
  const plain = Buffer.from(html)
  const thorough = new Set<Compression>()

  function compressThoroughly(compression: Compression): void {
    thorough.add(compression)
    compressBeside(plain, compression).then(
      (body) => (bodies[compression] = body),
      // The quickly compressed body stays in use.
      () => undefined,
    )
  }

  return {
    etag: `W/${etagOf(plain)}`,
    bytes: plain.length,
    policy,
    body(encoding) {
      if (encoding === 'identity') return plain
      const made = bodies[encoding]
      const body = made ?? (bodies[encoding] = compressed(plain, encoding))
      if (!thorough.has(encoding) && (made || isServerIdle())) compressThoroughly(encoding)
      return body
    },
  }
}

/** The share of time in which the event loop works, or threads render, up to which the server counts as idle. */
const IDLE = 0.5
let measured = performance.eventLoopUtilization()
let measuredAt = performance.now()
let renderedMs = 0

/** For renderings in other threads, which the event loop does not measure. */
export function recordRendering(milliseconds: number): void {
  renderedMs += milliseconds
}

/** Whether the server has been idle since the last call. */
function isServerIdle(): boolean {
  const now = performance.eventLoopUtilization()
  const { utilization } = performance.eventLoopUtilization(now, measured)
  const rendering = renderedMs / (performance.now() - measuredAt)
  measured = now
  measuredAt = performance.now()
  renderedMs = 0
  return utilization + rendering < IDLE
}

/** One page at a time: the same threads read files. Pages beyond the queue stay quickly compressed. */
const runLimited = createSemaphore(1, 20)

function compressBeside(plain: Buffer, compression: Compression): Promise<Buffer> {
  return runLimited(() =>
    compression === 'br'
      ? promisify(brotliCompress)(plain, THOROUGH.br)
      : promisify<Buffer, ZlibOptions, Buffer>(gzip)(plain, THOROUGH.gzip),
  )
}

function compressed(plain: Buffer, compression: Compression): Buffer {
  return compression === 'br' ? brotliCompressSync(plain, QUICK.br) : gzipSync(plain, QUICK.gzip)
}

/** `window`: the base-2 logarithm of the window in bytes. */
function brotliOptions(quality: number, window: number): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: window,
    },
  }
}
