import sharp, { type OverlayOptions } from 'sharp'
import { type Place, rectangle } from './layers'

const PICTURE = { width: 368, height: 460 }
const MAT_WIDTH = 12
const LINE_WIDTH = 2
const EDGE = MAT_WIDTH + LINE_WIDTH

/** Pixels, mat and line included. */
export const FRAMED_PORTRAIT = { width: PICTURE.width + 2 * EDGE, height: PICTURE.height + 2 * EDGE }

/** Faces are above the middle: the crop is the same as on the memorial's page. */
const CROP_ANCHOR = { across: 0.5, down: 0.25 }

/** A portrait, cropped to the frame, in a mat and a thin line. */
export async function framedPortrait(
  file: string,
  { left, top }: Place,
  colours: { mat: string; line: string },
): Promise<OverlayOptions[]> {
  const { width, height } = FRAMED_PORTRAIT
  return [
    rectangle(colours.line, { left, top, width, height }),
    rectangle(colours.mat, {
      left: left + LINE_WIDTH,
      top: top + LINE_WIDTH,
      width: width - 2 * LINE_WIDTH,
      height: height - 2 * LINE_WIDTH,
    }),
    { input: await cut(file), raw: { ...PICTURE, channels: 3 }, left: left + EDGE, top: top + EDGE },
  ]
}

async function cut(file: string): Promise<Buffer> {
  const { width, height } = await sharp(file).metadata()
  const scale = Math.max(PICTURE.width / width, PICTURE.height / height)
  const scaled = {
    width: Math.max(PICTURE.width, Math.round(width * scale)),
    height: Math.max(PICTURE.height, Math.round(height * scale)),
  }
  return sharp(file)
    .resize({ ...scaled, fit: 'fill' })
    .extract({
      ...PICTURE,
      left: Math.round((scaled.width - PICTURE.width) * CROP_ANCHOR.across),
      top: Math.round((scaled.height - PICTURE.height) * CROP_ANCHOR.down),
    })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer()
}
