import { BrokenContainer } from './container-file'
import type { MediaSpans } from './media-spans'
import { type Box, childOf, childrenOf, wipeBox } from './mp4-boxes'
import type { Track } from './mp4-tracks'

/** The version and flags that most boxes begin with. */
const FULL_BOX_BYTES = 4
/** Entries of a table follow its version, its flags and their count. */
const TABLE_HEAD_BYTES = 8

/** Adds where the samples of a track lie that the film's own tables tell of. */
export function addSamples(bytes: Buffer, track: Track, spans: MediaSpans): void {
  const table = childOf(track.box, 'mdia', 'minf', 'stbl')
  const chunks = chunkOffsets(bytes, table)
  const runs = childOf(table, 'stsc')
  if (chunks.count === 0 || !runs) return
  const sizes = sampleSizes(bytes, table)
  const frameBytes = track.isSound && sizes.constant ? mostFrameBytes(bytes, childOf(table, 'stsd')) : 0
  const isAbout = frameBytes > sizes.constant
  const runCount = bytes.readUInt32BE(runs.bodyStart + FULL_BOX_BYTES)
  if (runCount === 0) throw new BrokenContainer('Nothing tells how many samples a chunk has')
  const runField = (run: number, field: number) =>
    bytes.readUInt32BE(runs.bodyStart + TABLE_HEAD_BYTES + run * 12 + field * 4)

  let sample = 0
  let run = 0
  for (let chunk = 0; chunk < chunks.count; chunk++) {
    while (run + 1 < runCount && runField(run + 1, 0) <= chunk + 1) run += 1
    const perChunk = runField(run, 1)
    const start = chunks.at(chunk)
    const length = sizes.constant
      ? perChunk * Math.max(sizes.constant, frameBytes)
      : sizes.sum(sample, (sample += perChunk))
    spans.add({ start, end: start + length }, { isKept: track.isKept, isAbout })
  }
}

function chunkOffsets(bytes: Buffer, table: Box | undefined): { count: number; at(chunk: number): number } {
  const [short, long] = [childOf(table, 'stco'), childOf(table, 'co64')]
  const box = short ?? long
  if (!box) return { count: 0, at: () => 0 }
  const first = box.bodyStart + TABLE_HEAD_BYTES
  const count = bytes.readUInt32BE(box.bodyStart + FULL_BOX_BYTES)
  if (count > (box.end - first) / (short ? 4 : 8)) throw new BrokenContainer('A table is shorter than it says')
  return {
    count,
    at: (chunk) => (short ? bytes.readUInt32BE(first + chunk * 4) : Number(bytes.readBigUInt64BE(first + chunk * 8))),
  }
}

interface SampleSizes {
  /** Bytes of every sample; 0 where each has its own. */
  constant: number
  /** Bytes of the samples from one up to another, which is excluded. */
  sum(from: number, to: number): number
}

function sampleSizes(bytes: Buffer, table: Box | undefined): SampleSizes {
  const [plain, compact] = [childOf(table, 'stsz'), childOf(table, 'stz2')]
  const box = plain ?? compact
  if (!box) throw new BrokenContainer('Nothing tells how long samples are')
  const constant = plain ? bytes.readUInt32BE(box.bodyStart + FULL_BOX_BYTES) : 0
  const count = bytes.readUInt32BE(box.bodyStart + TABLE_HEAD_BYTES)
  const first = box.bodyStart + TABLE_HEAD_BYTES + 4
  const bits = plain ? 32 : bytes.readUInt8(box.bodyStart + TABLE_HEAD_BYTES - 1)
  if (!constant && (count * bits) / 8 > box.end - first) throw new BrokenContainer('A table is shorter than it says')
  const sizeOf = SIZE_READERS[bits]
  if (!sizeOf) throw new BrokenContainer('Sizes of so many bits there are not')
  return {
    constant,
    sum(from, to) {
      let total = 0
      for (let sample = from; sample < Math.min(to, count); sample++) total += sizeOf(bytes, first, sample)
      return total
    },
  }
}

/** By the bits that an entry has. */
const SIZE_READERS: Record<number, (bytes: Buffer, first: number, sample: number) => number> = {
  4: (bytes, first, sample) => (bytes.readUInt8(first + (sample >> 1)) >> (sample % 2 ? 0 : 4)) & 15,
  8: (bytes, first, sample) => bytes.readUInt8(first + sample),
  16: (bytes, first, sample) => bytes.readUInt16BE(first + sample * 2),
  32: (bytes, first, sample) => bytes.readUInt32BE(first + sample * 4),
}

/**
 * QuickTime may count a sample of sound as one byte whatever it has. Here is what it has by the description of the
 * sound, which for some kinds is more than the truth.
 */
function mostFrameBytes(bytes: Buffer, descriptions: Box | undefined): number {
  let most = 0
  if (!descriptions) return most
  for (let at = descriptions.bodyStart + TABLE_HEAD_BYTES; at + 36 <= descriptions.end;) {
    const version = bytes.readUInt16BE(at + 16)
    const [channels, bits] = [bytes.readUInt16BE(at + 24), bytes.readUInt16BE(at + 26)]
    const told = version === 1 && at + 48 <= descriptions.end ? bytes.readUInt32BE(at + 44) : 0
    const toldAnew = version === 2 && at + 64 <= descriptions.end ? bytes.readUInt32BE(at + 60) : 0
    most = Math.max(most, channels * Math.ceil(bits / 8), told, toldAnew)
    at += Math.max(8, bytes.readUInt32BE(at))
  }
  return most
}

/** What a film says about the samples of a track in all its fragments, where these don't say otherwise. */
export function fragmentDefaults(bytes: Buffer, movie: Box): Map<number, number> {
  const boxes = childrenOf(childOf(movie, 'mvex'), 'trex')
  return new Map(
    boxes.map(({ bodyStart }) => [bytes.readUInt32BE(bodyStart + 4), bytes.readUInt32BE(bodyStart + 16)] as const),
  )
}

interface Fragment {
  bytes: Buffer
  box: Box
  /** Where it begins in the file. */
  start: number
}

const TFHD = { baseOffset: 0x01, description: 0x02, duration: 0x08, size: 0x10, baseIsFragment: 0x020000 }
const TRUN = { offset: 0x01, firstFlags: 0x04, duration: 0x0100, size: 0x0200, flags: 0x0400, shift: 0x0800 }

/** Adds where the samples of a fragment lie, and wipes what it says about tracks that are not kept. */
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
    const told = fields.has(TFHD.baseOffset) ? fields.uint64() : undefined
    fields.skip(TFHD.description, TFHD.duration)
    const size = fields.has(TFHD.size) ? fields.uint32() : (defaults.get(id) ?? 0)
    const isKept = tracks.some((track) => track.id === id && track.isKept)
    // The first one counts from the fragment, and those after it from where the last one ended, unless they say so.
    const base = told ?? (fields.has(TFHD.baseIsFragment) ? start : end)
    end = base
    for (const run of childrenOf(traf, 'trun')) {
      const { offset, length } = readRun(bytes, run, size)
      const from = offset === undefined ? end : base + offset
      end = from + length
      spans.add({ start: from, end }, { isKept })
    }
    if (!isKept) wipeBox(bytes, traf)
  }
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

/** Reads the fields of a box whose flags tell which of them are there. */
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

  /** Passes over fields of four bytes that are there. */
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
