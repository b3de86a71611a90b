import type { PathCommand } from 'fontkit'
import { create } from 'qrcode'
import type { PlateTone } from '@contract/plate'
import { type Modules, outlineOf } from './code-outline'
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
