import type { Config } from '../config'
import type { LimitAttempts } from '../lib/attempts'
import { etagOf } from '../lib/etag'
import { networkOf } from '../lib/network'
import { mapUnavailable, type ShownTile, type TileService, TILES_PER_ADDRESS, TOO_MANY_TILES } from './shown-tile'
import type { Tile } from './tile'
import { openTileFolder, tilesFolder } from './tile-folder'
import { createTileSource, pictureType, type TilePicture, type TileSourceOptions } from './tile-source'

const DAY_MS = 24 * 3_600_000
/** Maps of cemeteries change slowly. */
const FRESH_FOR_MS = 30 * DAY_MS

/** For tiles that are not stored yet: the map's server is not ours, and one visitor must not fill our disk. */
const FETCHED_PER_ADDRESS = { name: 'fetched-tiles', max: 600, seconds: 300, refusal: TOO_MANY_TILES }

export interface WebTileServiceParts {
  config: Pick<Config, 'tileUrl' | 'dataDir' | 'site'>
  limitAttempts: LimitAttempts
  log: TileSourceOptions['log']
}

/** Shows map tiles from the disk, and fetches those that are missing or old. */
export function createWebTileService(parts: WebTileServiceParts): TileService {
  const { config, limitAttempts, log } = parts
  const folder = openTileFolder(tilesFolder(config.dataDir), config.tileUrl)
  const source = createTileSource({ template: config.tileUrl, publicUrl: config.site.publicUrl, log })
  const requests = limitAttempts(TILES_PER_ADDRESS)
  const fetches = limitAttempts(FETCHED_PER_ADDRESS)
  const underWay = new Map<string, Promise<ShownTile>>()

  async function load(tile: Tile, network: string): Promise<ShownTile> {
    const kept = await folder.read(tile)
    const type = kept && (await pictureType(kept.bytes))
    if (!kept || !type) return shown(await fetchNew(tile, network))
    const ours = { bytes: kept.bytes, type }
    if (Date.now() - kept.fetchedAt.getTime() < FRESH_FOR_MS) return shown(ours)
    return lookAgain(tile, ours, kept.fetchedAt, network)
  }

  async function fetchNew(tile: Tile, network: string): Promise<TilePicture> {
    await fetches.count(network)
    const picture = await source.fetch(tile).catch(() => undefined)
    if (!picture || picture === 'unchanged') throw mapUnavailable()
    await remember(() => folder.keep(tile, picture.bytes))
    return picture
  }

  async function lookAgain(tile: Tile, ours: TilePicture, fetchedAt: Date, network: string): Promise<ShownTile> {
    const answer = await fetches
      .count(network)
      .then(() => source.fetch(tile, fetchedAt))
      .catch(() => undefined)
    if (!answer) return { ...shown(ours), isStale: true }
    if (answer === 'unchanged') {
      await remember(() => folder.renew(tile))
      return shown(ours)
    }
    await remember(() => folder.keep(tile, answer.bytes))
    return shown(answer)
  }

  /** Failures are only logged: visitors see the map even when the disk is full. */
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
