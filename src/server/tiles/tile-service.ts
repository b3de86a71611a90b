import type { Config } from '../config'
import { createFileTileService } from './file-tile-service'
import type { TileService } from './shown-tile'
import { createWebTileService, type WebTileServiceParts } from './web-tile-service'

interface TileServiceParts extends WebTileServiceParts {
  config: WebTileServiceParts['config'] & Partial<Pick<Config, 'tileFile'>>
}

/** Shows map tiles: from the operator's file where there is one, else from the web, kept on the disk. */
export function createTileService(parts: TileServiceParts): TileService {
  const { tileFile } = parts.config
  return tileFile ? createFileTileService(tileFile, parts) : createWebTileService(parts)
}
