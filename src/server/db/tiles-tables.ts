import type { Defaulted } from './columns'

/** Map tiles, for several processes with one PostgreSQL: one process alone keeps them in its folder. No backup has them. */
export interface TilesTables {
  tiles: {
    /** The map and the place in it. */
    key: string
    picture: Buffer
    /** When the map's server last said that it is so. */
    fetched_at: Defaulted<Date>
  }
  /** Tiles that a process is fetching. */
  tile_claims: {
    key: string
    /** Of the one claim: a process that was too slow must not end that of another. */
    token: string
    expires_at: Date
  }
}
