import { crc32 } from 'node:zlib'
import type { PathCommand } from 'fontkit'
import sharp from 'sharp'
import { fillOutlines } from './fill-outlines'
import { type Plate, QUIET_ZONE } from './plate'

const HUNDREDTHS_OF_INCH = 2540
const HUNDREDTHS_OF_METRE = 100_000
const DOTS_PER_INCH = 300
/** More would not be sharper: modules are whole pixels at any width. */
const WIDTH_MAX = 1600
const WHITE = 255
/** The layout of a PNG file: the signature with the first chunk, and what surrounds a chunk's content. */
const HEADER_END = 33
const CHUNK_FRAME = 12
const RESOLUTION_BYTES = 9
const METRES = 1

/** The plate in pixels at about 300 dpi, so that a module is a whole number of pixels. */
export async function platePng(plate: Plate): Promise<Buffer> {
  const { modules, module, tone } = plate
  const across = modules.size + 2 * QUIET_ZONE
  const side = pixelsOf(module, across)
  const scale = side / module
  const [width, height] = [across * side, Math.round(plate.height * scale)]
  const ink = new Uint8Array(width * height)

  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (!modules.has(row, column)) continue
      const left = (column + QUIET_ZONE) * side
      for (let y = (row + QUIET_ZONE) * side; y < (row + QUIET_ZONE + 1) * side; y++) {
        ink.fill(WHITE, y * width + left, y * width + left + side)
      }
    }
  }
  fillOutlines(ink, width, scaled(plate.letters, scale))
  if (tone === 'dark') for (let index = 0; index < ink.length; index++) ink[index] = WHITE - (ink[index] as number)

  const png = await sharp(ink, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toBuffer()
  return withResolution(png, Math.round(scale * HUNDREDTHS_OF_METRE))
}

/** Writes the resolution, so that the picture prints at its real size. sharp would add a colour profile. */
function withResolution(png: Buffer, pixelsPerMetre: number): Buffer {
  const chunk = Buffer.alloc(CHUNK_FRAME + RESOLUTION_BYTES)
  chunk.writeUInt32BE(RESOLUTION_BYTES, 0)
  chunk.write('pHYs', 4, 'latin1')
  chunk.writeUInt32BE(pixelsPerMetre, 8)
  chunk.writeUInt32BE(pixelsPerMetre, 12)
  chunk.writeUInt8(METRES, 16)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return Buffer.concat([png.subarray(0, HEADER_END), chunk, png.subarray(HEADER_END)])
}

function pixelsOf(module: number, across: number): number {
  const wished = Math.round((module * DOTS_PER_INCH) / HUNDREDTHS_OF_INCH)
  return Math.max(1, Math.min(wished, Math.floor(WIDTH_MAX / across)))
}

function scaled(outlines: PathCommand[], scale: number): PathCommand[] {
  return outlines.map(({ command, args }) => ({ command, args: args.map((value) => value * scale) }))
}
