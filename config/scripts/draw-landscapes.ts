import path from 'node:path'
import sharp, { type Region } from 'sharp'

const DRAWINGS = path.resolve('config/scripts/landscapes')
const PICTURES = path.resolve('public/landing')
/** The density at which a drawing has as many pixels as its `width` says. */
const DENSITY = 72
const EFFORT = 6

interface Picture {
  drawing: string
  name: string
  /** Pixels per unit of the drawing. */
  scale: number
  quality: number
  /** In units of the drawing; absent: all of it. */
  part?: Region
}

/** `background-position: 66%` shows the same place of this region as of the whole drawing. */
const PART_FOR_PHONES = { left: 498, top: 0, width: 845, height: 420 }

const PICTURES_TO_DRAW: Picture[] = [
  { drawing: 'heroes', name: 'heroes', scale: 1.25, quality: 70 },
  // The first picture on a phone: with 12 KB instead of 7 the largest paint of Lighthouse's phone came 0.2 s later.
  { drawing: 'heroes', name: 'heroes-phone', scale: 1, quality: 30, part: PART_FOR_PHONES },
  { drawing: 'quote', name: 'quote-800', scale: 0.5, quality: 60 },
  { drawing: 'quote', name: 'quote-1600', scale: 1, quality: 60 },
  { drawing: 'quote', name: 'quote-2400', scale: 1.5, quality: 60 },
]

drawAll().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})

/**
 * Renders the landscapes to pictures again; the results are committed. A drawing has a thousand elements, and a browser
 * lays them out on its main thread; it decodes a picture on another one.
 */
async function drawAll(): Promise<void> {
  for (const { drawing, name, scale, quality, part } of PICTURES_TO_DRAW) {
    const drawn = sharp(path.join(DRAWINGS, `${drawing}.svg`), { density: DENSITY * scale })
    if (part) drawn.extract(scaled(part, scale))
    await drawn.webp({ quality, effort: EFFORT }).toFile(path.join(PICTURES, `${name}.webp`))
  }
}

function scaled({ left, top, width, height }: Region, scale: number): Region {
  const pixels = (length: number) => Math.round(length * scale)
  return { left: pixels(left), top: pixels(top), width: pixels(width), height: pixels(height) }
}
