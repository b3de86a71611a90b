import type { BookFonts, Face } from './fonts'
import { brokenLines, type Line } from './lines'

/** Sizes in points. */
export interface TextLook {
  face: Face
  size: number
  /** The distance from one baseline to the next. */
  leading: number
  colour: string
  /** Extra space between letters, as a share of the size. If it is wide, text search no longer finds the word. */
  spacing?: number
}

export interface Typesetter {
  /**
   * Breaks a text into lines of at most this width. Existing line breaks stay, and a word that is longer than a line is
   * broken.
   */
  linesOf(text: string, look: TextLook, width: number): Line[]
  /** Draws a line; `top` is the top of its leading. */
  drawLine(line: Line, look: TextLook, place: { left: number; top: number }): void
}

/** The distance from the top of the leading to the baseline, as a share of the leading. */
const BASELINE = 0.72
/** Words repeat, so their widths are cached. The cache is cleared when it grows beyond this. */
const KNOWN_WIDTHS_MAX = 20_000

export function createTypesetter(doc: PDFKit.PDFDocument, fonts: BookFonts): Typesetter {
  const widths = new Map<string, number>()

  function measure(text: string, look: TextLook): number {
    const { face, size, spacing = 0 } = look
    const key = `${face} ${size} ${text}`
    const known = widths.get(key)
    if (known !== undefined) return known
    let width = spacing * size * Array.from(text).length
    for (const run of fonts.runsOf(text, face)) width += doc.font(run.font).fontSize(size).widthOfString(run.text)
    if (widths.size >= KNOWN_WIDTHS_MAX) widths.clear()
    widths.set(key, width)
    return width
  }

  return {
    linesOf(text, look, width) {
      const lines = fonts.printable(text).split('\n')
      return lines.flatMap((line) => brokenLines(line, width, (part) => measure(part, look)))
    },

    drawLine({ text }, { face, size, leading, colour, spacing = 0 }, { left, top }) {
      const baseline = top + leading * BASELINE
      let x = left
      for (const run of fonts.runsOf(text, face)) {
        doc.font(run.font).fontSize(size).fillColor(colour)
        doc.text(run.text, x, baseline, { lineBreak: false, baseline: 'alphabetic', characterSpacing: spacing * size })
        x = doc.x + spacing * size
      }
    },
  }
}
