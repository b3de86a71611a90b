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
  'a GIF': () => flat().gif({ effort: 1 }).toBuffer(),
  'a JPEG of 200 megapixels': () => flatJpeg(16_320, 12_240),
}

function flat(channels: 3 | 4 = 3) {
  const background = channels === 3 ? GREY : { ...GREY, alpha: 0.5 }
  return sharp({ create: { width: LARGE_SIDE, height: LARGE_SIDE, channels, background } })
}

const MCU_SIDE = 8
/** Four blocks of the same grey as the last one: `00 1010` is no difference, and the end of the block. */
const FOUR_FLAT_BLOCKS = [0b00101000, 0b10100010, 0b10001010]

/** A grey JPEG of any size, made without encoding it. */
export async function flatJpeg(width: number, height: number): Promise<Buffer> {
  const small = await sharp({ create: { width: 8, height: 8, channels: 3, background: { r: 128, g: 128, b: 128 } } })
    .toColourspace('b-w')
    .jpeg({ optimiseCoding: false })
    .toBuffer()
  const scan = small.indexOf(Buffer.from([0xff, 0xda]))
  const head = Buffer.from(small.subarray(0, scan + 2 + small.readUInt16BE(scan + 2)))
  const frame = head.indexOf(Buffer.from([0xff, 0xc0]))
  head.writeUInt16BE(height, frame + 5)
  head.writeUInt16BE(width, frame + 7)
  const blocks = Math.ceil(width / MCU_SIDE) * Math.ceil(height / MCU_SIDE)
  const rows = Buffer.alloc(Math.ceil((blocks * 3) / 4), Buffer.from(FOUR_FLAT_BLOCKS))
  return Buffer.concat([head, rows, Buffer.from([0xff, 0xd9])])
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
