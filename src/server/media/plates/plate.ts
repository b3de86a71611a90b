import type { PathCommand } from 'fontkit'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { create } from 'qrcode'
import type { PlateTone } from '@contract/plate'
import { escapeXml } from '../../lib/escape'
import { layWords, type PlateWords } from './words'

/** Survives weather and wear: nearly a third of the code may be lost. */
const ERROR_CORRECTION = 'H'
/** The empty border that scanners need, in modules. */
export const QUIET_ZONE = 4
const HUNDREDTHS = 100

/** A plate, measured in hundredths of a millimetre. */
export interface Plate {
  width: number
  height: number
  tone: PlateTone
  modules: Modules
  /** The side of a module, a whole number. */
  module: number
  /** The contours of the code as SVG path data, filled by the even-odd rule. */
  code: string
  /** The outlines of the letters below the code. */
  letters: PathCommand[]
}

export interface PlateOrder {
  /** The text that the code encodes. */
  text: string
  /** The maximum width. It is rounded down so that a module is whole hundredths of a millimetre. */
  sizeMm: number
  tone: PlateTone
  words?: PlateWords
}

/** Lays a QR code out for print, with text below it if there is any. */
export function layPlate({ text, sizeMm, tone, words }: PlateOrder): Plate {
  const { modules: matrix } = create(text, { errorCorrectionLevel: ERROR_CORRECTION })
  const { size } = matrix
  const modules: Modules = {
    size,
    has: (row, column) => row >= 0 && column >= 0 && row < size && column < size && Boolean(matrix.get(row, column)),
  }
  const across = size + 2 * QUIET_ZONE
  const module = Math.floor((sizeMm * HUNDREDTHS) / across)
  const width = module * across
  const margin = module * QUIET_ZONE
  const laid = words && layWords(words, { left: margin, top: width, width: width - 2 * margin, plateWidth: width })
  // Whole modules, so that the picture has whole pixels.
  const beneath = laid ? Math.ceil((laid.height + margin) / module) * module : 0
  return {
    width,
    height: width + beneath,
    tone,
    modules,
    module,
    code: outlineOf(modules, module, margin),
    letters: laid?.letters ?? [],
  }
}

/** The modules of a QR code: whether there is one at a row and a column. Always false outside the code. */
interface Modules {
  size: number
  has: (row: number, column: number) => boolean
}

/** Right, down, left, up: a contour has its modules on its right-hand side. */
const STEPS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const
const TURNS = [1, 0, 3] as const

/**
 * The contours around connected modules, as SVG path data. Machines that cut or engrave along lines need one line
 * around each shape, not adjacent squares. `side` is the size of a module, `margin` the distance to the first one.
 */
function outlineOf(modules: Modules, side: number, margin: number): string {
  const edges = edgesOf(modules)
  const contours: string[] = []
  const at = (place: number) => margin + place * side

  for (const first of edges) {
    let [x, y, direction] = partsOf(first)
    let path = `M${at(x)} ${at(y)}`
    for (let key: string | undefined = first; key !== undefined;) {
      edges.delete(key)
      const [stepX, stepY] = STEPS[direction] as (typeof STEPS)[number]
      x += stepX
      y += stepY
      const turn = TURNS.find((each) => edges.has(keyOf(x, y, (direction + each) % 4)))
      if (turn !== 0 && turn !== undefined) path += stepX === 0 ? `V${at(y)}` : `H${at(x)}`
      if (turn !== undefined) direction = (direction + turn) % 4
      key = turn === undefined ? undefined : keyOf(x, y, direction)
    }
    contours.push(`${path}Z`)
  }
  return contours.join('')
}

/** The sides of modules that border on an empty cell, by where they start and their direction. */
function edgesOf({ size, has }: Modules): Set<string> {
  const edges = new Set<string>()
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (!has(row, column)) continue
      if (!has(row - 1, column)) edges.add(keyOf(column, row, 0))
      if (!has(row, column + 1)) edges.add(keyOf(column + 1, row, 1))
      if (!has(row + 1, column)) edges.add(keyOf(column + 1, row + 1, 2))
      if (!has(row, column - 1)) edges.add(keyOf(column, row + 1, 3))
    }
  }
  return edges
}

function keyOf(x: number, y: number, direction: number): string {
  return `${x} ${y} ${direction}`
}

function partsOf(key: string): [x: number, y: number, direction: number] {
  return key.split(' ').map(Number) as [number, number, number]
}

const LETTERS: Record<PathCommand['command'], string> = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
}

/** Background and ink of each tone. */
export const PLATE_COLOURS = { dark: ['#fff', '#000'], light: ['#000', '#fff'] } as const

/**
 * The plate in millimetres. A drawing unit is a hundredth of a millimetre; letters are outlines, so no font is needed.
 */
export function plateSvg({ width, height, tone, code, letters }: Plate, title: string): string {
  const [ground, ink] = PLATE_COLOURS[tone]
  const words = letters.length > 0 ? `<path id="words" fill="${ink}" d="${pathOf(letters)}"/>` : ''
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="${width / HUNDREDTHS}mm" height="${height / HUNDREDTHS}mm" viewBox="0 0 ${width} ${height}">
<title>${escapeXml(title)}</title>
<rect id="ground" width="${width}" height="${height}" fill="${ground}"/>
<path id="code" fill="${ink}" fill-rule="evenodd" d="${code}"/>${words}
</svg>
`
}

/** SVG path data, to a thousandth of a millimetre. */
export function pathOf(outlines: PathCommand[]): string {
  return outlines.map(({ command, args }) => LETTERS[command] + args.map(rounded).join(' ')).join('')
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}

/** A hundredth of a millimetre in points (72 per inch). */
export const HUNDREDTH_POINTS = 72 / 2540

/** Greyscale operators of PDF: they print with black ink alone, where four inks would blur small modules. */
const [WHITE, BLACK] = ['1 g', '0 g']
const COLOURS: Record<PlateTone, [ground: string, ink: string]> = { dark: [WHITE, BLACK], light: [BLACK, WHITE] }

/** The plate as a page of its own size. Drawing units are hundredths of a millimetre; letters are outlines. */
export async function platePdf(plate: Plate, facts: { title: string; author: string }): Promise<Buffer> {
  const { width, height, tone, code, letters } = plate
  const [ground, ink] = COLOURS[tone]
  const doc = new PDFDocument({
    size: [width * HUNDREDTH_POINTS, height * HUNDREDTH_POINTS],
    margin: 0,
    pdfVersion: '1.7',
    lang: 'ru',
    displayTitle: true,
    info: { Title: facts.title, Author: facts.author, Creator: facts.author },
  })
  doc.scale(HUNDREDTH_POINTS)
  doc.addContent(ground)
  doc.rect(0, 0, width, height).fill()
  doc.addContent(ink)
  doc.path(code).fill('even-odd')
  if (letters.length > 0) doc.path(pathOf(letters)).fill()
  doc.end()
  return buffer(doc)
}
