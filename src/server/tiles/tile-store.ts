import { createHash } from 'node:crypto'
import type { Tile } from './tile'

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

export interface TileClaim {
  release(): Promise<void>
}

const NAME_LENGTH = 16

/** Identifies a map by its URL template, so that a new TILE_URL never shows tiles of the old map. */
export function nameOfMap(template: string): string {
  return createHash('sha256').update(template).digest('hex').slice(0, NAME_LENGTH)
}
