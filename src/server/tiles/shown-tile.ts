import { ApiError } from '../lib/api-error'
import type { Tile } from './tile'
import type { TilePicture } from './tile-source'

/** A tile as sent to a browser. */
export interface ShownTile {
  etag: string
  /** True for an old tile whose source cannot be reached. */
  isStale: boolean
  /** Undefined when the client already has it. */
  picture: TilePicture | undefined
}

export interface TileAsker {
  /** The IP address. */
  address: string
  /** The If-None-Match header. */
  known?: string | undefined
}

export interface TileService {
  /**
   * Throws 429 above the rate limit, 404 for what the operator's file does not have, 503 when the drawing queue is
   * full, and 502 when there is no stored tile and none can be fetched.
   */
  show(tile: Tile, asker: TileAsker): Promise<ShownTile>
  close(): Promise<void>
}

export const MAP_UNAVAILABLE = 'Карта сейчас недоступна.'
export const TOO_MANY_TILES = 'Слишком много запросов. Пожалуйста, попробуйте позже.'

/** A phone shows about twenty tiles at once, and all customers of a provider may share one IP address. */
export const TILES_PER_ADDRESS = { name: 'tiles', max: 3000, seconds: 300, refusal: TOO_MANY_TILES }

const FAILURE_CACHE_SECONDS = 30

export function mapUnavailable(): ApiError {
  return new ApiError(502, MAP_UNAVAILABLE, { 'cache-control': `public, max-age=${FAILURE_CACHE_SECONDS}` })
}
