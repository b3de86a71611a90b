import { existsSync } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileTypeFromFile } from 'file-type/node'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { PICTURE_STORED_MAX_PIXELS, PICTURE_WIDTHS } from '@contract/limits'
import { PICTURE_COPY, PICTURE_FILE, type PictureWidth } from '@contract/picture'
import type { PictureCrop, PortraitView } from '@contract/portrait-view'
import { saysNoRoom } from '../../lib/system-errors'
import type { PictureFacts } from '../picture-facts'
import { isPlainJpeg, wholeRowsOf } from './jpeg-bytes'
import { findRawPhotograph, OPEN_OTHER_FORMATS, type OpenPicture, RAW_TYPES, type RawPhotograph } from './other-formats'
import type {
  EncodedPicture,
  EncodingOutcome,
  EncodingTask,
  LookingOutcome,
  LookingTask,
  PictureRefusal,
} from './picture-task'

/** What sharp reads. The loaders are opened in sharp-loaders.ts. */
const DECODABLE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/tiff', 'image/gif', 'image/avif']
/** A TIFF with fewer pixels may be the raw data of a camera, of which the first page is a thumbnail. */
const THUMBNAIL_MAX_PIXELS = 500_000
/** A progressive JPEG takes three bytes for each pixel, or six. */
const PROGRESSIVE_MAX_PIXELS = 130_000_000
/** Its decoder takes 18 bytes for each pixel, twice as much as others do. */
const AVIF_MAX_PIXELS = 25_000_000
/** What a picture is reduced to that has too many pixels to be stored as it is. */
const REDUCED_MAX_PIXELS = 25_000_000
/** The format holds 65 535; decoders stop a little earlier. */
const JPEG_MAX_SIDE = 65_500
const WEBP_MAX_SIDE = 16_383
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
  const { file, folder, maxPixels, view } = task
  const upright = path.join(folder, PICTURE_FILE)
  let found: Pick<EncodedPicture, 'pages' | 'isDocument'> = { pages: 1 }
  const refusal = view
    ? await encodeView(file, upright, { view, maxPixels })
    : await encodeAny(task, upright, (pages) => (found = pages))
  if (refusal) return refusal
  await encodeCopies(upright, folder)
  return { facts: await findPictureFacts(upright, path.join(folder, PICTURE_COPY(PICTURE_WIDTHS[0]))), ...found }
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
  width: number
  height: number
  header?: Metadata
  /** How many pages the file has; 1 when absent. */
  pages?: number | undefined
  isDocument?: boolean | undefined
  /** Its last rows are left out. */
  isCutOff?: boolean
}

/** Undefined on success. */
type Refusal = Promise<PictureRefusal | undefined>

function encodeAny(
  { file, maxPixels, page, isOurs }: EncodingTask,
  upright: string,
  onPages: (found: Pick<EncodedPicture, 'pages' | 'isDocument'>) => void,
): Refusal {
  return readAny(file, {
    maxPixels,
    page,
    async read(found) {
      const { picture, header, pages = 1, isDocument = false } = found
      const pixels = found.width * found.height
      const reduced = reducedSize(found)
      if (isOurs && header?.format === 'jpeg' && (await isPlainJpeg(file, maxPixels))) await copyFile(file, upright)
      else if (reduced) await encodeInTwoSteps(picture.resize({ ...reduced, fit: 'fill' }), upright)
      else if (found.isCutOff || (header && pixels > OPTIMISED_MAX_PIXELS && isHeldTwice(header)))
        await encodeInTwoSteps(picture, upright)
      else await encodeUpright(picture, upright, pixels)
      onPages({ pages, ...(isDocument && { isDocument }) })
    },
  })
}

interface Reading {
  maxPixels: number
  /** Which page of a file that has several, from 0. */
  page?: number | undefined
  read: (picture: ReadPicture) => Promise<void>
}

/** Undefined on success. */
async function readAny(file: string, reading: Reading): Refusal {
  const type = await contentTypeOf(file)
  if (type === undefined) return 'missing'
  if (DECODABLE_TYPES.includes(type)) return readDecodable(file, reading)
  if (RAW_TYPES.includes(type)) return readRaw(file, reading)
  const open = OPEN_OTHER_FORMATS[type]
  const refusal = open ? await readOpened(file, open, reading) : 'unreadable'
  // The first bytes of some AVIF files name only their family.
  return refusal === 'unreadable' && type === 'image/heif' ? readDecodable(file, reading) : refusal
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
  let header: Metadata | undefined
  try {
    header = await sharp(file, { limitInputPixels: false }).metadata()
    const { width, height, format } = header
    const pixels = width * height
    if (format === 'tiff' && pixels < THUMBNAIL_MAX_PIXELS) {
      const photograph = await findRawPhotograph(file, pixels)
      if (photograph) return await readPhotograph(photograph, { maxPixels, read })
    }
    if (pixels > maxPixelsOf(header, maxPixels)) return 'too-large'
    const picture = sharp(file, { limitInputPixels: maxPixels, failOn: 'truncated' })
    await read({ picture, width, height, header, pages: format === 'tiff' ? header.pages : 1 })
    return undefined
  } catch (error) {
    if (saysNoRoom(error)) throw error
    if (!existsSync(file)) return 'missing'
    if (header?.format === 'jpeg') return readCutOff(file, header, { maxPixels, read })
    return 'unreadable'
  }
}

/** Formats of which a decoder holds all pixels at once cannot be reduced while they are read. */
function maxPixelsOf({ format, isProgressive }: Metadata, maxPixels: number): number {
  if (format === 'jpeg') return isProgressive ? Math.min(maxPixels, PROGRESSIVE_MAX_PIXELS) : maxPixels
  if (format === 'heif') return Math.min(maxPixels / 2, AVIF_MAX_PIXELS)
  const isReadByRows = (format === 'png' || format === 'tiff') && !isProgressive
  return isReadByRows ? maxPixels : Math.min(maxPixels, PICTURE_STORED_MAX_PIXELS)
}

/** A JPEG without its last bytes: what is there is shown. */
async function readCutOff(file: string, header: Metadata, { maxPixels, read }: Reading): Refusal {
  try {
    const height = await wholeRowsOf(file, maxPixels)
    if (height === undefined) return 'unreadable'
    const { width } = header
    const picture = sharp(file, { limitInputPixels: maxPixels, failOn: 'none' })
    await read({ picture: picture.extract({ left: 0, top: 0, width, height }), width, height, header, isCutOff: true })
    return undefined
  } catch (error) {
    if (saysNoRoom(error)) throw error
    return 'unreadable'
  }
}

async function readRaw(file: string, reading: Reading): Refusal {
  const photograph = await findRawPhotograph(file).catch((error: unknown) => {
    if (existsSync(file)) throw error
    return 'missing' as const
  })
  if (photograph === 'missing') return 'missing'
  return photograph ? readPhotograph(photograph, reading) : 'unreadable'
}

/** Turns by which orientations of EXIF become upright, in degrees. Cameras do not mirror. */
const TURNS: Partial<Record<number, number>> = { 3: 180, 6: 90, 8: 270 }

async function readPhotograph({ jpeg, orientation }: RawPhotograph, { maxPixels, read }: Reading): Refusal {
  try {
    const header = await sharp(jpeg, { limitInputPixels: false }).metadata()
    const { width, height } = header
    if (width * height > maxPixelsOf(header, maxPixels)) return 'too-large'
    const picture = sharp(jpeg, { limitInputPixels: maxPixels, failOn: 'truncated' })
    // Some cameras note only in the file around it how the camera was held.
    const upright = header.orientation === undefined ? picture.rotate(TURNS[orientation] ?? 0) : picture
    await read({ picture: upright, width, height, header })
    return undefined
  } catch (error) {
    if (saysNoRoom(error)) throw error
    return 'unreadable'
  }
}

/** Whether decoding needs the whole picture in memory, and turning it upright a second copy. */
function isHeldTwice({ format, isProgressive, orientation = 1 }: Metadata): boolean {
  return orientation !== 1 && (isProgressive || format === 'webp')
}

/** Decodes into a temporary file that can be read row by row, so that the decoder's memory is free before the encoding. */
async function encodeInTwoSteps(picture: Sharp, upright: string): Promise<void> {
  const rows = `${upright}.png`
  await picture.flatten({ background: '#ffffff' }).toColourspace('srgb').keepExif().png(QUICK_PNG).toFile(rows)
  const { width, height } = await sharp(rows).metadata()
  await encodeUpright(sharp(rows, { limitInputPixels: width * height }), upright, width * height)
  await rm(rows)
}

interface Size {
  width: number
  height: number
}

/** The size that a picture is stored in, where it has too many pixels or rows to be stored as it is. */
function reducedSize({ width, height }: Size): Size | undefined {
  const pixels = width * height
  const ofPixels = pixels > PICTURE_STORED_MAX_PIXELS ? Math.sqrt(REDUCED_MAX_PIXELS / pixels) : 1
  const scale = Math.min(ofPixels, JPEG_MAX_SIDE / Math.max(width, height))
  if (scale >= 1) return undefined
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
}

async function readOpened(file: string, open: OpenPicture, { maxPixels, page, read }: Reading): Refusal {
  const opened = await open(file, page).catch((error: unknown) => {
    if (existsSync(file)) throw error
    return 'missing' as const
  })
  if (opened === 'missing') return 'missing'
  if (!opened) return 'unreadable'
  const { width, height, pages, isDocument, minPixels = 0 } = opened
  if (width * height > Math.min(maxPixels, PICTURE_STORED_MAX_PIXELS) || minPixels > maxPixels) return 'too-large'
  const decoded = await opened.decode()
  if (!decoded) return 'unreadable'
  const { data, ...raw } = decoded
  const picture = sharp(data, { raw, limitInputPixels: maxPixels })
  await read({ picture, width: raw.width, height: raw.height, pages, isDocument })
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
      .resize({ width, height: WEBP_MAX_SIDE, fit: 'inside', withoutEnlargement: true })
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
