import sharp from 'sharp'

const EVERY_LOADER = 'VipsForeignLoad'
/** The buffer is a JPEG that a raw file contains; HEIF files are AVIF, since the decoder of HEIC is not built in. */
const PICTURE_LOADERS = [
  'VipsForeignLoadJpegFile',
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngFile',
  'VipsForeignLoadWebpFile',
  'VipsForeignLoadTiffFile',
  'VipsForeignLoadNsgifFile',
  'VipsForeignLoadHeifFile',
]

/** Prevents sharp from opening files and encoded pictures in this process; raw pixels still work. */
export function blockLoaders(): void {
  sharp.block({ operation: [EVERY_LOADER] })
}

/** The same, except for files in the formats that we accept. */
export function blockForeignLoaders(): void {
  blockLoaders()
  sharp.unblock({ operation: PICTURE_LOADERS })
}
