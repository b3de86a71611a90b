/** The magic bytes of a codec's comments, and whether a set bit ends them. */
export interface CommentLayout {
  comments: Buffer
  hasFramingBit: boolean
}

/** The length of the encoder's name and the number of comments, both 0. */
const EMPTY_BYTES = 8

/**
 * Overwrites a fragment of a comment packet with that of an empty packet: no encoder name, no comments, and zeros up to
 * the old end, which decoders skip. The fragment starts at `offset` in the packet.
 */
export function wipeVorbisComment(chunk: Buffer, offset: number, { comments, hasFramingBit }: CommentLayout): void {
  const empty = Buffer.concat([comments, Buffer.alloc(EMPTY_BYTES), Buffer.from([hasFramingBit ? 1 : 0])])
  chunk.fill(0)
  empty.copy(chunk, 0, Math.min(offset, empty.length))
}
