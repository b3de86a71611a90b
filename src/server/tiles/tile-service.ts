import { LRUCache } from 'lru-cache'
import type { Config } from '../config'
import type { Db } from '../db/schema'
import { ApiError, notFound, unavailable } from '../lib/api-error'
import type { LimitAttempts } from '../lib/attempts'
import { isKnownEtag } from '../lib/etag'
import { networkOf } from '../lib/visitor-network'
import { createSemaphore, refuseWhenFull } from '../lib/semaphore'
import type { Tile } from './tile'
import { openTileFile, type TileFile } from './tile-file'
import {
  MAP_UNAVAILABLE,
  mapUnavailable,
  type ShownTile,
  type TilePicture,
  TILES_PER_ADDRESS,
  type TileService,
  type TileSourceOptions,
} from './tile-source'
import { removeOldestTiles, tilesFolder } from './tile-folder'
import { deleteOldestTiles } from './tile-repository'
import { createWebTileService, type WebTileServiceParts } from './web-tile-service'

interface TileServiceParts extends WebTileServiceParts {
  config: WebTileServiceParts['config'] & Partial<Pick<Config, 'tileFile'>>
}

/** Serves map tiles: from the operator's file if there is one, otherwise from the web through a store. */
export function createTileService(parts: TileServiceParts): TileService {
  const { tileFile } = parts.config
  return tileFile ? createFileTileService(tileFile, parts) : createWebTileService(parts)
}

/** About forty thousand map tiles: several hundred cemeteries. */
const CACHE_MAX_BYTES = 512 * 1024 ** 2

/**
 * Limits the stored tiles to their maximum size. Where the database stores them, tiles that an earlier release left on
 * the disk are removed.
 */
export async function clearOldTiles({
  dataDir,
  sharedDb,
}: {
  dataDir: string
  sharedDb: Db | undefined
}): Promise<void> {
  await removeOldestTiles(tilesFolder(dataDir), sharedDb ? 0 : CACHE_MAX_BYTES)
  if (sharedDb) await deleteOldestTiles(sharedDb, CACHE_MAX_BYTES)
}

/** The size of the cache of drawn tiles: some hundreds of a town, thousands of the countryside. */
const MEMORY_CACHE_MAX_BYTES = 32 * 1024 * 1024
/** The overhead of each cache entry, in addition to the picture. */
const ENTRY_BYTES = 512
/** One reads the file while the other is drawn. */
const MAX_AT_ONCE = 2
const MAX_WAITING = 300
const RETRY_AFTER_SECONDS = 5

type Drawn = ShownTile & { picture: TilePicture }

interface FileTileServiceParts {
  limitAttempts: LimitAttempts
  log: TileSourceOptions['log']
  open?: (path: string) => Promise<TileFile>
}

/**
 * Never contacts another server. The file is opened at the first request. A tile is drawn once for all concurrent
 * requests, and cached.
 */
export function createFileTileService(path: string, parts: FileTileServiceParts): TileService {
  const { limitAttempts, log, open = openTileFile } = parts
  const requests = limitAttempts(TILES_PER_ADDRESS)
  const runLimited = createSemaphore(MAX_AT_ONCE, MAX_WAITING)
  const drawn = new LRUCache<string, Drawn, Tile>({
    maxSize: MEMORY_CACHE_MAX_BYTES,
    sizeCalculation: ({ picture }) => picture.bytes.length + ENTRY_BYTES,
    // A drawing that is evicted before it is finished is still returned.
    ignoreFetchAbort: true,
    // Concurrent requests for a tile share one drawing.
    fetchMethod: (_key, _old, { context: tile }) => fromFile((file) => draw(file, tile)),
  })
  let opening: Promise<TileFile> | undefined

  async function openedFile(): Promise<TileFile> {
    opening ??= open(path)
    return opening.catch((error: unknown) => {
      opening = undefined
      throw error
    })
  }

  /** Reading and decompressing takes memory, so the lookup is limited too. */
  function fromFile<T>(work: (file: TileFile) => Promise<T>): Promise<T> {
    return runLimited(async () => {
      try {
        return await work(await openedFile())
      } catch (error) {
        if (error instanceof ApiError) throw error
        log.warn({ err: error }, 'a map tile could not be read from TILE_FILE')
        throw mapUnavailable()
      }
    }).catch(refuseWhenFull(unavailable(MAP_UNAVAILABLE, RETRY_AFTER_SECONDS)))
  }

  async function draw(file: TileFile, tile: Tile): Promise<Drawn> {
    const found = await file.find(tile)
    const picture = found && (await file.draw(found))
    if (!picture) throw notFound()
    return { picture, etag: found.etag, isStale: false }
  }

  return {
    async show(tile, { address, known }) {
      await requests.count(networkOf(address))
      const key = `${tile.z}/${tile.x}/${tile.y}`
      const etag = known && (drawn.peek(key)?.etag ?? (await fromFile((file) => file.find(tile)))?.etag)
      if (etag && isKnownEtag(etag, known)) return { etag, isStale: false, picture: undefined }
      return drawn.forceFetch(key, { context: tile })
    },

    async close() {
      await opening?.then((opened) => opened.close()).catch(() => undefined)
    },
  }
}
