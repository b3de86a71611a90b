import { BrokenContainer, type ByteSpan } from './container-file'

const [HEADER_BYTES, LONG_HEADER_BYTES] = [8, 16]
/** The version and flags that most boxes begin with. */
export const FULL_BOX_BYTES = 4
/** A box that players pass over. */
const PADDING = 'free'
/** No film has so many. */
const BOXES_MAX = 200_000

/** A box within the bytes of another. */
export interface Box extends ByteSpan {
  type: string
  /** Where its body begins. */
  bodyStart: number
  children: Box[]
}

/**
 * What describes how a film is decoded and when it is shown, and nothing else. A box that is not named under its parent
 * is wiped: tags, places, pictures, notes of cameras, and whatever is thought of next.
 */
const KEPT: Record<string, string[]> = {
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

/** What a box begins with; undefined where none can. A length of 0 reaches to `limit`. */
export function boxHeader(
  bytes: Buffer,
  limit: number,
): { type: string; headerBytes: number; length: number } | undefined {
  if (bytes.length < HEADER_BYTES || limit < HEADER_BYTES) return undefined
  const short = bytes.readUInt32BE(0)
  const isLong = short === 1
  if (isLong && bytes.length < LONG_HEADER_BYTES) return undefined
  const headerBytes = isLong ? LONG_HEADER_BYTES : HEADER_BYTES
  const told = isLong ? Number(bytes.readBigUInt64BE(8)) : short
  const length = told === 0 ? limit : told
  if (length < headerBytes) return undefined
  return { type: bytes.toString('latin1', 4, 8), headerBytes, length }
}

/** Takes apart a whole box, and wipes whatever in it is not kept. */
export function cleanBox(bytes: Buffer): Box {
  const header = boxHeader(bytes, bytes.length)
  if (!header) throw new BrokenContainer('There is no box')
  const { type, headerBytes } = header
  const box: Box = { type, start: 0, bodyStart: headerBytes, end: bytes.length, children: [] }
  cleanChildren(bytes, box, { boxes: 0 })
  return box
}

function cleanChildren(bytes: Buffer, parent: Box, count: { boxes: number }): void {
  const kept = KEPT[parent.type]
  if (!kept) return
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
    if (kept.includes(child.type)) {
      parent.children.push(child)
      cleanChildren(bytes, child, count)
    } else wipeBox(bytes, child)
    at = child.end
  }
}

/** Turns a box into padding of the same length. */
export function wipeBox(bytes: Buffer, { start, end }: ByteSpan): void {
  bytes.fill(0, start, end)
  // What is too short for a box ends a list of QuickTime's, and is zero there.
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
