import { existsSync } from 'node:fs'
import { copyFile, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileTypeFromFile } from 'file-type/node'
import type { HeifChannel, HeifImage } from 'libheif-js/wasm-bundle'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { PICTURE_WIDTHS } from '@contract/limits'
import { PICTURE_COPY, PICTURE_FILE, type PictureWidth } from '@contract/picture'
import type { PictureCrop, PortraitView } from '@contract/portrait-view'
import { saysNoRoom } from '../../lib/system-errors'
import type { PictureFacts } from '../picture-facts'
import { isPlainJpeg } from './plain-jpeg'
import type { EncodingOutcome, EncodingTask, LookingOutcome, LookingTask, PictureRefusal } from './picture-task'

const HEIC_TYPES = new Set(['image/heic', 'image/heif'])
const PICTURE_TYPES = new Set(['image/jpeg', 'image/png', 'image/webp'])
const JPEG_QUALITY = 88
/** For copies on pages. With the demo's portraits 80 took a quarter more bytes for no visible difference. */
const COPY_QUALITY = 72
/** For the widest copy, which is viewed close up. */
const WIDEST_QUALITY = 80
/** The longer side of a picture that is only checked, in pixels. */
const LOOKED_AT_SIZE = 64
const QUICK_PNG = { compressionLevel: 1, adaptiveFiltering: false }
/** Optimised coding makes smaller files, but holds all pixels in memory twice: too much for a larger picture. */
const OPTIMISED_MAX_PIXELS = 13_000_000

/**
 * Decodes a picture and re-encodes it into `folder`, with its smaller copies: upright, in sRGB, and without metadata.
 * Returns its facts. A picture that is too large is recognised by its header.
 */
export async function encodePictureFile(task: EncodingTask): Promise<EncodingOutcome> {
  const { file, folder, maxPixels, view, isOurs } = task
  const upright = path.join(folder, PICTURE_FILE)
  const refusal = view
    ? await encodeView(file, upright, { view, maxPixels })
    : await encodeAny(file, upright, { maxPixels, isOurs })
  if (refusal) return refusal
  await encodeCopies(upright, folder)
  return findPictureFacts(upright, path.join(folder, PICTURE_COPY(PICTURE_WIDTHS[0])))
}

/**
 * Whether `encodePictureFile` would accept a picture. It is decoded to its last row, but JPEG at an eighth of its size,
 * which is cheaper than encoding.
 */
export async function lookIntoPictureFile({ looked, maxPixels }: LookingTask): Promise<LookingOutcome> {
  return (await readAny(looked, { maxPixels, read: lookAt })) ?? 'whole'
}

async function lookAt({ picture }: ReadPicture): Promise<void> {
  await picture.resize(LOOKED_AT_SIZE, LOOKED_AT_SIZE, { fit: 'inside' }).raw().toBuffer()
}

/** A picture that can be decoded. `header` is absent where it is already decoded. */
interface ReadPicture {
  picture: Sharp
  pixels: number
  header?: Metadata
}

/** Undefined on success. */
type Refusal = Promise<PictureRefusal | undefined>

function encodeAny(
  file: string,
  upright: string,
  { maxPixels, isOurs }: { maxPixels: number; isOurs: boolean | undefined },
): Refusal {
  return readAny(file, {
    maxPixels,
    async read({ picture, pixels, header }) {
      if (isOurs && header?.format === 'jpeg' && (await isPlainJpeg(file, maxPixels))) await copyFile(file, upright)
      else if (header && pixels > OPTIMISED_MAX_PIXELS && isHeldTwice(header))
        await encodeInTwoSteps(picture, upright, pixels)
      else await encodeUpright(picture, upright, pixels)
    },
  })
}

interface Reading {
  maxPixels: number
  read: (picture: ReadPicture) => Promise<void>
}

/** Undefined on success. */
async function readAny(file: string, reading: Reading): Refusal {
  const type = await contentTypeOf(file)
  if (type === undefined) return 'missing'
  if (HEIC_TYPES.has(type)) return readHeic(file, reading)
  return PICTURE_TYPES.has(type) ? readDecodable(file, reading) : 'unreadable'
}

/** The format by content, not by name; '' for an unknown one, undefined when the file does not exist. */
async function contentTypeOf(file: string): Promise<string | undefined> {
  try {
    return (await fileTypeFromFile(file))?.mime ?? ''
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    if (syscall) throw error
    return ''
  }
}

async function readDecodable(file: string, { maxPixels, read }: Reading): Refusal {
  try {
    const header = await sharp(file, { limitInputPixels: false }).metadata()
    const pixels = header.width * header.height
    if (pixels > maxPixels) return 'too-large'
    const picture = sharp(file, { limitInputPixels: maxPixels, failOn: 'truncated' })
    await read({ picture, pixels, header })
    return undefined
  } catch (error) {
    if (saysNoRoom(error)) throw error
    return existsSync(file) ? 'unreadable' : 'missing'
  }
}

/** Whether decoding needs the whole picture in memory, and turning it upright a second copy. */
function isHeldTwice({ format, isProgressive, orientation = 1 }: Metadata): boolean {
  return orientation !== 1 && (isProgressive || format === 'webp')
}

/** Decodes into a temporary file that can be read row by row, so that the decoder's memory is free before the encoding. */
async function encodeInTwoSteps(picture: Sharp, upright: string, pixels: number): Promise<void> {
  const rows = `${upright}.png`
  await picture.flatten({ background: '#ffffff' }).toColourspace('srgb').keepExif().png(QUICK_PNG).toFile(rows)
  await encodeUpright(sharp(rows, { limitInputPixels: pixels }), upright, pixels)
  await rm(rows)
}

async function readHeic(file: string, { maxPixels, read }: Reading): Refusal {
  const picture = await openHeic(file).catch((error: unknown) => {
    if (existsSync(file)) throw error
    return 'missing' as const
  })
  if (picture === 'missing') return 'missing'
  if (!picture) return 'unreadable'
  const pixels = picture.width * picture.height
  if (pixels > maxPixels) return 'too-large'
  const decoded = await picture.decode()
  if (!decoded) return 'unreadable'
  const { data, ...raw } = decoded
  await read({ picture: sharp(data, { raw, limitInputPixels: maxPixels }), pixels })
  return undefined
}

async function encodeUpright(picture: Sharp, target: string, pixels: number): Promise<void> {
  await picture
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: JPEG_QUALITY, optimiseCoding: pixels <= OPTIMISED_MAX_PIXELS })
    .toFile(target)
}

/** Rotates and crops a picture that this server encoded. */
async function encodeView(
  file: string,
  target: string,
  { view: { rotate, crop }, maxPixels }: { view: PortraitView; maxPixels: number },
): Refusal {
  const { width, height } = await sharp(file, { limitInputPixels: false }).metadata()
  const pixels = width * height
  if (pixels > maxPixels) return 'too-large'
  const turned = rotate % 180 === 0 ? { width, height } : { width: height, height: width }
  await sharp(file, { limitInputPixels: maxPixels })
    .rotate(rotate)
    .extract(crop ? pixelsOf(crop, turned) : { left: 0, top: 0, ...turned })
    .jpeg({ quality: JPEG_QUALITY, optimiseCoding: pixels <= OPTIMISED_MAX_PIXELS })
    .toFile(target)
  return undefined
}

function pixelsOf({ x, y, ...part }: PictureCrop, { width, height }: { width: number; height: number }) {
  const left = Math.min(Math.round(x * width), width - 1)
  const top = Math.min(Math.round(y * height), height - 1)
  return {
    left,
    top,
    width: Math.max(1, Math.min(Math.round(part.width * width), width - left)),
    height: Math.max(1, Math.min(Math.round(part.height * height), height - top)),
  }
}

async function encodeCopies(upright: string, folder: string): Promise<void> {
  const widest = Math.max(...PICTURE_WIDTHS)
  const encodeCopy = (width: PictureWidth) =>
    sharp(upright)
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: width === widest ? WIDEST_QUALITY : COPY_QUALITY })
      .toFile(path.join(folder, PICTURE_COPY(width)))
  await Promise.all(PICTURE_WIDTHS.map(encodeCopy))
}

/** The longer side of the tiny copy, in pixels. */
const PREVIEW_SIDE = 20
const PREVIEW_QUALITY = 40
/** The share of a colour's distance from grey that is retained. */
const MUTED_SHARE = 0.4
/** The weights of red, green and blue in perceived brightness. */
const BRIGHTNESS = [0.299, 0.587, 0.114] as const

/**
 * Determines the facts of an encoded picture. `copy` is a smaller copy: the colours are the same, and faster to find.
 */
async function findPictureFacts(picture: string, copy: string): Promise<PictureFacts> {
  const { width, height } = await sharp(picture).metadata()
  const preview = await sharp(copy)
    .resize(PREVIEW_SIDE, PREVIEW_SIDE, { fit: 'inside' })
    .webp({ quality: PREVIEW_QUALITY })
    .toBuffer()
  const { dominant } = await sharp(copy).stats()
  return {
    width,
    height,
    tone: muted([dominant.r, dominant.g, dominant.b]),
    preview: `data:image/webp;base64,${preview.toString('base64')}`,
  }
}

/** The colour as '#rrggbb', closer to the grey of the same brightness. */
function muted(channels: [number, number, number]): string {
  const grey = channels.reduce((sum, channel, index) => sum + channel * (BRIGHTNESS[index] ?? 0), 0)
  const hex = channels.map((channel) => {
    const nearer = Math.round(grey + (channel - grey) * MUTED_SHARE)
    return nearer.toString(16).padStart(2, '0')
  })
  return `#${hex.join('')}`
}

/** A picture of which only the header was read. */
export interface OpenedHeic {
  width: number
  height: number
  /** Decodes the pixels; undefined when they cannot be read. */
  decode(): Promise<DecodedHeic | undefined>
}

/** Pixels in rows without gaps, turned upright according to the file. */
export interface DecodedHeic {
  data: Uint8Array
  width: number
  height: number
  /** 3 for RGB, 4 for RGB with opacity. */
  channels: 3 | 4
}

/** The primary picture of a local HEIC file; undefined when it is not HEIC. Rejects when the disk fails. */
async function openHeic(file: string): Promise<OpenedHeic | undefined> {
  // Loaded on demand: HEIC files are rare.
  const { HeifDecoder } = await import('libheif-js/wasm-bundle')
  const bytes = await readFile(file)
  try {
    const images = new HeifDecoder().decode(bytes)
    const image = images.find((candidate) => candidate.is_primary()) ?? images[0]
    return image && { width: image.get_width(), height: image.get_height(), decode: () => decode(image) }
  } catch {
    // Every error of the parser means that the file cannot be read.
    return undefined
  }
}

/**
 * Returns the pixels in libheif's own memory: its `display` would copy them, and two copies of a large picture do not
 * fit. The memory is not freed; a process that has grown too large is ended.
 */
async function decode(image: HeifImage): Promise<DecodedHeic | undefined> {
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
