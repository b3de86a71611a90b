/** One square picture of the map: column `x` and row `y` of the world divided into 2^z by 2^z tiles. */
export interface Tile {
  z: number
  x: number
  y: number
}

/** The section of a tile that is shown alone: one of `scale` × `scale` squares. */
export interface TilePart {
  scale: number
  column: number
  row: number
}

const ZOOM_MAX = 19
const WHOLE_NUMBER = /^(?:0|[1-9]\d{0,5})$/
const FILE = /^(\d+)\.png$/

/** Parses `/z/x/y.png`; undefined when the map has no such tile, and for other spellings of a number, like `01`. */
export function readTile(z: string, x: string, file: string): Tile | undefined {
  const parts = [z, x, FILE.exec(file)?.[1] ?? '']
  if (!parts.every((part) => WHOLE_NUMBER.test(part))) return undefined
  const [zoom = 0, column = 0, row = 0] = parts.map(Number)
  if (zoom > ZOOM_MAX || Math.max(column, row) >= 2 ** zoom) return undefined
  return { z: zoom, x: column, y: row }
}

/** The URL of a tile, from the operator's template. */
export function tileAddress(template: string, { z, x, y }: Tile): string {
  return template.replaceAll('{z}', String(z)).replaceAll('{x}', String(x)).replaceAll('{y}', String(y))
}
