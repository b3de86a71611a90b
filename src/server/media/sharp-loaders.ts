import sharp from 'sharp'

const EVERY_LOADER = 'VipsForeignLoad'
const PICTURE_LOADERS = ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile']

/** From now on sharp opens no file and no encoded picture in this process; raw pixels it still takes. */
export function blockLoaders(): void {
  sharp.block({ operation: [EVERY_LOADER] })
}

/** The same, but for files in the formats that we accept. */
export function blockForeignLoaders(): void {
  blockLoaders()
  sharp.unblock({ operation: PICTURE_LOADERS })
}
