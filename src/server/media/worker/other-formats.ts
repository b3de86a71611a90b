import { readFile } from 'node:fs/promises'
import type { HeifChannel, HeifImage } from 'libheif-js/wasm-bundle'
import { PICTURE_STORED_MAX_PIXELS } from '@contract/limits'
import { largestJpegIn } from './jpeg-bytes'

/** The formats that sharp does not read, by the type that file-type finds. */
export const OPEN_OTHER_FORMATS: Record<string, OpenPicture> = {
  'image/heic': openHeic,
  'image/heif': openHeic,
  'image/heic-sequence': openHeic,
  'image/heif-sequence': openHeic,
  'image/bmp': openBmp,
  'application/pdf': openPdf,
}

/** The data of cameras' sensors. */
export const RAW_TYPES = [
  'image/x-adobe-dng',
  'image/x-canon-cr2',
  'image/x-canon-cr3',
  'image/x-nikon-nef',
  'image/x-sony-arw',
  'image/x-fujifilm-raf',
  'image/x-panasonic-rw2',
  'image/x-olympus-orf',
]

/** A picture of which only the header was read. */
interface OpenedPicture {
  width: number
  height: number
  pages?: number
  isDocument?: boolean
  /** It needs as much room as a picture of so many pixels. */
  minPixels?: number
  /** Decodes the pixels; undefined when they cannot be read. */
  decode(): Promise<DecodedPicture | undefined>
}

/** Opens a local file; undefined when it is none of this format. Rejects when the disk fails. `page` counts from 0. */
export type OpenPicture = (file: string, page?: number) => Promise<OpenedPicture | undefined>

/** Pixels in rows without gaps, turned upright according to the file. */
interface DecodedPicture {
  data: Uint8Array
  width: number
  height: number
  /** 3 for RGB, 4 for RGB with opacity. */
  channels: 3 | 4
}

/** The primary picture of a local HEIC file; undefined when it is not HEIC. Rejects when the disk fails. */
async function openHeic(file: string): Promise<OpenedPicture | undefined> {
  // Loaded on demand: HEIC files are rare.
  const { HeifDecoder } = await import('libheif-js/wasm-bundle')
  const bytes = await readFile(file)
  try {
    const images = new HeifDecoder().decode(bytes)
    const image = images.find((candidate) => candidate.is_primary()) ?? images[0]
    return image && { width: image.get_width(), height: image.get_height(), decode: () => decodeHeic(image) }
  } catch {
    // Every error of the parser means that the file cannot be read.
    return undefined
  }
}

/**
 * Returns the pixels in libheif's own memory: its `display` would copy them, and two copies of a large picture do not
 * fit. The memory is not freed; a process that has grown too large is ended.
 */
async function decodeHeic(image: HeifImage): Promise<DecodedPicture | undefined> {
  const { heif_js_decode_image2, heif_chroma, heif_colorspace } = await import('libheif-js/wasm-bundle')
  const channels = image.has_alpha_channel() ? 4 : 3
  const chroma = channels === 4 ? heif_chroma.heif_chroma_interleaved_RGBA : heif_chroma.heif_chroma_interleaved_RGB
  try {
    const decoded = await heif_js_decode_image2(image.handle, heif_colorspace.heif_colorspace_RGB, chroma)
    const pixels = decoded.channels?.[0]
    return pixels && { ...withoutGaps(pixels, channels), channels }
  } catch {
    return undefined
  }
}

/** Removes the gaps between rows, in place. */
function withoutGaps({ data, width, height, stride }: HeifChannel, channels: number) {
  const rowBytes = width * channels
  if (stride !== rowBytes) {
    for (let row = 1; row < height; row++) data.copyWithin(row * rowBytes, row * stride, row * stride + rowBytes)
  }
  return { data: data.subarray(0, rowBytes * height), width, height }
}

/** The picture that a camera made of its raw data, and how the camera was held, as EXIF counts it. */
export interface RawPhotograph {
  jpeg: Buffer
  orientation: number
}

/** Undefined when a local file contains no JPEG with more pixels than this. */
export async function findRawPhotograph(file: string, minPixels = 0): Promise<RawPhotograph | undefined> {
  const bytes = await readFile(file)
  const jpeg = largestJpegIn(bytes, minPixels)
  return jpeg && { jpeg, orientation: orientationIn(bytes) ?? 1 }
}

const CANON_DIRECTORY = 'CMT1'
const ORIENTATION_TAG = 0x0112
const ENTRY_BYTES = 12

/** The orientation in the first directory of a TIFF, as most cameras write; Canon puts it into a box. */
function orientationIn(bytes: Buffer): number | undefined {
  const box = bytes.indexOf(CANON_DIRECTORY, 0, 'latin1')
  const tiff = bytes.toString('latin1', 4, 8) === 'ftyp' && box !== -1 ? bytes.subarray(box + 4) : bytes
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return undefined
  const u16 = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return undefined
  const last = directory + 2 + u16(directory) * ENTRY_BYTES
  for (let at = directory + 2; at < last && at + ENTRY_BYTES <= tiff.length; at += ENTRY_BYTES) {
    if (u16(at) === ORIENTATION_TAG) return u16(at + 8)
  }
  return undefined
}

const POINTS_PER_INCH = 72
/** No scanner of a family is finer. */
const PDF_MAX_SCALE = 600 / POINTS_PER_INCH
/** The longer side of A4 with 300 dots an inch. */
const PDF_SIDE = 3508
const PDF_MAX_PIXELS = 12_500_000

/** A page of a PDF on white paper. */
async function openPdf(file: string, page = 0): Promise<OpenedPicture | undefined> {
  const bytes = await readFile(file)
  // Loaded on demand, like HEIC.
  const { PDFiumLibrary } = await import('@hyzyla/pdfium')
  const library = await PDFiumLibrary.init()
  try {
    const pdf = await library.loadDocument(bytes)
    const pages = pdf.getPageCount()
    const { width, height } = pdf.getPage(page).getSize(true)
    if (!(width > 0 && height > 0)) return undefined
    const scale = Math.min(
      PDF_MAX_SCALE,
      PDF_SIDE / Math.max(width, height),
      Math.sqrt(PDF_MAX_PIXELS / (width * height)),
    )
    const size = { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
    return {
      ...size,
      pages,
      isDocument: true,
      // A scan inside has more pixels than the page is drawn with.
      minPixels: PICTURE_STORED_MAX_PIXELS,
      async decode() {
        try {
          const { data } = await pdf.getPage(page).render({ ...size, render: 'bitmap' })
          return { data, ...size, channels: 4 }
        } catch {
          return undefined
        }
      },
    }
  } catch {
    // Damaged, or closed with a password.
    return undefined
  }
}

/** A picture of Windows, as old scanners and programs save it. */
async function openBmp(file: string): Promise<OpenedPicture | undefined> {
  const bytes = await readFile(file)
  try {
    const header = bmpHeaderOf(bytes)
    const { width, height } = header
    return { width, height, decode: () => Promise.resolve(decodeBmp(bytes, header)) }
  } catch {
    return undefined
  }
}

const CORE_HEADER_BYTES = 12
const BMP_HEADER_AT = 14
const BMP_MASKS_AT = 54
const RLE = [1, 2]
const WITH_MASKS = [3, 6]
const COMPRESSIONS = [0, ...RLE, ...WITH_MASKS]
/** Where red, green and blue are in a pixel of 16 and of 32 bits, unless the file says so. */
const USUAL_MASKS: Partial<Record<number, number[]>> = { 16: [0x7c00, 0x03e0, 0x001f], 32: [0xff0000, 0xff00, 0xff] }

type BmpHeader = ReturnType<typeof bmpHeaderOf>

/** Throws when the bytes are too few, or the kind is unknown. */
function bmpHeaderOf(bytes: Buffer) {
  const headerBytes = bytes.readUInt32LE(BMP_HEADER_AT)
  const isCore = headerBytes === CORE_HEADER_BYTES
  const width = isCore ? bytes.readUInt16LE(18) : bytes.readInt32LE(18)
  const rows = isCore ? bytes.readInt16LE(20) : bytes.readInt32LE(22)
  const bits = bytes.readUInt16LE(isCore ? 24 : 28)
  const compression = isCore ? 0 : bytes.readUInt32LE(30)
  if (width <= 0 || rows === 0 || !COMPRESSIONS.includes(compression)) throw new Error('Not a BMP that we know')
  const masks = WITH_MASKS.includes(compression)
    ? [0, 4, 8].map((at) => bytes.readUInt32LE(BMP_MASKS_AT + at))
    : USUAL_MASKS[bits]
  return {
    width,
    height: Math.abs(rows),
    isTopDown: rows < 0,
    bits,
    isPacked: RLE.includes(compression),
    masks,
    pixelsAt: bytes.readUInt32LE(10),
    coloursAt: BMP_HEADER_AT + headerBytes,
    colourBytes: isCore ? 3 : 4,
  }
}

function decodeBmp(bytes: Buffer, header: BmpHeader): DecodedPicture | undefined {
  const { width, height, isTopDown } = header
  try {
    const read = bmpReader(bytes, header)
    const data = Buffer.allocUnsafe(width * height * 3)
    let at = 0
    for (let y = 0; y < height; y++) {
      const row = isTopDown ? y : height - 1 - y
      for (let x = 0; x < width; x++) {
        const colour = read(x, row)
        data[at++] = colour >> 16
        data[at++] = colour >> 8
        data[at++] = colour
      }
    }
    return { data, width, height, channels: 3 }
  } catch {
    return undefined
  }
}

/** Returns the colour of a pixel, 0xRRGGBB, by its place in the file. Throws when its bytes are not there. */
function bmpReader(bytes: Buffer, header: BmpHeader): (x: number, row: number) => number {
  const { width, height, bits, masks, pixelsAt, isPacked } = header
  const rowBytes = Math.ceil((width * bits) / 32) * 4
  const usedBytes = Math.ceil((width * bits) / 8)
  if (!isPacked && pixelsAt + rowBytes * (height - 1) + usedBytes > bytes.length) throw new Error('Cut off')
  const placeOf = (x: number, row: number, pixelBytes: number) => pixelsAt + row * rowBytes + x * pixelBytes
  if (bits === 24) return (x, row) => bytes.readUIntLE(placeOf(x, row, 3), 3)
  if (masks) {
    const channels = masks.map(channelReader)
    const read = bits === 32 ? (at: number) => bytes.readUInt32LE(at) : (at: number) => bytes.readUInt16LE(at)
    return (x, row) => {
      const pixel = read(placeOf(x, row, bits / 8))
      return channels.reduce((colour, channel) => (colour << 8) | channel(pixel), 0)
    }
  }
  if (![1, 2, 4, 8].includes(bits)) throw new Error('No such pixels')
  const colourOf = paletteReader(bytes, header)
  if (isPacked) {
    const indices = unpack(bytes, header)
    return (x, row) => colourOf(indices[row * width + x] ?? 0)
  }
  const mask = 2 ** bits - 1
  return (x, row) => {
    const bit = x * bits
    return colourOf(((bytes[pixelsAt + row * rowBytes + (bit >> 3)] ?? 0) >> (8 - bits - (bit & 7))) & mask)
  }
}

/** Returns the part of a pixel under a mask, from 0 to 255. */
function channelReader(mask: number): (pixel: number) => number {
  const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask)
  const max = mask >>> shift || 1
  return (pixel) => Math.round((((pixel & mask) >>> shift) * 255) / max)
}

function paletteReader(bytes: Buffer, { coloursAt, colourBytes, bits }: BmpHeader): (index: number) => number {
  const colours = Array.from({ length: 2 ** bits }, (_, index) => {
    const at = coloursAt + index * colourBytes
    return at + 3 <= bytes.length ? bytes.readUIntLE(at, 3) : 0
  })
  return (index) => colours[index] ?? 0
}

/** Decodes runs of equal pixels (RLE8 and RLE4) into an index of each pixel, in the order of the file. */
function unpack(bytes: Buffer, { width, height, bits, pixelsAt }: BmpHeader): Uint8Array {
  const indices = new Uint8Array(width * height)
  let [x, row, at] = [0, 0, pixelsAt]
  const put = (index: number) => {
    if (x < width && row < height) indices[row * width + x] = index
    x++
  }
  /** One of the pixels that a byte holds: one, or two with the high half first. */
  const pixelOf = (byte: number, index: number) => {
    if (bits === 8) return byte
    return index % 2 === 0 ? byte >> 4 : byte & 15
  }
  while (at + 1 < bytes.length && row < height) {
    const [count = 0, value = 0] = bytes.subarray(at, at + 2)
    at += 2
    if (count > 0) {
      for (let index = 0; index < count; index++) put(pixelOf(value, index))
    } else if (value === 0) {
      x = 0
      row++
    } else if (value === 1) {
      return indices
    } else if (value === 2) {
      x += bytes[at] ?? 0
      row += bytes[at + 1] ?? 0
      at += 2
    } else {
      const pixelsOfByte = 8 / bits
      for (let index = 0; index < value; index++) put(pixelOf(bytes[at + Math.floor(index / pixelsOfByte)] ?? 0, index))
      at += 2 * Math.ceil(value / pixelsOfByte / 2)
    }
  }
  return indices
}
