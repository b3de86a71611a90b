import sharp from 'sharp'

/** Pixels: about 270 to an inch of the widest picture. */
const SIDE_MAX = 1200
const JPEG_QUALITY = 82

export interface PrintedPicture {
  jpeg: Buffer
  /** Pixels. */
  width: number
  height: number
}

/** A picture of ours, as large as it is needed in print; undefined when it cannot be read. */
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

/** The largest size in which a picture fits into this room: points. Small pictures are not made coarse. */
export function fitted(
  { width, height }: { width: number; height: number },
  room: { width: number; height: number },
): { width: number; height: number } {
  const scale = Math.min(room.width / width, room.height / height, POINTS_PER_PIXEL_MAX)
  return { width: width * scale, height: height * scale }
}

/** 96 pixels to an inch: fewer look coarse. */
const POINTS_PER_PIXEL_MAX = 72 / 96
