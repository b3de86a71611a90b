import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config'
import type { Db } from '../db/schema'
import type { LimitAttempts } from '../lib/attempts'
import { etagOf } from '../lib/etag'
import { networkOf } from '../lib/visitor-network'
import { randomToken } from '../lib/token'
import {
  createTileSource,
  mapUnavailable,
  pictureType,
  type ShownTile,
  type TilePicture,
  TILES_PER_ADDRESS,
  type TileService,
  type TileSourceOptions,
  TOO_MANY_TILES,
} from './tile-source'
import { nameOfMap, type Tile, type TileStore } from './tile'
import { openTileFolder, tilesFolder } from './tile-folder'
import { claimTile, endTileClaim, findTile, isTileClaimed, putTile, renewTile } from './tile-repository'

const DAY_MS = 24 * 3_600_000
/** Maps of cemeteries change slowly. */
const FRESH_FOR_MS = 30 * DAY_MS

/** For tiles that are not stored yet: the map's server is not ours, and one visitor must not fill our disk. */
const FETCHED_PER_ADDRESS = { name: 'fetched-tiles', max: 600, seconds: 300, refusal: TOO_MANY_TILES }

/** How long requests wait for another process's fetch: as long as that may wait for the map's server. */
const OTHER_FETCHES_WITHIN_MS = 8_000
const LOOK_EVERY_MS = 200

export interface WebTileServiceParts {
  config: Pick<Config, 'tileUrl' | 'dataDir' | 'site'>
  /** The database, if several processes may share it; otherwise tiles are stored in DATA_DIR. */
  sharedDb?: Db | undefined
  limitAttempts: LimitAttempts
  log: TileSourceOptions['log']
}

interface CachedPicture {
  picture: TilePicture
  fetchedAt: Date
  isFresh: boolean
}

/** Serves stored map tiles, and fetches missing or outdated ones, each once for all processes. */
export function createWebTileService(parts: WebTileServiceParts): TileService {
  const { config, sharedDb, limitAttempts, log } = parts
  const cache = sharedDb
    ? createSharedTiles(sharedDb, config.tileUrl)
    : openTileFolder(tilesFolder(config.dataDir), config.tileUrl)
  const source = createTileSource({ template: config.tileUrl, publicUrl: config.site.publicUrl, log })
  const requests = limitAttempts(TILES_PER_ADDRESS)
  const fetches = limitAttempts(FETCHED_PER_ADDRESS)
  const underWay = new Map<string, Promise<ShownTile>>()

  async function load(tile: Tile, network: string): Promise<ShownTile> {
    const ours = await look(tile)
    if (ours?.isFresh) return shown(ours.picture)
    const claim = await cache.claim(tile)
    if (!claim) return ours ? { ...shown(ours.picture), isStale: true } : waitForOther(tile)
    try {
      return await loadAlone(tile, network)
    } finally {
      await remember(() => claim.release())
    }
  }

  async function look(tile: Tile): Promise<CachedPicture | undefined> {
    const found = await cache.read(tile)
    const type = found && (await pictureType(found.bytes))
    if (!found || !type) return undefined
    const { bytes, fetchedAt } = found
    return { picture: { bytes, type }, fetchedAt, isFresh: Date.now() - fetchedAt.getTime() < FRESH_FOR_MS }
  }

  async function loadAlone(tile: Tile, network: string): Promise<ShownTile> {
    // Another process may have fetched it before we got the claim.
    const ours = await look(tile)
    if (ours?.isFresh) return shown(ours.picture)
    return ours ? lookAgain(tile, ours, network) : shown(await fetchNew(tile, network))
  }

  async function waitForOther(tile: Tile): Promise<ShownTile> {
    const giveUpAt = Date.now() + OTHER_FETCHES_WITHIN_MS
    do await pause(LOOK_EVERY_MS)
    while ((await cache.isClaimed(tile)) && Date.now() < giveUpAt)
    const remote = await look(tile)
    if (!remote) throw mapUnavailable()
    return shown(remote.picture)
  }

  async function fetchNew(tile: Tile, network: string): Promise<TilePicture> {
    await fetches.count(network)
    const picture = await source.fetch(tile).catch(() => undefined)
    if (!picture || picture === 'unchanged') throw mapUnavailable()
    await remember(() => cache.put(tile, picture.bytes))
    return picture
  }

  async function lookAgain(tile: Tile, { picture, fetchedAt }: CachedPicture, network: string): Promise<ShownTile> {
    const response = await fetches
      .count(network)
      .then(() => source.fetch(tile, fetchedAt))
      .catch(() => undefined)
    if (!response) return { ...shown(picture), isStale: true }
    if (response === 'unchanged') {
      await remember(() => cache.renew(tile))
      return shown(picture)
    }
    await remember(() => cache.put(tile, response.bytes))
    return shown(response)
  }

  /** Failures are only logged: visitors see the map even when a tile cannot be stored. */
  async function remember(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => log.warn({ err: error }, 'a map tile is not kept'))
  }

  return {
    async show(tile, { address }) {
      const network = networkOf(address)
      await requests.count(network)
      const key = `${tile.z}/${tile.x}/${tile.y}`
      const loading = underWay.get(key) ?? load(tile, network).finally(() => underWay.delete(key))
      underWay.set(key, loading)
      return loading
    },

    close: () => Promise.resolve(),
  }
}

function shown(picture: TilePicture): ShownTile {
  return { picture, etag: etagOf(picture.bytes), isStale: false }
}

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
