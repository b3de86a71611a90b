import { readFile } from 'node:fs/promises'
import sharp from 'sharp'

const SOI = 0xffd8
const MARKER = 0xff
const EOI = 0xd9
const SOS = 0xda
/** JFIF, quantisation and Huffman tables, the frame of a baseline JPEG, and restarts. */
const PLAIN_SEGMENTS = [0xe0, 0xdb, 0xc4, 0xc0, 0xdd]
const JFIF = { marker: 0xe0, text: 'JFIF\0', bytes: 16 }
const COLOURS = ['srgb', 'b-w']
/** This server encodes nothing larger. */
const MAX_BYTES = 64 * 1024 ** 2

/**
 * Whether a local file is a picture as `encodePictureFile` writes it: a whole JPEG of one scan, and not a byte more.
 * Such a file can be stored unchanged, so that an imported picture equals the exported one.
 */
export async function isPlainJpeg(file: string, maxPixels: number): Promise<boolean> {
  const bytes = await readFile(file)
  if (bytes.length > MAX_BYTES || !hasPlainSegments(bytes)) return false
  try {
    const picture = sharp(file, { limitInputPixels: maxPixels, failOn: 'warning' })
    const { space } = await picture.metadata()
    if (!COLOURS.includes(space)) return false
    // Decodes the whole picture.
    await picture.stats()
    return true
  } catch {
    return false
  }
}

function hasPlainSegments(bytes: Buffer): boolean {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== SOI) return false
  for (const { marker, at, length } of segmentsAt(bytes, 0)) {
    if (marker === SOS) return endsWithScan(bytes, at + 2 + length)
    if (!PLAIN_SEGMENTS.includes(marker) || !isShortJfif(bytes, at, length)) return false
  }
  return false
}

interface Segment {
  marker: number
  /** The offset of the marker. */
  at: number
  /** Without the marker. */
  length: number
}

/** The segments of a JPEG that starts at an offset, up to its first scan. Ends where the bytes are no segment. */
function* segmentsAt(bytes: Buffer, from: number): Generator<Segment> {
  let at = from + 2
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0
    const length = bytes.readUInt16BE(at + 2)
    if (bytes[at] !== MARKER || length < 2) return
    yield { marker, at, length }
    if (marker === SOS) return
    at += 2 + length
  }
}

/** A longer one contains a thumbnail. */
function isShortJfif(bytes: Buffer, at: number, length: number): boolean {
  if (bytes[at + 1] !== JFIF.marker) return true
  const from = at + 4
  return length === JFIF.bytes && bytes.toString('latin1', from, from + JFIF.text.length) === JFIF.text
}

/** The scan that starts here is the last one, and nothing follows its end. */
function endsWithScan(bytes: Buffer, from: number): boolean {
  const end = endOfScan(bytes, from)
  return bytes[end + 1] === EOI && end + 2 === bytes.length
}

/**
 * The offset of the marker after a scan, or the length of the file. In entropy-coded data a marker byte is followed by
 * zero or by a restart number.
 */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(MARKER, from); at !== -1; at = bytes.indexOf(MARKER, at + 2)) {
    const next = bytes[at + 1]
    const isOfScan = next === 0 || (next !== undefined && next >= 0xd0 && next <= 0xd7)
    if (!isOfScan) return at
  }
  return bytes.length
}

/** A file that lacks more than this share of its rows is no picture any more. */
const LOST_ROWS_MAX_SHARE = 1 / 16
/** What decoders put in place of missing blocks, give or take a colour profile. */
const LOST_GREY = { value: 128, tolerance: 2 }
const BLOCK_SIDE = 8

/**
 * How many rows of a JPEG without its last bytes can be shown. Undefined when too much is missing: a photograph of
 * which half is grey would look like ours.
 */
export async function wholeRowsOf(file: string, maxPixels: number): Promise<number | undefined> {
  if (lacksDetail(await readFile(file))) return undefined
  const picture = sharp(file, { limitInputPixels: maxPixels, failOn: 'none' })
  const { width, height } = await picture.metadata()
  const lostMax = Math.ceil(height * LOST_ROWS_MAX_SHARE)
  const columns = Math.min(BLOCK_SIDE, width)
  const { data, info } = await picture
    .extract({ left: width - columns, top: height - lostMax, width: columns, height: lostMax })
    .raw()
    .toBuffer({ resolveWithObject: true })
  // A row that breaks off ends with grey blocks.
  const rowBytes = columns * info.channels
  let lost = 0
  while (lost < lostMax && isGrey(data.subarray((lostMax - lost - 1) * rowBytes, (lostMax - lost) * rowBytes))) lost++
  return lost < lostMax ? height - lost : undefined
}

function isGrey(row: Uint8Array): boolean {
  return row.every((value) => Math.abs(value - LOST_GREY.value) <= LOST_GREY.tolerance)
}

const FRAMES = { progressive: 0xc2, all: [0xc0, 0xc1, 0xc2] }
const LAST_COEFFICIENT = 63
const MISSING_BITS_MAX = 1

/** Whether a progressive JPEG ends before it has all coefficients of all components, but for their last bit. */
function lacksDetail(bytes: Buffer): boolean {
  const frame = frameAt(bytes, 0)
  if (frame?.marker !== FRAMES.progressive) return false
  const reached = new Map<number, number>()
  let from = 2
  while (from < bytes.length) {
    const scan = [...segmentsAt(bytes, from - 2)].at(-1)
    if (scan?.marker !== SOS) break
    const end = endOfScan(bytes, scan.at + 2 + scan.length)
    if (end >= bytes.length) break
    const components = bytes[scan.at + 4] ?? 0
    const coefficients = scan.at + 5 + 2 * components
    const isNearlyExact = ((bytes[coefficients + 2] ?? 0) & 15) <= MISSING_BITS_MAX
    const last = isNearlyExact ? (bytes[coefficients + 1] ?? 0) : 0
    for (let index = 0; index < components; index++) {
      const component = bytes[scan.at + 5 + 2 * index] ?? 0
      reached.set(component, Math.max(reached.get(component) ?? 0, last))
    }
    from = end
  }
  return reached.size < frame.components || [...reached.values()].some((last) => last < LAST_COEFFICIENT)
}

interface Frame {
  marker: number
  width: number
  height: number
  components: number
}

/** More than any camera writes before the frame. */
const SEGMENTS_MAX = 256
const FRAME_MIN_LENGTH = 8

/** The frame of a JPEG that this server can decode, and that starts at an offset. */
function frameAt(bytes: Buffer, from: number): Frame | undefined {
  let seen = 0
  for (const { marker, at, length } of segmentsAt(bytes, from)) {
    if (++seen > SEGMENTS_MAX) return undefined
    if (!FRAMES.all.includes(marker)) continue
    if (length < FRAME_MIN_LENGTH || at + 2 + length > bytes.length || bytes[at + 4] !== 8) return undefined
    const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
    return { marker, width, height, components: bytes[at + 9] ?? 0 }
  }
  return undefined
}

const START_OF_JPEG = Buffer.from([0xff, 0xd8, 0xff])

/**
 * The largest JPEG inside a file of another format, if it has more than so many pixels: cameras put one next to the raw
 * data. It may be followed by other bytes, which decoders ignore.
 */
export function largestJpegIn(bytes: Buffer, minPixels = 0): Buffer | undefined {
  let largest = { start: -1, pixels: minPixels }
  for (let start = bytes.indexOf(START_OF_JPEG); start !== -1; start = bytes.indexOf(START_OF_JPEG, start + 2)) {
    const frame = frameAt(bytes, start)
    const pixels = frame ? frame.width * frame.height : 0
    if (pixels > largest.pixels) largest = { start, pixels }
  }
  return largest.start === -1 ? undefined : bytes.subarray(largest.start)
}
