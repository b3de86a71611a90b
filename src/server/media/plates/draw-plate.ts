import type { PathCommand } from 'fontkit'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import type { PlateChoice } from '@contract/plate'
import { layPlate, type Plate, platePdf, plateSvg, QUIET_ZONE } from './plate'
import type { PlateWords } from './words'

/** What stands on a plate, and how. */
export interface PlateContents {
  choice: Pick<PlateChoice, 'format' | 'size_mm' | 'tone'>
  /** Encoded in the QR code. */
  text: string
  /** Below the code. */
  words: PlateWords | undefined
  title: string
  author: string
}

/** The file of a plate. */
export async function drawPlate({ choice, text, words, title, author }: PlateContents): Promise<Buffer> {
  const { format, size_mm, tone } = choice
  const plate = layPlate({ text, sizeMm: size_mm, tone, ...(words && { words }) })
  if (format === 'png') return platePng(plate)
  if (format === 'pdf') return platePdf(plate, { title, author })
  return Buffer.from(plateSvg(plate, title))
}

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
async function platePng(plate: Plate): Promise<Buffer> {
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

/** The number of line segments that approximate a curve. */
const CURVE_STEPS = 8
const FULL = 255

interface Point {
  x: number
  y: number
}

/**
 * Adds the ink of outlines to a picture with one byte per pixel; the outlines must lie inside it. sharp loads no
 * drawings in this process, and letters are all that has to be filled. Each line adds to a pixel the share that lies to
 * its right; the running sum from the left then gives the coverage of each pixel (the method of font-rs).
 */
function fillOutlines(ink: Uint8Array, width: number, outlines: PathCommand[]): void {
  const lines = linesOf(outlines)
  const first = Math.floor(lines.reduce((top, { from }) => Math.min(top, from.y), Infinity))
  if (!Number.isFinite(first)) return
  const shares = new Float32Array(ink.length - first * width)
  for (const { from, to } of lines)
    addLine(shares, width, { x: from.x, y: from.y - first }, { x: to.x, y: to.y - first })

  for (let row = 0; row < shares.length; row += width) {
    let sum = 0
    for (let index = row; index < row + width; index++) {
      sum += shares[index] as number
      const share = Math.min(1, Math.abs(sum))
      if (share > 0) ink[index + first * width] = Math.max(ink[index + first * width] as number, share * FULL)
    }
  }
}

function addLine(shares: Float32Array, width: number, from: Point, to: Point): void {
  if (from.y === to.y) return
  const [top, bottom, direction] = from.y < to.y ? [from, to, 1] : [to, from, -1]
  const slope = (bottom.x - top.x) / (bottom.y - top.y)
  let x = top.x
  for (let y = Math.floor(top.y); y < bottom.y; y++) {
    const height = Math.min(y + 1, bottom.y) - Math.max(y, top.y)
    const next = x + slope * height
    addPart(shares, y * width, Math.min(x, next), Math.max(x, next), height * direction)
    x = next
  }
}

/**
 * A segment of a line within one row of pixels, from `left` to `right`. `cover` is its height, signed by its direction.
 */
function addPart(shares: Float32Array, row: number, left: number, right: number, cover: number): void {
  const add = (x: number, share: number) => {
    shares[row + x] = (shares[row + x] as number) + share
  }
  const first = Math.floor(left)
  // The area of the pixels up to `x` that lies to the right of the line.
  const coveredBefore = (x: number) => {
    if (x >= right) return cover * (x - (left + right) / 2)
    return x <= left ? 0 : (cover * (x - left) ** 2) / (2 * (right - left))
  }
  let added = 0
  let area = 0
  for (let x = first; x < right + 1; x++) {
    const share = coveredBefore(x + 1) - area
    area += share
    add(x, share - added)
    added = share
  }
  add(Math.max(first, Math.floor(right)) + 2, cover - added)
}

function linesOf(outlines: PathCommand[]): { from: Point; to: Point }[] {
  const lines: { from: Point; to: Point }[] = []
  let at: Point = { x: 0, y: 0 }
  let start = at

  function lineTo(to: Point): void {
    lines.push({ from: at, to })
    at = to
  }

  for (const { command, args } of outlines) {
    const points = pointsOf(args)
    const end = points.at(-1) ?? start
    if (command === 'moveTo') at = start = end
    else if (command === 'lineTo' || command === 'closePath') lineTo(end)
    else {
      const corners = [at, ...points]
      for (let step = 1; step <= CURVE_STEPS; step++) lineTo(onCurve(corners, step / CURVE_STEPS))
    }
  }
  return lines
}

function pointsOf(args: number[]): Point[] {
  return args.flatMap((x, index) => (index % 2 === 0 ? [{ x, y: args[index + 1] as number }] : []))
}

/** A point of a Bézier curve of any degree, by de Casteljau's algorithm. */
function onCurve(corners: Point[], t: number): Point {
  if (corners.length === 1) return corners[0] as Point
  const between = corners.slice(1).map((corner, index) => {
    const { x, y } = corners[index] as Point
    return { x: x + (corner.x - x) * t, y: y + (corner.y - y) * t }
  })
  return onCurve(between, t)
}
