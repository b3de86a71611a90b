import sharp from 'sharp'
import { PICTURE_WIDTHS } from '@contract/limits'

const RED = { r: 200, g: 30, b: 30 }
const BLUE = { r: 30, g: 30, b: 200 }

/** The files of one stored picture: itself and its smaller copies. */
export const FILES_OF_PICTURE = 1 + PICTURE_WIDTHS.length

/**
 * A JPEG as a phone held upright takes it: stored lying on its side (by default 4000 × 3000) with the EXIF orientation that
 * turns it upright, and with the place where it was taken. Upright, its upper half is red, its lower blue.
 */
export async function phonePhotograph({ width = 4000, height = 3000 } = {}): Promise<Buffer> {
  const leftHalf = { create: { width: width / 2, height, channels: 3 as const, background: RED } }
  return sharp({ create: { width, height, channels: 3, background: BLUE } })
    .composite([{ input: leftHalf, left: 0, top: 0 }])
    .withExif({
      IFD0: { Make: 'Zorki', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '55/1 45/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '37/1 37/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

/** A JPEG of a sky, a hill and a sun. Where the sun stands, from 0 to 1, makes it another picture. */
export async function drawnPhotograph(width: number, height: number, sunAt: number): Promise<Buffer> {
  const size = `width="${width}" height="${height}"`
  const sky = `<rect ${size} fill="hsl(${180 + sunAt * 60} 50% 70%)"/>`
  const sun = `<circle cx="${width * sunAt}" cy="${height / 4}" r="${height / 10}" fill="#fc6"/>`
  const hill = `<ellipse cx="${width / 2}" cy="${height}" rx="${width * 0.7}" ry="${height / 2}" fill="#586b3a"/>`
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${sky}${sun}${hill}</svg>`
  return sharp(Buffer.from(picture)).jpeg().toBuffer()
}

export async function smallPicture(format: 'jpeg' | 'png' | 'webp' | 'gif' = 'jpeg'): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 50, channels: 3, background: RED } })
    .toFormat(format)
    .toBuffer()
}

/** 'red' or 'blue': the colour at a point of an upright phone photograph, given in fractions of its width and height. */
export async function colourAt(picture: Buffer, across: number, down: number): Promise<'red' | 'blue'> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const [column, row] = [Math.floor(info.width * across), Math.floor(info.height * down)]
  const start = (row * info.width + column) * info.channels
  return (data[start] ?? 0) > (data[start + 2] ?? 0) ? 'red' : 'blue'
}
