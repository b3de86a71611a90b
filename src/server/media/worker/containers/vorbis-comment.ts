/** How the comments of a codec begin, and whether a bit that is set ends them. */
export interface CommentLayout {
  comments: Buffer
  hasFramingBit: boolean
}

/** The lengths of the encoder's name and of the list, both 0. */
const EMPTY_BYTES = 8

/**
 * Overwrites a piece of a comment packet, which begins `offset` bytes into it, with what an empty one has there: no
 * encoder's name, no comments, and zeros up to its old end, which decoders pass over.
 */
export function wipeVorbisComment(piece: Buffer, offset: number, { comments, hasFramingBit }: CommentLayout): void {
  const empty = Buffer.concat([comments, Buffer.alloc(EMPTY_BYTES), Buffer.from([hasFramingBit ? 1 : 0])])
  piece.fill(0)
  empty.copy(piece, 0, Math.min(offset, empty.length))
}
