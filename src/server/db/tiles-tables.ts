import type { Defaulted } from './columns'

/** Map tiles, for several processes with one PostgreSQL: a single process stores them in its folder. Not in backups. */
export interface TilesTables {
  tiles: {
    /** The map and the tile in it. */
    key: string
    picture: Buffer
    /** When the map's server last confirmed it. */
    fetched_at: Defaulted<Date>
  }
  /** Tiles that a process is fetching. */
  tile_claims: {
    key: string
    /** Identifies the claim: a process that was too slow must not end another's claim. */
    token: string
    expires_at: Date
  }
}
