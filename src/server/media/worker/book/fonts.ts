import path from 'node:path'
import { openSync } from 'fontkit'

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
export const WORD_JOINER = '\u2060'
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
