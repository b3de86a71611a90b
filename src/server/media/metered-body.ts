import type { IncomingMessage } from 'node:http'
import { finished, Transform, type TransformCallback } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { bodyTooLarge } from '../lib/api-error'

/** What each part begins with, and the end too, whatever the boundary. */
const PART_START = '\r\n--'
const PIECE_BYTES = 8 * 1024
/** What the parser may have before it without having looked at it: the longest chunk of a socket. */
const UNSEEN_BYTES = 64 * 1024

/**
 * A multipart body on its way to the parser. What is not of the file may be so many bytes and no more.
 *
 * The parser takes a whole chunk at once: 64 KB of empty parts hold the event loop for a tenth of a second, and a part
 * without a name that begins and ends in one chunk may stop it for good. So a chunk where parts begin goes in pieces.
 */
export class MeteredBody extends Transform {
  /** The parser asks for them. */
  readonly headers: IncomingMessage['headers']
  #passed = 0

  constructor(
    request: IncomingMessage,
    private readonly limit: {
      mostBytes: number
      /** Bytes of the file that the parser has seen. */
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
    return seen - this.limit.fileBytes() > this.limit.mostBytes
  }
}
