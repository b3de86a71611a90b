import { type Font, openSync, type PathCommand } from 'fontkit'
import { type BookFonts, brokenLines, type Face, type Line, openFonts } from '../worker/book/typesetter'

/** The text below the code. Every field may be empty. */
export interface PlateWords {
  lastname: string
  givenNames: string
  years: string
}

/** Letter sizes as shares of the plate's width, largest first. */
const SIZES = [0.085, 0.075, 0.066, 0.058, 0.05, 0.044]
const YEARS_SIZE = 0.88
const LINES_MAX = 4
const LEADING = 1.24
/** The distance from the top of a line to its baseline, and the space above the years, in letter sizes. */
const ASCENT = 0.92
const ABOVE_YEARS = 0.3

interface Room {
  left: number
  top: number
  width: number
  plateWidth: number
}

interface SizedLine extends Line {
  face: Face
  size: number
  above: number
}

/**
 * Centres name and years in the given space, in the largest size in which no word is broken and the lines are few. A
 * name that is too long even for the smallest size takes as many lines as it needs.
 */
export function layWords(words: PlateWords, room: Room): { letters: PathCommand[]; height: number } {
  const measure = measuredOnce()
  const sized = SIZES.map((share) => linesOf(words, share * room.plateWidth, room.width, measure))
  const { lines = [] } = sized.find(({ fits }) => fits) ?? sized.at(-1) ?? {}
  let top = room.top
  const letters = lines.flatMap(({ text, width, face, size, above }) => {
    top += above
    const place = { left: room.left + (room.width - width) / 2, baseline: top + size * ASCENT }
    top += size * LEADING
    return lettering().outlinesOf(text, face, size, place)
  })
  return { letters, height: top - room.top }
}

type Measure = (text: string, face: Face, size: number) => number

/** Measures each text once: widths are proportional to the size. */
function measuredOnce(): Measure {
  const widths = new Map<string, number>()
  return (text, face, size) => {
    const key = `${face} ${text}`
    const width = widths.get(key) ?? lettering().widthOf(text, face, 1)
    widths.set(key, width)
    return width * size
  }
}

function linesOf(
  words: PlateWords,
  size: number,
  width: number,
  measure: Measure,
): { lines: SizedLine[]; fits: boolean } {
  const parts = [
    { text: words.lastname, face: 'bold', size, above: 0, linesMax: LINES_MAX },
    { text: words.givenNames, face: 'normal', size, above: 0, linesMax: LINES_MAX },
    { text: words.years, face: 'normal', size: size * YEARS_SIZE, above: size * ABOVE_YEARS, linesMax: 1 },
  ] as const
  const set = parts.filter(({ text }) => text).map((part) => ({ part, ...linesOfPart(part, width, measure) }))
  const lines = set.flatMap(({ part: { face, size: own, above }, lines: broken }) =>
    broken.map((line, index) => ({ ...line, face, size: own, above: index === 0 ? above : 0 })),
  )
  const fits = set.every(({ part, lines: broken, isWhole }) => isWhole && broken.length <= part.linesMax)
  return { lines, fits: fits && lines.length <= LINES_MAX }
}

interface Part {
  text: string
  face: Face
  size: number
}

function linesOfPart({ text, face, size }: Part, width: number, measure: Measure) {
  const printed = lettering().printable(text)
  const measurePart = (part: string) => measure(part, face, size)
  const isWhole = printed.split(/[ -]/).every((word) => measurePart(word) <= width)
  return { lines: brokenLines(printed, width, measurePart), isWhole }
}

/** Letters as outlines, in the unit of the given size, with the y axis down. */
export interface Lettering {
  /** The text without characters that no font has. */
  printable(text: string): string
  widthOf(text: string, face: Face, size: number): number
  /** `baseline`: the y coordinate of the text's baseline. */
  outlinesOf(text: string, face: Face, size: number, place: { left: number; baseline: number }): PathCommand[]
}

let opened: Lettering | undefined

/** The fonts of the pages, loaded when the first plate is drawn. */
function lettering(): Lettering {
  return (opened ??= openLettering())
}

function openLettering(): Lettering {
  const files = new Map<string, string>()
  const fonts: BookFonts = openFonts((name, file) => files.set(name, file))
  const open = new Map<string, Font>()

  function fontOf(name: string): Font {
    const font = open.get(name) ?? openSync(files.get(name) as string)
    open.set(name, font)
    return font
  }

  const laid = (text: string, face: Face, size: number) =>
    fonts.runsOf(text, face).map((run) => {
      const font = fontOf(run.font)
      return { run: font.layout(run.text), scale: size / font.unitsPerEm }
    })

  return {
    printable: (text) => fonts.printable(text),

    widthOf: (text, face, size) =>
      laid(text, face, size).reduce((width, { run, scale }) => width + run.advanceWidth * scale, 0),

    outlinesOf(text, face, size, { left, baseline }) {
      let x = left
      return laid(text, face, size).flatMap(({ run, scale }) =>
        run.glyphs.flatMap(({ path }, index) => {
          const moved = path.commands.map(({ command, args }) => ({
            command,
            args: args.map((value, axis) => (axis % 2 === 0 ? x + value * scale : baseline - value * scale)),
          }))
          x += (run.positions[index]?.xAdvance ?? 0) * scale
          return moved
        }),
      )
    },
  }
}
