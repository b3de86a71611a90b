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
  let at = 2
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0
    const length = bytes.readUInt16BE(at + 2)
    if (bytes[at] !== MARKER || length < 2) return false
    if (marker === SOS) return endsWithScan(bytes, at + 2 + length)
    if (!PLAIN_SEGMENTS.includes(marker) || !isShortJfif(bytes, at, length)) return false
    at += 2 + length
  }
  return false
}

/** A longer one contains a thumbnail. */
function isShortJfif(bytes: Buffer, at: number, length: number): boolean {
  if (bytes[at + 1] !== JFIF.marker) return true
  const from = at + 4
  return length === JFIF.bytes && bytes.toString('latin1', from, from + JFIF.text.length) === JFIF.text
}

/**
 * In entropy-coded data a marker byte is followed by zero or by a restart number; the first other marker must be the
 * end.
 */
function endsWithScan(bytes: Buffer, from: number): boolean {
  for (let at = bytes.indexOf(MARKER, from); at !== -1; at = bytes.indexOf(MARKER, at + 2)) {
    const next = bytes[at + 1]
    const isOfScan = next === 0 || (next !== undefined && next >= 0xd0 && next <= 0xd7)
    if (!isOfScan) return next === EOI && at + 2 === bytes.length
  }
  return false
}
