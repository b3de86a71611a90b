/** Types for the part of fontkit that is used here. The package has none. */
declare module 'fontkit' {
  export interface Font {
    /** The code points of all signs that the font has. */
    characterSet: number[]
    unitsPerEm: number
    /** Units of the font, the y axis up. */
    layout(text: string): { advanceWidth: number; glyphs: { path: Path }[]; positions: { xAdvance: number }[] }
  }

  export interface Path {
    commands: PathCommand[]
  }

  export interface PathCommand {
    command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'bezierCurveTo' | 'closePath'
    /** Points: x and y by turns. */
    args: number[]
  }

  /** Opens a font file in any common format. */
  export function openSync(file: string): Font
}
