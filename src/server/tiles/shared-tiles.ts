import type { Db } from '../db/schema'
import { randomToken } from '../lib/token'
import { type TileStore, nameOfMap } from './tile-store'
import type { Tile } from './tile'
import { claimTile, endTileClaim, findTile, isTileClaimed, putTile, renewTile } from './tile-repository'

const TOKEN_BYTES = 9
/** Longer than a tile waits for its slot and its source. When a process dies, its claims block others until then. */
const CLAIM_SECONDS = 20

/**
 * Tiles in the database, the only storage that all processes of an installation certainly share. A claim is a row, so
 * no connection waits for the map's server.
 */
export function createSharedTiles(db: Db, template: string): TileStore {
  const map = nameOfMap(template)
  const keyOf = ({ z, x, y }: Tile) => `${map}/${z}/${x}/${y}`

  return {
    read: (tile) => findTile(db, keyOf(tile)),
    put: (tile, bytes) => putTile(db, keyOf(tile), bytes),
    renew: (tile) => renewTile(db, keyOf(tile)),
    isClaimed: (tile) => isTileClaimed(db, keyOf(tile)),

    async claim(tile) {
      const claim = { key: keyOf(tile), token: randomToken(TOKEN_BYTES) }
      const isOurs = await claimTile(db, { ...claim, seconds: CLAIM_SECONDS })
      return isOurs ? { release: () => endTileClaim(db, claim) } : undefined
    },
  }
}
