import type { IncomingMessage } from 'node:http'
import { finished, Transform, type TransformCallback } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { bodyTooLarge } from '../lib/api-error'

/** Every part of a multipart body, and the end of the body, starts with this. */
const PART_START = '\r\n--'
const PIECE_BYTES = 8 * 1024
/** Bytes that the parser may have received but not parsed yet: the longest chunk of a socket. */
const UNSEEN_BYTES = 64 * 1024

/**
 * Passes a multipart body on to the parser, and limits the bytes outside the file.
 *
 * The parser handles a whole chunk at once. 64 KB of empty parts block the event loop for a tenth of a second, and a
 * part without a name within one chunk may make the parser hang. So a chunk in which parts start is passed on in small
 * slices.
 */
export class MeteredBody extends Transform {
  /** The parser reads them. */
  readonly headers: IncomingMessage['headers']
  #passed = 0

  constructor(
    request: IncomingMessage,
    private readonly limit: {
      maxBytes: number
      /** Bytes of the file that the parser has emitted. */
      fileBytes: () => number
    },
  ) {
    super()
    this.headers = request.headers
    request.pipe(this)
    finished(request, { writable: false }, (error) => error && this.destroy(error))
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const pieceBytes = chunk.includes(PART_START) ? PIECE_BYTES : UNSEEN_BYTES
    this.#pass(chunk, pieceBytes).then(() => done(), done)
  }

  async #pass(chunk: Buffer, pieceBytes: number): Promise<void> {
    for (let at = 0; at < chunk.length && !this.destroyed; at += pieceBytes) {
      if (at > 0) await setImmediate()
      if (this.#isTooMuch()) throw bodyTooLarge()
      const piece = chunk.subarray(at, at + pieceBytes)
      this.#passed += piece.length
      this.push(piece)
    }
  }

  #isTooMuch(): boolean {
    const seen = this.#passed - this.readableLength - UNSEEN_BYTES
    return seen - this.limit.fileBytes() > this.limit.maxBytes
  }
}
