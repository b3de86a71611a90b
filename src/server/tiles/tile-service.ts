import type { Config } from '../config'
import { ApiError, notFound } from '../lib/api-error'
import type { LimitAttempts } from '../lib/attempts'
import { etagOf } from '../lib/etag'
import { networkOf } from '../lib/network'
import type { Tile } from './tile'
import { openTileFile, type TileFile } from './tile-file'
import { openTileFolder, tilesFolder } from './tile-folder'
import { createTileSource, pictureType, type TilePicture, type TileSourceOptions } from './tile-source'

/** A tile as a browser gets it. */
export interface ShownTile extends TilePicture {
  etag: string
  /** True for an old tile whose source cannot be reached. */
  isStale: boolean
}

export interface TileService {
  /**
   * Throws the 429 answer above the rate limit, 404 for what the operator's file does not have, and 502 when there is no
   * stored tile and none can be fetched.
   */
  show(tile: Tile, address: string): Promise<ShownTile>
  close(): Promise<void>
}

const DAY_MS = 24 * 3_600_000
/** Maps of cemeteries change slowly. */
const FRESH_FOR_MS = 30 * DAY_MS
const MAP_UNAVAILABLE = 'Карта сейчас недоступна.'
const FAILURE_CACHE_SECONDS = 30

const TOO_MANY = 'Слишком много запросов. Пожалуйста, попробуйте позже.'

/** A phone shows about twenty tiles at once, and all customers of a provider may share one address. */
const PER_ADDRESS = { name: 'tiles', max: 3000, seconds: 300, refusal: TOO_MANY }
/** For tiles that are not stored yet: the map's server is not ours, and one visitor must not fill our disk. */
const FETCHED_PER_ADDRESS = { name: 'fetched-tiles', max: 600, seconds: 300, refusal: TOO_MANY }

interface TileServiceParts {
  config: Pick<Config, 'tileUrl' | 'dataDir' | 'site'> & Partial<Pick<Config, 'tileFile'>>
  limitAttempts: LimitAttempts
  log: TileSourceOptions['log']
}

/** Shows map tiles: from the operator's file where there is one, else from the web, kept on the disk. */
export function createTileService(parts: TileServiceParts): TileService {
  const { tileFile } = parts.config
  return tileFile ? createFileTileService(tileFile, parts) : createWebTileService(parts)
}

/** Never asks another server. The file is opened when the first tile is looked at. */
function createFileTileService(path: string, { limitAttempts, log }: TileServiceParts): TileService {
  const requests = limitAttempts(PER_ADDRESS)
  let opening: Promise<TileFile> | undefined

  async function file(): Promise<TileFile> {
    opening ??= openTileFile(path)
    return opening.catch((error: unknown) => {
      opening = undefined
      throw error
    })
  }

  return {
    async show(tile, address) {
      await requests.count(networkOf(address))
      const picture = await file()
        .then((opened) => opened.read(tile))
        .catch((error: unknown) => {
          log.warn({ err: error }, 'a map tile could not be read from TILE_FILE')
          throw mapUnavailable()
        })
      if (!picture) throw notFound()
      return shown(picture)
    },

    async close() {
      await opening?.then((opened) => opened.close()).catch(() => undefined)
    },
  }
}

/** Shows map tiles from the disk, and fetches those that are missing or old. */
function createWebTileService(parts: TileServiceParts): TileService {
  const { config, limitAttempts, log } = parts
  const folder = openTileFolder(tilesFolder(config.dataDir), config.tileUrl)
  const source = createTileSource({ template: config.tileUrl, publicUrl: config.site.publicUrl, log })
  const requests = limitAttempts(PER_ADDRESS)
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
    async show(tile, address) {
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

function shown({ bytes, type }: TilePicture): ShownTile {
  return { bytes, type, etag: etagOf(bytes), isStale: false }
}

function mapUnavailable(): ApiError {
  return new ApiError(502, MAP_UNAVAILABLE, { 'cache-control': `public, max-age=${FAILURE_CACHE_SECONDS}` })
}
