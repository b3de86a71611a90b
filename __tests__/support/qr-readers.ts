import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { runModule } from './run-module'

const SCAN = `
  import { readFile } from 'node:fs/promises'
  import { fileURLToPath } from 'node:url'
  import { buffer } from 'node:stream/consumers'
  import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
  const wasmBinary = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  prepareZXingModule({ overrides: { wasmBinary } })
  const found = await readBarcodes(new Uint8Array(await buffer(process.stdin)), { formats: ['QRCode'] })
  process.stdout.write(found.map(({ text }) => text).join())`
const RENDER = `
  import { buffer } from 'node:stream/consumers'
  import { PDFiumLibrary } from '@hyzyla/pdfium'
  import sharp from 'sharp'
  const library = await PDFiumLibrary.init()
  const pdf = await library.loadDocument(await buffer(process.stdin))
  const page = pdf.getPage(Number(process.argv[2]) - 1)
  const { data, width, height } = await page.render({ scale: Number(process.argv[1]), render: 'bitmap' })
  process.stdout.write(await sharp(data, { raw: { width, height, channels: 4 } }).png().toBuffer())`
const SCAN_PLACES = SCAN.replace(
  /process\.stdout\.write.*/,
  'process.stdout.write(JSON.stringify(found.map(({ text, position }) => ({ text, ...position.topLeft }))))',
)
const POINTS_PER_INCH = 72
const SAME_ROW_PIXELS = 50

interface FoundCode {
  text: string
  x: number
  y: number
}

/** What two independent readers find in a picture: the package `qr`, and ZXing. */
export async function readByTwo(picture: Buffer): Promise<string[]> {
  const { data, info } = await sharp(picture).flatten().ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return [
    decodeQR({ width: info.width, height: info.height, data }),
    (await runModule(SCAN, await sharp(picture).png().toBuffer())).toString(),
  ]
}

/** What ZXing finds in a picture with many codes, row by row. */
export async function readAll(picture: Buffer): Promise<string[]> {
  const places = JSON.parse((await runModule(SCAN_PLACES, picture)).toString()) as FoundCode[]
  return places
    .sort((one, other) => (Math.abs(one.y - other.y) < SAME_ROW_PIXELS ? one.x - other.x : one.y - other.y))
    .map(({ text }) => text)
}

/** A page of a PDF as PNG, by default the first. */
export function renderedPdf(pdf: Buffer, dotsPerInch: number, page = 1): Promise<Buffer> {
  return runModule(RENDER, pdf, { options: [String(dotsPerInch / POINTS_PER_INCH), String(page)] })
}

/** An SVG sized in millimetres as PNG. Sharp would multiply its own resolution by that of the millimetres. */
export function renderedSvg(svg: string, dotsPerInch: number): Promise<Buffer> {
  const inPixels = svg.replace(/="([\d.]+)mm"/g, (_length, mm: string) => `="${(Number(mm) * dotsPerInch) / 25.4}"`)
  return sharp(Buffer.from(inPixels)).png().toBuffer()
}
