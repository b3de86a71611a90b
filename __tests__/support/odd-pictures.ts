import PDFDocument from 'pdfkit'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

const [WIDTH, HEIGHT] = [48, 32]
const RED = [200, 30, 30] as const
const BLUE = [30, 30, 200] as const

/** Red above, blue below; as sharp reads it. */
export function redAboveBlue(width = WIDTH, height = HEIGHT) {
  const data = Buffer.alloc(width * height * 3)
  for (let pixel = 0; pixel < width * height; pixel++) data.set(pixel < (width * height) / 2 ? RED : BLUE, pixel * 3)
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** Pictures of 48 × 32, red above and blue below, in formats that no browser makes. */
export const ODD_PICTURES: Record<string, () => Promise<Buffer> | Buffer> = {
  'a TIFF': () => redAboveBlue().tiff({ compression: 'lzw' }).toBuffer(),
  'a TIFF with a JPEG inside': () => redAboveBlue().tiff({ compression: 'jpeg' }).toBuffer(),
  'a TIFF for print': () => redAboveBlue().toColourspace('cmyk').tiff().toBuffer(),
  'a TIFF that lies on its side': () => lyingTiff(),
  'a GIF': () => redAboveBlue().gif().toBuffer(),
  'an AVIF': () => redAboveBlue().avif({ effort: 0 }).toBuffer(),
  'an AVIF that names only its family': async () =>
    Buffer.from(
      (await redAboveBlue().avif({ effort: 0 }).toBuffer()).toString('latin1').replace('ftypavif', 'ftypmif1'),
      'latin1',
    ),
  'a BMP of 24 bits': () => bmp({ bits: 24 }),
  'a BMP of 32 bits from top to bottom': () => bmp({ bits: 32, isTopDown: true }),
  'a BMP of 16 bits': () => bmp({ bits: 16 }),
  'a BMP of 16 bits with masks': () => bmp({ bits: 16, masks: [0xf800, 0x07e0, 0x001f] }),
  'a BMP of 256 colours': () => bmp({ bits: 8 }),
  'a BMP of 16 colours': () => bmp({ bits: 4 }),
  'a BMP of 2 colours': () => bmp({ bits: 1 }),
  'a BMP of runs of 256 colours': () => bmp({ bits: 8, isPacked: true }),
  'a BMP of runs of 16 colours': () => bmp({ bits: 4, isPacked: true }),
  'a BMP of OS/2': () => bmp({ bits: 24, isCore: true }),
  'a DNG': () => rawPhotograph('dng'),
  'a CR2': () => rawPhotograph('cr2'),
  'an ARW': () => rawPhotograph('arw'),
  'a NEF that looks like a TIFF': () => rawPhotograph('tiff'),
  'an RW2': () => rawPhotograph('rw2'),
  'an RAF': () => rawPhotograph('raf'),
  'a CR3': () => rawPhotograph('cr3'),
}

async function lyingTiff(): Promise<Buffer> {
  const tiff = await redAboveBlue().rotate(270).withMetadata({ orientation: 1 }).tiff().toBuffer()
  tiff.writeUInt16LE(6, tiff.indexOf(directoryEntry(0x0112, 3, 1)) + 8)
  return tiff
}

interface Bmp {
  bits: 1 | 4 | 8 | 16 | 24 | 32
  isTopDown?: boolean
  isPacked?: boolean
  isCore?: boolean
  masks?: number[]
}

function bmp({ bits, isTopDown = false, isPacked = false, isCore = false, masks }: Bmp): Buffer {
  const rows = Array.from({ length: HEIGHT }, (_, row) => (isPacked ? runOf(row, bits) : bmpRow(row, bits, masks)))
  const pixels = Buffer.concat([...(isTopDown ? rows : rows.reverse()), ...(isPacked ? [Buffer.from([0, 1])] : [])])
  const palette =
    bits > 8 ? Buffer.alloc(0) : Buffer.from([RED, BLUE].flatMap(([red, green, blue]) => [blue, green, red, 0]))
  const maskBytes = Buffer.concat((masks ?? []).map(u32))
  const info = isCore
    ? Buffer.concat([u32(12), u16(WIDTH), u16(HEIGHT), u16(1), u16(bits)])
    : Buffer.concat([
        u32(40),
        u32(WIDTH),
        u32(isTopDown ? -HEIGHT : HEIGHT),
        ...[u16(1), u16(bits), u32(compressionOf({ bits, isPacked, masks })), u32(pixels.length)],
        ...[u32(0), u32(0), u32(palette.length / 4), u32(0)],
      ])
  const pixelsAt = 14 + info.length + maskBytes.length + palette.length
  const head = Buffer.concat([Buffer.from('BM'), u32(pixelsAt + pixels.length), u32(0), u32(pixelsAt)])
  return Buffer.concat([head, info, maskBytes, palette, pixels])
}

function compressionOf({ bits, isPacked, masks }: Pick<Bmp, 'bits' | 'isPacked' | 'masks'>): number {
  if (masks) return 3
  if (!isPacked) return 0
  return bits === 8 ? 1 : 2
}

const colourOf = (row: number) => (row < HEIGHT / 2 ? RED : BLUE)
const indexOf = (row: number) => (row < HEIGHT / 2 ? 0 : 1)

function bmpRow(row: number, bits: Bmp['bits'], masks?: number[]): Buffer {
  const [red, green, blue] = colourOf(row)
  const greenBits = masks ? 6 : 5
  const of16 = ((red >> 3) << (greenBits + 5)) | ((green >> (8 - greenBits)) << 5) | (blue >> 3)
  const index = indexOf(row)
  const byte = { 1: index * 0xff, 4: index * 0x11, 8: index }
  const pixel = { 16: [of16 & 0xff, of16 >> 8], 24: [blue, green, red], 32: [blue, green, red, 0] }
  const used =
    bits > 8
      ? Array<number[]>(WIDTH)
          .fill(pixel[bits as 16])
          .flat()
      : Array<number>((WIDTH * bits) / 8).fill(byte[bits as 1])
  return Buffer.concat([Buffer.from(used), Buffer.alloc((4 - (used.length % 4)) % 4)])
}

/** A run, a few pixels one by one, a jump to the right over pixels of the first colour, and the end of the line. */
function runOf(row: number, bits: Bmp['bits']): Buffer {
  const byte = bits === 8 ? indexOf(row) : indexOf(row) * 0x11
  const oneByOne = bits === 8 ? [0, 4, byte, byte, byte, byte] : [0, 4, byte, byte]
  const rest = WIDTH - 24
  return Buffer.from([20, byte, ...oneByOne, rest, byte, 0, 0])
}

type RawKind = 'dng' | 'cr2' | 'arw' | 'tiff' | 'rw2' | 'raf' | 'cr3'

const RW2_MARK = Buffer.from('88e774d8f8251d4d947a6e77822b5d6a', 'hex')

/** What a camera writes: its thumbnail, the noise of its sensor, and a JPEG that lies on its side. */
async function rawPhotograph(kind: RawKind): Promise<Buffer> {
  const lying = await redAboveBlue().rotate(270).jpeg({ quality: 95 }).toBuffer()
  const thumbnail = await redAboveBlue(8, 6).jpeg().toBuffer()
  // The data of a sensor may look like the beginning of a JPEG.
  const sensor = Buffer.concat([
    Buffer.alloc(5000, 0xa7),
    Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 4]),
    Buffer.alloc(500, 1),
  ])
  const rest = [thumbnail, sensor, lying, sensor]
  const orientation = directoryEntry(0x0112, 3, 6)
  if (kind === 'raf') {
    const upright = await redAboveBlue().jpeg({ quality: 95 }).toBuffer()
    return Buffer.concat([Buffer.from('FUJIFILMCCD-RAW 0201'), Buffer.alloc(80), thumbnail, sensor, upright, sensor])
  }
  if (kind === 'cr3') {
    const box = Buffer.concat([Buffer.from('CMT1'), tiffOf([orientation])])
    return Buffer.concat([
      be32(24),
      Buffer.from('ftypcrx '),
      be32(1),
      Buffer.from('crx isom'),
      be32(8 + box.length),
      box,
      ...rest,
    ])
  }
  if (kind === 'cr2')
    return Buffer.concat([
      Buffer.from('II*\0'),
      u32(16),
      Buffer.from('CR\x02\0'),
      u32(0),
      directory([orientation]),
      ...rest,
    ])
  if (kind === 'rw2') return Buffer.concat([Buffer.from('IIU\0'), u32(24), RW2_MARK, directory([orientation]), ...rest])
  if (kind === 'dng') return Buffer.concat([tiffOf([orientation, directoryEntry(0xc612, 1, 0x0401)]), ...rest])
  if (kind === 'arw') return Buffer.concat([tiffOf([orientation, directoryEntry(0xc4a5, 7, 0)]), ...rest])
  return Buffer.concat([tiffOf(thumbnailEntries(orientation)), Buffer.alloc(3), ...rest])
}

/** A page of one grey pixel, as a thumbnail stands before the data of a sensor. */
function thumbnailEntries(orientation: Buffer): Buffer[] {
  const entries: [number, number, number][] = [
    [0x0100, 3, 1],
    [0x0101, 3, 1],
    [0x0102, 3, 8],
    [0x0103, 3, 1],
    [0x0106, 3, 1],
    [0x0111, 4, 8 + 2 + 10 * 12 + 4],
  ]
  const later: [number, number, number][] = [
    [0x0115, 3, 1],
    [0x0116, 3, 1],
    [0x0117, 4, 1],
  ]
  return [
    ...entries.map((entry) => directoryEntry(...entry)),
    orientation,
    ...later.map((entry) => directoryEntry(...entry)),
  ]
}

const tiffOf = (entries: Buffer[]) => Buffer.concat([Buffer.from('II*\0'), u32(8), directory(entries)])
const directory = (entries: Buffer[]) => Buffer.concat([u16(entries.length), ...entries, u32(0)])
const directoryEntry = (tag: number, type: number, value: number) =>
  Buffer.concat([u16(tag), u16(type), u32(1), u32(value)])

/** A PDF as a scanner makes it: each page is a picture, red above and blue below. */
export async function scannedPdf(pages: number, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false, ...options })
  const scan = await redAboveBlue(300, 420).jpeg().toBuffer()
  for (let page = 0; page < pages; page++)
    pdf.addPage({ size: [72, 100] }).image(scan, 0, 0, { width: 72, height: 100 })
  pdf.end()
  return buffer(pdf)
}

/** A TIFF of several pages: red above blue, then grey ones. */
export async function manyPages(pages: number): Promise<Buffer> {
  const others = Array.from({ length: pages - 1 }, () =>
    sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: 'grey' } })
      .png()
      .toBuffer(),
  )
  return sharp([await redAboveBlue().png().toBuffer(), ...(await Promise.all(others))], { join: { animated: true } })
    .tiff()
    .toBuffer()
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value | 0)
  return bytes
}

const be32 = (value: number) => u32(value).reverse()
