import { createHash } from 'node:crypto'

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
export function tileUrl(template: string, { z, x, y }: Tile): string {
  return template.replaceAll('{z}', String(z)).replaceAll('{x}', String(x)).replaceAll('{y}', String(y))
}

export interface StoredTile {
  bytes: Buffer
  /** When it was fetched, or its source last confirmed it as unchanged. */
  fetchedAt: Date
}

/** The stored tiles of one map. A tile is stored completely, or not at all. */
export interface TileStore {
  read(tile: Tile): Promise<StoredTile | undefined>
  put(tile: Tile, bytes: Buffer): Promise<void>
  /** Marks a tile as fetched now, when its source confirms it as unchanged. */
  renew(tile: Tile): Promise<void>
  /**
   * The holder of the claim fetches and stores the tile, then releases the claim. Undefined while another process has
   * it.
   */
  claim(tile: Tile): Promise<TileClaim | undefined>
  isClaimed(tile: Tile): Promise<boolean>
}

interface TileClaim {
  release(): Promise<void>
}

const NAME_LENGTH = 16

/** Identifies a map by its URL template, so that a new TILE_URL never shows tiles of the old map. */
export function nameOfMap(template: string): string {
  return createHash('sha256').update(template).digest('hex').slice(0, NAME_LENGTH)
}
