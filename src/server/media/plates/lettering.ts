import { type Font, openSync, type PathCommand } from 'fontkit'
import { type BookFonts, type Face, openFonts } from '../worker/book/fonts'

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
export function lettering(): Lettering {
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
