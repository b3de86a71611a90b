import { rm } from 'node:fs/promises'
import path from 'node:path'
import { fileTypeFromFile } from 'file-type/node'
import sharp from 'sharp'
import { PICTURE_MAX_PIXELS, PICTURE_WIDTHS } from '@contract/limits'
import { PICTURE_COPY, PICTURE_FILE } from '@contract/picture'
import { tooLarge, unsupportedMedia } from '../lib/api-error'
import type { MediaThreads } from './media-threads'
import { FILE_TOO_LARGE } from './received-form'

export const NOT_A_PICTURE = 'Файл не является изображением JPEG, PNG, WebP или HEIC, или он повреждён.'

const HEIC_TYPES = new Set(['image/heic', 'image/heif'])
const PICTURE_TYPES = new Set(['image/jpeg', 'image/png', 'image/webp', ...HEIC_TYPES])
const DECODED_HEIC = 'heic.png'
const JPEG_QUALITY = 88
const WEBP_QUALITY = 80

/**
 * Decodes a picture and writes it anew into `folder`, with its smaller copies beside it: upright, in sRGB,
 * and without a word of where, when and by what it was taken.
 */
export async function encodePicture(file: string, folder: string, threads: Pick<MediaThreads, 'decodeHeic'>) {
  const kind = await kindOfPicture(file)
  if (!HEIC_TYPES.has(kind)) return encodeDecodable(file, folder)
  const decoded = path.join(folder, DECODED_HEIC)
  if (!(await threads.decodeHeic({ file, target: decoded, maxPixels: PICTURE_MAX_PIXELS }))) {
    throw unsupportedMedia(NOT_A_PICTURE)
  }
  await encodeDecodable(decoded, folder)
  await rm(decoded)
}

async function encodeDecodable(file: string, folder: string): Promise<void> {
  const upright = path.join(folder, PICTURE_FILE)
  try {
    await sharp(file, { limitInputPixels: PICTURE_MAX_PIXELS, failOn: 'truncated' })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: JPEG_QUALITY, mozjpeg: false })
      .toFile(upright)
  } catch {
    throw unsupportedMedia(NOT_A_PICTURE)
  }
  await Promise.all(PICTURE_WIDTHS.map((width) => encodeCopy(upright, path.join(folder, PICTURE_COPY(width)), width)))
}

async function encodeCopy(from: string, to: string, width: number): Promise<void> {
  await sharp(from).resize({ width, withoutEnlargement: true }).webp({ quality: WEBP_QUALITY }).toFile(to)
}

/** By content, never by name. A picture too large to decode is refused by its header alone. */
async function kindOfPicture(file: string): Promise<string> {
  const kind = await fileTypeFromFile(file)
  if (!kind || !PICTURE_TYPES.has(kind.mime)) throw unsupportedMedia(NOT_A_PICTURE)
  const { width, height } = await sharp(file)
    .metadata()
    .catch(() => {
      throw unsupportedMedia(NOT_A_PICTURE)
    })
  if (width * height > PICTURE_MAX_PIXELS) throw tooLarge(FILE_TOO_LARGE)
  return kind.mime
}
