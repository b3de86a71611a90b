import { BrokenContainer } from './container-file'
import type { MediaSpans } from './media-spans'
import { type Box, childOf, childrenOf, FULL_BOX_BYTES, wipeBox } from './mp4-boxes'
import type { Track } from './mp4-tracks'

interface Fragment {
  bytes: Buffer
  box: Box
  /** Its offset in the file. */
  start: number
}

const TFHD = { baseOffset: 0x01, description: 0x02, duration: 0x08, size: 0x10, baseIsFragment: 0x020000 }
const TRUN = { offset: 0x01, firstFlags: 0x04, duration: 0x0100, size: 0x0200, flags: 0x0400, shift: 0x0800 }

/** Adds the byte ranges of a fragment's samples, and wipes its data for dropped tracks. */
export function addFragment(
  fragment: Fragment,
  tracks: Track[],
  defaults: Map<number, number>,
  spans: MediaSpans,
): void {
  const { bytes, box, start } = fragment
  let end = start
  for (const traf of childrenOf(box, 'traf')) {
    const header = childOf(traf, 'tfhd')
    if (!header) throw new BrokenContainer('A fragment of no track')
    const fields = new Fields(bytes, header)
    const id = fields.uint32()
    const declared = fields.has(TFHD.baseOffset) ? fields.uint64() : undefined
    fields.skip(TFHD.description, TFHD.duration)
    const size = fields.has(TFHD.size) ? fields.uint32() : (defaults.get(id) ?? 0)
    const isIncluded = tracks.some((track) => track.id === id && track.isIncluded)
    // Without its own offset the first run starts at the fragment, and each other where the previous one ended.
    const base = declared ?? (fields.has(TFHD.baseIsFragment) ? start : end)
    end = base
    for (const run of childrenOf(traf, 'trun')) {
      const { offset, length } = readRun(bytes, run, size)
      const from = offset === undefined ? end : base + offset
      end = from + length
      spans.add({ start: from, end }, { isIncluded })
    }
    if (!isIncluded) wipeBox(bytes, traf)
  }
}

/** A track's default values for the samples of all its fragments. */
export function fragmentDefaults(bytes: Buffer, movie: Box): Map<number, number> {
  const boxes = childrenOf(childOf(movie, 'mvex'), 'trex')
  return new Map(
    boxes.map(({ bodyStart }) => [bytes.readUInt32BE(bodyStart + 4), bytes.readUInt32BE(bodyStart + 16)] as const),
  )
}

function readRun(bytes: Buffer, run: Box, defaultSize: number): { offset: number | undefined; length: number } {
  const fields = new Fields(bytes, run)
  const count = fields.uint32()
  const offset = fields.has(TRUN.offset) ? fields.uint32() | 0 : undefined
  fields.skip(TRUN.firstFlags)
  if (!fields.has(TRUN.size)) return { offset, length: count * defaultSize }
  let length = 0
  for (let sample = 0; sample < count; sample++) {
    fields.skip(TRUN.duration)
    length += fields.uint32()
    fields.skip(TRUN.flags, TRUN.shift)
  }
  return { offset, length }
}

/** Reads the optional fields of a box: its flags say which are present. */
class Fields {
  readonly #flags: number
  #at: number

  constructor(
    private readonly bytes: Buffer,
    private readonly box: Box,
  ) {
    this.#flags = bytes.readUInt32BE(box.bodyStart) & 0xffffff
    this.#at = box.bodyStart + FULL_BOX_BYTES
  }

  has(flag: number): boolean {
    return (this.#flags & flag) !== 0
  }

  /** Skips those of these four-byte fields that are present. */
  skip(...flags: number[]): void {
    this.#at += 4 * flags.filter((flag) => this.has(flag)).length
  }

  uint32(): number {
    return this.#next(4).readUInt32BE()
  }

  uint64(): number {
    return Number(this.#next(8).readBigUInt64BE())
  }

  #next(length: number): Buffer {
    const at = this.#at
    this.#at += length
    if (this.#at > this.box.end) throw new BrokenContainer('A box is shorter than it says')
    return this.bytes.subarray(at, this.#at)
  }
}
