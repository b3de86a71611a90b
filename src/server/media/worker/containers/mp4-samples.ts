import { BrokenContainer } from './container-file'
import type { MediaSpans } from './media-spans'
import { type Box, childOf, FULL_BOX_BYTES } from './mp4-boxes'
import type { Track } from './mp4-tracks'

/** A table's entries come after its version, flags and count. */
const TABLE_HEAD_BYTES = 8

/** Adds the byte ranges of a track's samples, from the film's tables. */
export function addSamples(bytes: Buffer, track: Track, spans: MediaSpans): void {
  const table = childOf(track.box, 'mdia', 'minf', 'stbl')
  const chunks = chunkOffsets(bytes, table)
  const runs = childOf(table, 'stsc')
  if (chunks.count === 0 || !runs) return
  const sizes = sampleSizes(bytes, table)
  const frameBytes = track.isSound && sizes.constant ? maxFrameBytes(bytes, childOf(table, 'stsd')) : 0
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
    spans.add({ start, end: start + length }, { isIncluded: track.isIncluded, isAbout })
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
  /** Bytes of every sample; 0 when each has its own size. */
  constant: number
  /** Bytes of the samples from `from` to `to`, `to` excluded. */
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

/** By the number of bits per entry. */
const SIZE_READERS: Record<number, (bytes: Buffer, first: number, sample: number) => number> = {
  4: (bytes, first, sample) => (bytes.readUInt8(first + (sample >> 1)) >> (sample % 2 ? 0 : 4)) & 15,
  8: (bytes, first, sample) => bytes.readUInt8(first + sample),
  16: (bytes, first, sample) => bytes.readUInt16BE(first + sample * 2),
  32: (bytes, first, sample) => bytes.readUInt32BE(first + sample * 4),
}

/**
 * The maximum size of an audio sample, from the audio description. QuickTime's tables may count each sample as one
 * byte. For some formats the result is too large.
 */
function maxFrameBytes(bytes: Buffer, descriptions: Box | undefined): number {
  let max = 0
  if (!descriptions) return max
  for (let at = descriptions.bodyStart + TABLE_HEAD_BYTES; at + 36 <= descriptions.end;) {
    const version = bytes.readUInt16BE(at + 16)
    const [channels, bits] = [bytes.readUInt16BE(at + 24), bytes.readUInt16BE(at + 26)]
    const declared = version === 1 && at + 48 <= descriptions.end ? bytes.readUInt32BE(at + 44) : 0
    const declaredV2 = version === 2 && at + 64 <= descriptions.end ? bytes.readUInt32BE(at + 60) : 0
    max = Math.max(max, channels * Math.ceil(bits / 8), declared, declaredV2)
    at += Math.max(8, bytes.readUInt32BE(at))
  }
  return max
}
