import { BrokenContainer, type ByteSpan } from './container-file'

const [HEADER_BYTES, LONG_HEADER_BYTES] = [8, 16]
/** Most boxes start with a version and flags. */
export const FULL_BOX_BYTES = 4
/** The type of a box that players skip. */
const PADDING = 'free'
/** More than any film has. */
const BOXES_MAX = 200_000

/** A box within the bytes of another. */
export interface Box extends ByteSpan {
  type: string
  /** The offset of its body. */
  bodyStart: number
  children: Box[]
}

/**
 * An allow list of boxes by parent: those that say how and when the film's samples are played. All other boxes are
 * wiped: tags, locations, cover pictures, camera data, and anything unknown.
 */
const ALLOWED: Record<string, string[]> = {
  moov: ['mvhd', 'trak', 'mvex'],
  trak: ['tkhd', 'tref', 'edts', 'mdia', 'tapt'],
  edts: ['elst'],
  mdia: ['mdhd', 'hdlr', 'minf'],
  minf: ['vmhd', 'smhd', 'hdlr', 'dinf', 'stbl'],
  dinf: ['dref'],
  stbl: [
    ...['stsd', 'stts', 'ctts', 'cslg', 'stsc', 'stsz', 'stz2', 'stco', 'co64', 'stss', 'stps', 'stsh', 'sdtp'],
    ...['sbgp', 'sgpd', 'subs', 'saiz', 'saio', 'stdp', 'padb'],
  ],
  mvex: ['mehd', 'trex', 'leva'],
  moof: ['mfhd', 'traf'],
  traf: ['tfhd', 'tfdt', 'trun', 'sbgp', 'sgpd', 'subs', 'saiz', 'saio'],
  mfra: ['tfra', 'mfro'],
}

/** The header of a box; undefined when there is no valid one. A length of 0 means up to `limit`. */
export function boxHeader(
  bytes: Buffer,
  limit: number,
): { type: string; headerBytes: number; length: number } | undefined {
  if (bytes.length < HEADER_BYTES || limit < HEADER_BYTES) return undefined
  const short = bytes.readUInt32BE(0)
  const isLong = short === 1
  if (isLong && bytes.length < LONG_HEADER_BYTES) return undefined
  const headerBytes = isLong ? LONG_HEADER_BYTES : HEADER_BYTES
  const declared = isLong ? Number(bytes.readBigUInt64BE(8)) : short
  const length = declared === 0 ? limit : declared
  if (length < headerBytes) return undefined
  return { type: bytes.toString('latin1', 4, 8), headerBytes, length }
}

/** Parses a whole box, and wipes everything in it that is not on the allow list. */
export function cleanBox(bytes: Buffer): Box {
  const header = boxHeader(bytes, bytes.length)
  if (!header) throw new BrokenContainer('There is no box')
  const { type, headerBytes } = header
  const box: Box = { type, start: 0, bodyStart: headerBytes, end: bytes.length, children: [] }
  cleanChildren(bytes, box, { boxes: 0 })
  return box
}

function cleanChildren(bytes: Buffer, parent: Box, count: { boxes: number }): void {
  const allowed = ALLOWED[parent.type]
  if (!allowed) return
  let at = parent.bodyStart
  while (at < parent.end) {
    if (++count.boxes > BOXES_MAX) throw new BrokenContainer('Too many boxes')
    const limit = parent.end - at
    const header = boxHeader(bytes.subarray(at, parent.end), limit)
    const isBox = header && header.length <= limit
    const child: Box = {
      type: isBox ? header.type : '',
      start: at,
      bodyStart: at + (isBox ? header.headerBytes : HEADER_BYTES),
      end: isBox ? at + header.length : parent.end,
      children: [],
    }
    if (allowed.includes(child.type)) {
      parent.children.push(child)
      cleanChildren(bytes, child, count)
    } else wipeBox(bytes, child)
    at = child.end
  }
}

/** Overwrites a box with padding of the same length. */
export function wipeBox(bytes: Buffer, { start, end }: ByteSpan): void {
  bytes.fill(0, start, end)
  // Too short for a box: the zero that ends a list in QuickTime.
  if (end - start < HEADER_BYTES) return
  bytes.writeUInt32BE(end - start, start)
  bytes.write(PADDING, start + 4, 'latin1')
}

export function childOf(box: Box | undefined, ...path: string[]): Box | undefined {
  return path.reduce<Box | undefined>((parent, type) => parent?.children.find((child) => child.type === type), box)
}

export function childrenOf(box: Box | undefined, type: string): Box[] {
  return box?.children.filter((child) => child.type === type) ?? []
}
