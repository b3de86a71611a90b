import { createHash } from 'node:crypto'
import type { Tile } from './tile'

export interface KeptTile {
  bytes: Buffer
  /** When it was fetched, or its source last said that it has not changed. */
  fetchedAt: Date
}

/** The tiles that are kept of one map. A tile is kept whole, or not at all. */
export interface KeptTiles {
  read(tile: Tile): Promise<KeptTile | undefined>
  keep(tile: Tile, bytes: Buffer): Promise<void>
  /** Marks a tile as fetched now, when its source says that it has not changed. */
  renew(tile: Tile): Promise<void>
  /** Whoever gets a claim fetches the tile, keeps it, and then lets go of the claim. Undefined while another process has it. */
  claim(tile: Tile): Promise<TileClaim | undefined>
  isClaimed(tile: Tile): Promise<boolean>
}

export interface TileClaim {
  release(): Promise<void>
}

const NAME_LENGTH = 16

/** Names a map by the template of its addresses, so that a new TILE_URL never shows tiles of the old map. */
export function nameOfMap(template: string): string {
  return createHash('sha256').update(template).digest('hex').slice(0, NAME_LENGTH)
}
