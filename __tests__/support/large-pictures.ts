import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { largeHeic } from './large-heic'

/** 49 megapixels: just below what is accepted. */
export const LARGE_SIDE = 7000

const GREY = { r: 120, g: 120, b: 120 }

/** Small files of many pixels, in every way that decoders need memory for. */
export const LARGE_PICTURES: Record<string, () => Promise<Buffer>> = {
  'a PNG': () => flat().png().toBuffer(),
  'an interlaced PNG of 16 bits and opacity': () =>
    flat(4).toColourspace('rgb16').png({ progressive: true, compressionLevel: 1 }).toBuffer(),
  'a JPEG that lies on its side': () => flat().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  'a progressive JPEG that lies on its side': () =>
    flat()
      .withMetadata({ orientation: 6 })
      .jpeg({ progressive: true, optimiseCoding: false, chromaSubsampling: '4:4:4' })
      .toBuffer(),
  'a lossless WebP': () => flat(4).webp({ lossless: true, effort: 0 }).toBuffer(),
  'a lossless WebP that lies on its side': () =>
    flat(4).withMetadata({ orientation: 6 }).webp({ lossless: true, effort: 0 }).toBuffer(),
  'a HEIC': () => largeHeic(LARGE_SIDE),
}

function flat(channels: 3 | 4 = 3) {
  const background = channels === 3 ? GREY : { ...GREY, alpha: 0.5 }
  return sharp({ create: { width: LARGE_SIDE, height: LARGE_SIDE, channels, background } })
}

/** An animated WebP: a red picture and a green one. */
export async function animation(side: number): Promise<Buffer> {
  const still = (background: string) =>
    sharp({ create: { width: side, height: side, channels: 3, background } })
      .png()
      .toBuffer()
  return sharp([await still('red'), await still('green')], { join: { animated: true } })
    .webp({ effort: 0 })
    .toBuffer()
}

/** A PNG whose header claims this many pixels a side. */
export function withSide(png: Buffer, side: number): Buffer {
  const [type, width, height, checksum] = [12, 16, 20, 29]
  const claiming = Buffer.from(png)
  claiming.writeUInt32BE(side, width)
  claiming.writeUInt32BE(side, height)
  claiming.writeUInt32BE(crc32(claiming.subarray(type, checksum)), checksum)
  return claiming
}
