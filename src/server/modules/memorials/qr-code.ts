import { create } from 'qrcode'
import sharp from 'sharp'

/** Pixels, at most: each module of the code gets a whole number of them. Fit for printing at 5 cm. */
const WIDTH_MAX = 1024
/** A stone weathers: a quarter of the code may be lost and it still opens the page. */
const ERROR_CORRECTION = 'Q'
/** The quiet zone that readers need around a code, in modules. */
const MARGIN = 4
const [BLACK, WHITE] = [0, 255]

/** A QR code as PNG. The package's own renderer takes a tenth of a second of the event loop for what sharp does aside. */
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
