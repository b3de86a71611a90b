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

/** Shows map tiles: from the operator's file where there is one, else from the web, and kept. */
export function createTileService(parts: TileServiceParts): TileService {
  const { tileFile } = parts.config
  return tileFile ? createFileTileService(tileFile, parts) : createWebTileService(parts)
}

/** About forty thousand map tiles: several hundred cemeteries. */
const KEPT_MAX_BYTES = 512 * 1024 ** 2

/** Keeps what is kept within its room. Where the database has the tiles, those that a release before left on the disk go. */
export async function clearOldTiles({
  dataDir,
  sharedDb,
}: {
  dataDir: string
  sharedDb: Db | undefined
}): Promise<void> {
  await removeOldestTiles(tilesFolder(dataDir), sharedDb ? 0 : KEPT_MAX_BYTES)
  if (sharedDb) await deleteOldestTiles(sharedDb, KEPT_MAX_BYTES)
}
