import sharp, { type OverlayOptions } from 'sharp'
import { escapeXml } from '../../../lib/xml'

/** Relative to the font's own line height. */
const LINE_HEIGHT = 0.9

/** Pixels from the upper left corner. */
export interface Place {
  left: number
  top: number
}

export interface Size {
  width: number
  height: number
}

/** A rendered text: RGBA. */
export interface TextBlock extends Size {
  pixels: Buffer
}

export interface TextLook {
  /** Pixels. */
  size: number
  colour: string
  isBold?: boolean
  /** Longer lines are wrapped, and a word that is longer than a line is broken. */
  width?: number
  align?: 'left' | 'centre'
}

export async function drawText(
  text: string,
  { size, colour, isBold, width, align = 'left' }: TextLook,
): Promise<TextBlock> {
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}" line_height="${LINE_HEIGHT}">${escapeXml(text)}</span>`,
      font: `PT Serif ${isBold ? 'Bold ' : ''}${size}`,
      // So that a point is a pixel.
      dpi: 72,
      rgba: true,
      align,
      wrap: 'word-char',
      ...(width && { width }),
    },
  })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

export function textLayer({ pixels, width, height }: TextBlock, place: Place): OverlayOptions {
  return { input: pixels, raw: { width, height, channels: 4 }, ...place }
}

/** A rectangle of one colour. */
export function rectangle(background: string, { left, top, width, height }: Place & Size): OverlayOptions {
  return { input: { create: { width, height, channels: 3, background } }, left, top }
}

/** The edges of a rectangle, as lines inside it. */
export function outline(colour: string, line: number, { left, top, width, height }: Place & Size): OverlayOptions[] {
  return [
    rectangle(colour, { left, top, width, height: line }),
    rectangle(colour, { left, top: top + height - line, width, height: line }),
    rectangle(colour, { left, top, width: line, height }),
    rectangle(colour, { left: left + width - line, top, width: line, height }),
  ]
}
