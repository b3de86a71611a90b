import { readFile } from 'node:fs/promises'
import type { HeifDecoder, HeifImage } from 'libheif-js/wasm-bundle'
import sharp from 'sharp'

export interface HeicTask {
  /** A local HEIC file. */
  file: string
  /** Where the decoded picture goes: a PNG. */
  target: string
  /** A larger picture is not decoded. */
  maxPixels: number
}

/** Decodes the primary picture of a HEIC file, turned upright as the file asks. False when it cannot be read. */
export async function decodeHeic({ file, target, maxPixels }: HeicTask): Promise<boolean> {
  // Loaded with the first HEIC file: most installations' days pass without one.
  const { HeifDecoder } = await import('libheif-js/wasm-bundle')
  const picture = await decode(new HeifDecoder(), await readFile(file), maxPixels)
  if (!picture) return false
  const { data, width, height } = picture
  await sharp(data, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toFile(target)
  return true
}

async function decode(decoder: HeifDecoder, bytes: Buffer, maxPixels: number) {
  try {
    const images = decoder.decode(bytes)
    const image = images.find((candidate) => candidate.is_primary()) ?? images[0]
    if (!image) return undefined
    const [width, height] = [image.get_width(), image.get_height()]
    if (width * height > maxPixels) return undefined
    const data = await pixelsOf(image, width, height)
    return data && { data, width, height }
  } catch {
    // Whatever a reader of other people's files throws, it says that this one cannot be read.
    return undefined
  }
}

/** Red, green, blue and opacity of each pixel. */
function pixelsOf(image: HeifImage, width: number, height: number): Promise<Uint8ClampedArray | undefined> {
  const data = new Uint8ClampedArray(width * height * 4)
  return new Promise((resolve) => image.display({ data, width, height }, (decoded) => resolve(decoded?.data)))
}
