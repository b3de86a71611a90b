import sharp from 'sharp'
import type { PictureFacts } from '../picture-facts'

/** The longer side of the tiny copy, in pixels. */
const PREVIEW_SIDE = 20
const PREVIEW_QUALITY = 40
/** The share of a colour's distance from grey that is retained. */
const MUTED_SHARE = 0.4
/** The weights of red, green and blue in perceived brightness. */
const BRIGHTNESS = [0.299, 0.587, 0.114] as const

/**
 * Determines the facts of an encoded picture. `copy` is a smaller copy: the colours are the same, and faster to find.
 */
export async function findPictureFacts(picture: string, copy: string): Promise<PictureFacts> {
  const { width, height } = await sharp(picture).metadata()
  const preview = await sharp(copy)
    .resize(PREVIEW_SIDE, PREVIEW_SIDE, { fit: 'inside' })
    .webp({ quality: PREVIEW_QUALITY })
    .toBuffer()
  const { dominant } = await sharp(copy).stats()
  return {
    width,
    height,
    tone: muted([dominant.r, dominant.g, dominant.b]),
    preview: `data:image/webp;base64,${preview.toString('base64')}`,
  }
}

/** The colour as '#rrggbb', closer to the grey of the same brightness. */
function muted(channels: [number, number, number]): string {
  const grey = channels.reduce((sum, channel, index) => sum + channel * (BRIGHTNESS[index] ?? 0), 0)
  const hex = channels.map((channel) => {
    const nearer = Math.round(grey + (channel - grey) * MUTED_SHARE)
    return nearer.toString(16).padStart(2, '0')
  })
  return `#${hex.join('')}`
}
