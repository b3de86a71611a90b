/** Types for the API of fontkit that we use. The package has none. */
declare module 'fontkit' {
  export interface Font {
    /** The code points of all characters that the font has. */
    characterSet: number[]
    unitsPerEm: number
    /** In font units, with the y axis up. */
    layout(text: string): { advanceWidth: number; glyphs: { path: Path }[]; positions: { xAdvance: number }[] }
  }

  export interface Path {
    commands: PathCommand[]
  }

  export interface PathCommand {
    command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'bezierCurveTo' | 'closePath'
    /** Points: x and y alternate. */
    args: number[]
  }

  /** Opens a font file in any common format. */
  export function openSync(file: string): Font
}
