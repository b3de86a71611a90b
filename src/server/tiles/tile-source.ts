import { fileTypeFromBuffer } from 'file-type/node'
import { createGate } from '../lib/gate'
import type { Log } from '../lib/log'
import { type Tile, tileAddress } from './tile'

export interface TilePicture {
  bytes: Buffer
  type: string
}

/** Where tiles come from when we have none, or an old one. */
export interface TileSource {
  /** 'unchanged' when ours, fetched at `knownSince`, is still what is shown there. Throws when there is none to be had. */
  fetch(tile: Tile, knownSince?: Date): Promise<TilePicture | 'unchanged'>
}

export interface TileSourceOptions {
  template: string
  /** Names us to those whose map it is, so that they can find us. */
  publicUrl: string
  log: Pick<Log, 'warn'>
  timeoutMs?: number
  /** How long a source that did not answer, or refused to, is left in peace. */
  restMs?: number
}

const TILE_MAX_BYTES = 256 * 1024
/** As many as a browser would send to one host. */
const MOST_AT_ONCE = 6
const MOST_WAITING = 300
const TIMEOUT_MS = 8_000
const FAILURES_BEFORE_REST = 3
const REST_MS = 10_000
const NOT_MODIFIED = 304
/** We are not let in, or ask too often; so is every answer from 500 up. */
const REFUSALS = [401, 403, 429]
const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp']

/** The source answers, but has no tile there: no reason to leave it in peace. */
class UnfitAnswer extends Error {}

/** A map's server on the web, asked at the address that the operator set and at no other. */
export function createTileSource(options: TileSourceOptions): TileSource {
  const { template, publicUrl, log, timeoutMs = TIMEOUT_MS, restMs = REST_MS } = options
  const throughGate = createGate(MOST_AT_ONCE, MOST_WAITING)
  const userAgent = `Pomnim (+${new URL(publicUrl).href})`
  let failuresInARow = 0
  let restsUntil = 0

  async function ask(tile: Tile, knownSince?: Date): Promise<TilePicture | 'unchanged'> {
    // Those that waited at the gate while it went silent don't each wait for their own timeout.
    if (Date.now() < restsUntil) throw new Error('The source of tiles did not answer lately')
    const answer = await receive(tile, knownSince).catch(noteFailure)
    failuresInARow = 0
    return answer
  }

  async function receive(tile: Tile, knownSince?: Date): Promise<TilePicture | 'unchanged'> {
    const response = await send(tile, knownSince)
    return response.status === NOT_MODIFIED && knownSince ? 'unchanged' : readPicture(response)
  }

  function noteFailure(error: unknown): never {
    failuresInARow = error instanceof UnfitAnswer ? 0 : failuresInARow + 1
    if (failuresInARow >= FAILURES_BEFORE_REST) restsUntil = Date.now() + restMs
    log.warn({ err: error, failuresInARow }, 'no map tile came from its source')
    throw error
  }

  /** Redirects are not followed: they may lead anywhere, also into our own network. */
  function send(tile: Tile, knownSince?: Date): Promise<Response> {
    return fetch(tileAddress(template, tile), {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'user-agent': userAgent,
        accept: PICTURE_TYPES.join(', '),
        ...(knownSince && { 'if-modified-since': knownSince.toUTCString() }),
      },
    })
  }

  return { fetch: (tile, knownSince) => throughGate(() => ask(tile, knownSince)) }
}

async function readPicture(response: Response): Promise<TilePicture> {
  const told = response.headers.get('content-type')?.split(';', 1)[0]?.trim() ?? ''
  if (!response.ok || !PICTURE_TYPES.includes(told)) {
    await response.body?.cancel()
    const answered = `The source of tiles answered ${response.status} with ${told || 'nothing'}`
    throw isRefusal(response) ? new Error(answered) : new UnfitAnswer(answered)
  }
  const bytes = await readAtMost(TILE_MAX_BYTES, response)
  const type = await pictureType(bytes)
  if (!type) throw new UnfitAnswer('The source of tiles sent what is no picture')
  return { bytes, type }
}

function isRefusal({ status }: Response): boolean {
  return status >= 500 || REFUSALS.includes(status)
}

/** What its bytes say it is; undefined when it is none of the pictures that a map is made of. */
export async function pictureType(bytes: Buffer): Promise<string | undefined> {
  const kind = await fileTypeFromBuffer(bytes)
  return kind && PICTURE_TYPES.includes(kind.mime) ? kind.mime : undefined
}

async function readAtMost(most: number, { body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop, by a throw too, ends the transfer.
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > most) throw new UnfitAnswer(`The source of tiles sent more than ${most} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
