import { fileTypeFromBuffer } from 'file-type/node'
import { ApiError } from '../lib/api-error'
import { createSemaphore } from '../lib/semaphore'
import type { Log } from '../lib/log'
import { readAtMost } from '../lib/read-at-most'
import { type Tile, tileUrl } from './tile'

export interface TilePicture {
  bytes: Buffer
  type: string
}

/** The server that tiles are fetched from. */
interface TileSource {
  /** 'unchanged' when the tile has not changed since `knownSince`. Throws when there is no tile. */
  fetch(tile: Tile, knownSince?: Date): Promise<TilePicture | 'unchanged'>
}

export interface TileSourceOptions {
  template: string
  /** Sent in the User-Agent, so that the map's operators can contact this site. */
  publicUrl: string
  log: Pick<Log, 'warn'>
  timeoutMs?: number
  /** The pause after several failures, in which the source gets no requests. */
  restMs?: number
}

const TILE_MAX_BYTES = 256 * 1024
/** The number of connections that browsers open to one host. */
const MAX_AT_ONCE = 6
const MAX_WAITING = 300
const TIMEOUT_MS = 8_000
const FAILURES_BEFORE_REST = 3
const REST_MS = 10_000
const NOT_MODIFIED = 304
/** Statuses that count as failures, besides those from 500 up: no permission, or too many requests. */
const REFUSALS = [401, 403, 429]
const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp']

/** The source responded, but has no such tile. It does not count as a failure. */
class UnfitResponse extends Error {}

/** Fetches tiles from the operator's TILE_URL, and from no other host. */
export function createTileSource(options: TileSourceOptions): TileSource {
  const { template, publicUrl, log, timeoutMs = TIMEOUT_MS, restMs = REST_MS } = options
  const runLimited = createSemaphore(MAX_AT_ONCE, MAX_WAITING)
  const userAgent = `Pomnim (+${new URL(publicUrl).href})`
  let failuresInARow = 0
  let restsUntil = 0

  async function ask(tile: Tile, knownSince?: Date): Promise<TilePicture | 'unchanged'> {
    // Queued requests fail immediately during the pause, instead of waiting for a timeout each.
    if (Date.now() < restsUntil) throw new Error('The source of tiles did not answer lately')
    const result = await receive(tile, knownSince).catch(recordFailure)
    failuresInARow = 0
    return result
  }

  async function receive(tile: Tile, knownSince?: Date): Promise<TilePicture | 'unchanged'> {
    const response = await send(tile, knownSince)
    return response.status === NOT_MODIFIED && knownSince ? 'unchanged' : readPicture(response)
  }

  function recordFailure(error: unknown): never {
    failuresInARow = error instanceof UnfitResponse ? 0 : failuresInARow + 1
    if (failuresInARow >= FAILURES_BEFORE_REST) restsUntil = Date.now() + restMs
    log.warn({ err: error, failuresInARow }, 'no map tile came from its source')
    throw error
  }

  /** Does not follow redirects: they could lead into our own network. */
  function send(tile: Tile, knownSince?: Date): Promise<Response> {
    return fetch(tileUrl(template, tile), {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'user-agent': userAgent,
        accept: PICTURE_TYPES.join(', '),
        ...(knownSince && { 'if-modified-since': knownSince.toUTCString() }),
      },
    })
  }

  return { fetch: (tile, knownSince) => runLimited(() => ask(tile, knownSince)) }
}

async function readPicture(response: Response): Promise<TilePicture> {
  const contentType = response.headers.get('content-type')?.split(';', 1)[0]?.trim() ?? ''
  if (!response.ok || !PICTURE_TYPES.includes(contentType)) {
    await response.body?.cancel()
    const problem = `The source of tiles answered ${response.status} with ${contentType || 'nothing'}`
    throw isRefusal(response) ? new Error(problem) : new UnfitResponse(problem)
  }
  const bytes = await readAtMost(TILE_MAX_BYTES, response)
  if (!bytes) throw new UnfitResponse(`The source of tiles sent more than ${TILE_MAX_BYTES} bytes`)
  const type = await pictureType(bytes)
  if (!type) throw new UnfitResponse('The source of tiles sent what is no picture')
  return { bytes, type }
}

function isRefusal({ status }: Response): boolean {
  return status >= 500 || REFUSALS.includes(status)
}

/** The MIME type by content; undefined when it is not a picture of an accepted type. */
export async function pictureType(bytes: Buffer): Promise<string | undefined> {
  const kind = await fileTypeFromBuffer(bytes)
  return kind && PICTURE_TYPES.includes(kind.mime) ? kind.mime : undefined
}

/** A tile as sent to a browser. */
export interface ShownTile {
  etag: string
  /** True for an old tile whose source cannot be reached. */
  isStale: boolean
  /** Undefined when the client already has it. */
  picture: TilePicture | undefined
}

interface TileAsker {
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
