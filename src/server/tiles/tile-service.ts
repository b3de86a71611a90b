import type { Config } from '../config'
import type { Db } from '../db/schema'
import { createFileTileService } from './file-tile-service'
import type { TileService } from './shown-tile'
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
