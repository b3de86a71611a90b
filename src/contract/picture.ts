import { type EARLIER_PICTURE_WIDTHS, PICTURE_WIDTHS } from './limits'

export type PictureWidth = (typeof PICTURE_WIDTHS | typeof EARLIER_PICTURE_WIDTHS)[number]

/** The file names of a stored picture, and of its smaller copies in the same folder. */
export const PICTURE_FILE = 'picture.jpg'
export const PICTURE_COPY = (width: PictureWidth) => `${width}.webp`

/** The URL of a picture's smaller copy: same folder, same signature. */
export function pictureCopyPath(picturePath: string, width: PictureWidth): string {
  return picturePath.replace(PICTURE_FILE, PICTURE_COPY(width))
}

/** A `srcset` with every copy of a picture. */
export function pictureSrcSet(picturePath: string): string {
  return PICTURE_WIDTHS.map((width) => `${pictureCopyPath(picturePath, width)} ${width}w`).join(', ')
}

/** The accepted formats, for people. */
export const PICTURE_FORMATS = 'JPEG, PNG, HEIC, WebP, AVIF, TIFF, GIF, BMP, PDF и RAW'

export const TOO_MANY_PIXELS =
  'Файл слишком большой: в нём больше пикселей, чем получается открыть. Сохраните снимок поменьше и добавьте ещё раз.'
