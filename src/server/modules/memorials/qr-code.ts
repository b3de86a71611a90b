import { create } from 'qrcode'
import sharp from 'sharp'

/** The maximum width in pixels; each module of the code has a whole number of them. Enough to print it at 5 cm. */
const WIDTH_MAX = 1024
/** Codes on gravestones weather. This level still works when a quarter of the code is lost. */
const ERROR_CORRECTION = 'Q'
/** The empty border that scanners need, in modules. */
const MARGIN = 4
const [BLACK, WHITE] = [0, 255]

/** A QR code as PNG. Drawn by sharp in a worker thread: the package's own renderer blocks the event loop for 100 ms. */
export async function drawQrCode(text: string): Promise<Buffer> {
  const { modules } = create(text, { errorCorrectionLevel: ERROR_CORRECTION })
  const side = modules.size + 2 * MARGIN
  const pixels = Buffer.alloc(side * side, WHITE)
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column)) pixels[(row + MARGIN) * side + column + MARGIN] = BLACK
    }
  }
  return sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .resize({ width: side * Math.floor(WIDTH_MAX / side), kernel: 'nearest' })
    .png({ palette: true, colours: 2 })
    .toBuffer()
}
