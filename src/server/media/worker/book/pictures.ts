import sharp from 'sharp'

/** Pixels: about 270 per inch for the widest picture. */
const SIDE_MAX = 1200
const JPEG_QUALITY = 82

export interface PrintedPicture {
  jpeg: Buffer
  /** Pixels. */
  width: number
  height: number
}

/** A stored picture, as large as print needs it; undefined when it cannot be read. */
export async function printedPicture(file: string): Promise<PrintedPicture | undefined> {
  try {
    const { data, info } = await sharp(file)
      .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer({ resolveWithObject: true })
    return { jpeg: data, width: info.width, height: info.height }
  } catch {
    return undefined
  }
}

/** The largest size in points in which a picture fits. Small pictures are not enlarged until they look coarse. */
export function fitted(
  { width, height }: { width: number; height: number },
  room: { width: number; height: number },
): { width: number; height: number } {
  const scale = Math.min(room.width / width, room.height / height, POINTS_PER_PIXEL_MAX)
  return { width: width * scale, height: height * scale }
}

/** 96 pixels per inch: fewer look coarse. */
const POINTS_PER_PIXEL_MAX = 72 / 96
