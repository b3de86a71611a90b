import { openSync } from 'fontkit'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { COLOURS as PAGE_COLOURS } from '../../link-picture'

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

/** A5 in points (72 per inch). */
export const PAPER = { width: 419.53, height: 595.28 }
/** The text area: 18 mm from the edges, a little more at the bottom, for the page number. */
export const AREA = { left: 51, top: 51, width: PAPER.width - 102, height: PAPER.height - 51 - 62 }

const { clay: CLAY, grey: GREY } = PAGE_COLOURS
const INK = '#1a1a1a'

export const LOOKS = {
  prose: { face: 'normal', size: 10.5, leading: 15.5, colour: INK },
  subheading: { face: 'bold', size: 10.5, leading: 15.5, colour: INK },
  quotation: { face: 'normal', size: 10.5, leading: 15.5, colour: GREY },
  heading: { face: 'normal', size: 15, leading: 20, colour: CLAY },
  caption: { face: 'italic', size: 9.5, leading: 13.5, colour: INK },
  whenAndWho: { face: 'italic', size: 8.5, leading: 12, colour: GREY },
  signature: { face: 'bold', size: 9.5, leading: 14, colour: INK },
  small: { face: 'normal', size: 8.5, leading: 12, colour: GREY },
  surname: { face: 'normal', size: 15, leading: 22, colour: GREY, spacing: 0.09 },
  givenNames: { face: 'normal', size: 26, leading: 32, colour: INK },
  dates: { face: 'normal', size: 12, leading: 17, colour: GREY },
  pageNumber: { face: 'normal', size: 8.5, leading: 12, colour: GREY },
} as const satisfies Record<string, TextLook>

export type Face = 'normal' | 'italic' | 'bold'

/** A run of text in one font. */
export interface Run {
  /** The name of the font in the document. */
  font: string
  text: string
}

export interface BookFonts {
  /** A text, split by the fonts that have its letters. Characters that no font has are left out: see `printable`. */
  runsOf(text: string, face: Face): Run[]
  /** The text with […] in place of letters that no font has, and without other characters that none has. */
  printable(text: string): string
}

const PACKAGE_FILES = path.resolve('node_modules/@fontsource/pt-serif/files')
const STYLES: Record<Face, string> = { normal: '400-normal', italic: '400-italic', bold: '700-normal' }
/** The package splits each face by alphabet. Where two have a letter, the first is used. */
const ALPHABETS = ['cyrillic', 'latin', 'cyrillic-ext', 'latin-ext']

/** Needed for line breaking though no font has it: it is removed before a line is drawn. */
const WORD_JOINER = '\u2060'
/** Replaces letters that no font has. */
export const UNKNOWN_LETTERS = '[…]'

const UNKNOWN = '\ufffc'
const MANY_UNKNOWN = new RegExp(`${UNKNOWN}[${UNKNOWN}\\s\\p{P}]*${UNKNOWN}|${UNKNOWN}`, 'gu')
const LETTER = /[\p{L}\p{N}]/u
const PRESERVED = new Set(['\n', WORD_JOINER])

/** PT Serif, as on the pages. `register` adds a font to the document. */
export function openFonts(register: (name: string, file: string) => void): BookFonts {
  const faces = Object.fromEntries(
    Object.entries(STYLES).map(([face, style]) => [
      face,
      ALPHABETS.map((alphabet) => {
        const name = `${alphabet}-${style}`
        const file = path.join(PACKAGE_FILES, `pt-serif-${name}.woff`)
        register(name, file)
        return { name, letters: new Set(openSync(file).characterSet) }
      }),
    ]),
  ) as Record<Face, { name: string; letters: Set<number> }[]>
  const isKnown = (sign: string) => faces.normal.some(({ letters }) => letters.has(codeOf(sign)))

  return {
    printable(text) {
      const known = Array.from(text.normalize('NFC').replace(/\t/g, ' '), (sign) => {
        if (PRESERVED.has(sign) || isKnown(sign)) return sign
        return LETTER.test(sign) ? UNKNOWN : ''
      })
      return known.join('').replace(MANY_UNKNOWN, UNKNOWN_LETTERS)
    },

    runsOf(text, face) {
      const runs: Run[] = []
      for (const sign of text) {
        const last = runs.at(-1)
        const has = ({ letters }: { letters: Set<number> }) => letters.has(codeOf(sign))
        // Stay with the current font where possible: all of them have a space.
        if (last && faces[face].some((font) => font.name === last.font && has(font))) last.text += sign
        else {
          const font = faces[face].find(has)
          if (font) runs.push({ font: font.name, text: sign })
        }
      }
      return runs
    },
  }
}

function codeOf(sign: string): number {
  return sign.codePointAt(0) as number
}

export interface Line {
  text: string
  /** In the unit of the measuring function. */
  width: number
}

/** A fragment of text that stays on one line. */
interface TextRun {
  text: string
  /** Whether a space separates it from the previous fragment. */
  isSpaced: boolean
}

type Measure = (text: string) => number

/** Allows a break after a hyphen between letters, and after a slash in a URL. */
const INSIDE_WORDS = new RegExp(`(?<=[\\p{L}\\d][/-])(?![/-]|${WORD_JOINER})`, 'u')
const NO_BREAK_SPACE = '\u00a0'

/** Breaks a paragraph into lines of at most this width. A word that is longer than a line is broken. */
export function brokenLines(paragraph: string, width: number, measure: Measure): Line[] {
  const space = measure(' ')
  const lines: Line[] = []
  let line: Line | undefined
  for (const textRun of textRunsOf(paragraph).flatMap((whole) => fitting(whole, width, measure))) {
    const gap = line && textRun.isSpaced ? space : 0
    const runWidth = measure(textRun.text)
    if (line && line.width + gap + runWidth <= width) {
      line.text += (gap ? ' ' : '') + textRun.text
      line.width += gap + runWidth
    } else {
      line = { text: textRun.text, width: runWidth }
      lines.push(line)
    }
  }
  return lines.length > 0 ? lines : [{ text: '', width: 0 }]
}

/** Splits fragments that are too long for a line: first at no-break spaces, then between letters. */
function fitting(textRun: TextRun, width: number, measure: Measure): TextRun[] {
  const { text, isSpaced } = textRun
  if (measure(text) <= width) return [textRun]
  if (text.includes(NO_BREAK_SPACE)) {
    const words = text.split(NO_BREAK_SPACE).filter(Boolean)
    return words.flatMap((word, index) => fitting({ text: word, isSpaced: index > 0 || isSpaced }, width, measure))
  }
  const parts: TextRun[] = []
  let part = ''
  for (const letter of text) {
    if (part && measure(part + letter) > width) {
      parts.push({ text: part, isSpaced: isSpaced && parts.length === 0 })
      part = ''
    }
    part += letter
  }
  return [...parts, { text: part, isSpaced: isSpaced && parts.length === 0 }]
}

function textRunsOf(paragraph: string): TextRun[] {
  return paragraph
    .split(' ')
    .filter(Boolean)
    .flatMap((word) =>
      word
        .split(INSIDE_WORDS)
        .map((part, index) => ({ text: part.replaceAll(WORD_JOINER, ''), isSpaced: index === 0 })),
    )
}

/** How many bytes may be buffered before the disk has written them. */
const UNWRITTEN_MAX_BYTES = 1024 ** 2
const WRITING_MS = 5

/** Waits until the disk has written most of the output so far. */
export async function haveWritten(doc: PDFKit.PDFDocument): Promise<void> {
  while (doc.readableLength > UNWRITTEN_MAX_BYTES) await delay(WRITING_MS)
}
