import { WORD_JOINER } from './fonts'

export interface Line {
  text: string
  /** In the unit of the measuring function. */
  width: number
}

/** A fragment of text that stays on one line. */
interface Piece {
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
  for (const piece of piecesOf(paragraph).flatMap((whole) => fitting(whole, width, measure))) {
    const gap = line && piece.isSpaced ? space : 0
    const pieceWidth = measure(piece.text)
    if (line && line.width + gap + pieceWidth <= width) {
      line.text += (gap ? ' ' : '') + piece.text
      line.width += gap + pieceWidth
    } else {
      line = { text: piece.text, width: pieceWidth }
      lines.push(line)
    }
  }
  return lines.length > 0 ? lines : [{ text: '', width: 0 }]
}

/** Splits fragments that are too long for a line: first at no-break spaces, then between letters. */
function fitting(piece: Piece, width: number, measure: Measure): Piece[] {
  const { text, isSpaced } = piece
  if (measure(text) <= width) return [piece]
  if (text.includes(NO_BREAK_SPACE)) {
    const words = text.split(NO_BREAK_SPACE).filter(Boolean)
    return words.flatMap((word, index) => fitting({ text: word, isSpaced: index > 0 || isSpaced }, width, measure))
  }
  const parts: Piece[] = []
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

function piecesOf(paragraph: string): Piece[] {
  return paragraph
    .split(' ')
    .filter(Boolean)
    .flatMap((word) =>
      word
        .split(INSIDE_WORDS)
        .map((part, index) => ({ text: part.replaceAll(WORD_JOINER, ''), isSpaced: index === 0 })),
    )
}
