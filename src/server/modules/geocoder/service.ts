import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import { setTimeout as pause } from 'node:timers/promises'
import { pointAt, writeCoordinates } from '@contract/coordinates'
import type { FoundPlace } from '@contract/geocoding'
import type { Account } from '../../access/account'
import type { Config } from '../../config'
import { ApiError, notFound, unavailable } from '../../lib/api-error'
import type { LimitAttempts } from '../../lib/attempts'
import { createSemaphore, refuseWhenFull } from '../../lib/semaphore'
import type { Log } from '../../lib/log'
import { readAtMost } from '../../lib/read-at-most'

export type GeocoderService = ReturnType<typeof createGeocoderService>

const TOO_MANY = 'Слишком много запросов. Пожалуйста, попробуйте позже.'
const UNAVAILABLE = 'Поиск адреса сейчас недоступен. Поставьте метку на карте.'
const RETRY_AFTER_SECONDS = 5

const PLACES_MAX = 5
const RESPONSE_MAX_BYTES = 256 * 1024
const TIMEOUT_MS = 8_000
/** Nominatim's public server allows one request per second from all processes together: https://operations.osmfoundation.org/policies/nominatim/ */
const PAUSE_MS = 1_000
const MAX_WAITING = 10
const DAY_MS = 24 * 3_600_000
const CACHE_MAX = 1_000

/** Looks up postal addresses with the operator's geocoder (GEOCODER_URL), which implements Nominatim's `/search`. */
export function createGeocoderService(parts: {
  config: Pick<Config, 'geocoderUrl' | 'site'>
  limitAttempts: LimitAttempts
  log: Pick<Log, 'warn'>
  /** Shares the rate between several server processes. */
  redis?: Redis | undefined
  pauseMs?: number
}) {
  const { config, limitAttempts, log, redis, pauseMs = PAUSE_MS } = parts
  const searches = limitAttempts({ name: 'geocoding', max: 60, seconds: 3600, refusal: TOO_MANY })
  const runLimited = createSemaphore(1, MAX_WAITING)
  const cache = new LRUCache<string, FoundPlace[]>({ max: CACHE_MAX, ttl: DAY_MS })

  const waitForSlot = createRateSpacer({ name: 'geocoder', pauseMs, redis })

  async function ask(url: string, address: string): Promise<FoundPlace[]> {
    const found = placesIn(await fetchResponse(url, address, config.site.publicUrl))
    cache.set(keyOf(address), found)
    return found
  }

  return {
    /** At most five places, best match first. 404 without a geocoder, 502 when it does not respond, 503 when the queue is full. */
    async find({ id }: Account, address: string): Promise<FoundPlace[]> {
      const { geocoderUrl } = config
      if (!geocoderUrl) throw notFound()
      await searches.count(String(id))
      const known = cache.get(keyOf(address))
      if (known) return known
      return runLimited(async () => {
        const cachedByOther = cache.get(keyOf(address))
        if (cachedByOther) return cachedByOther
        try {
          await waitForSlot()
          return await ask(geocoderUrl, address)
        } catch (error) {
          if (error instanceof NoSlotError) throw unavailable(UNAVAILABLE, RETRY_AFTER_SECONDS)
          log.warn({ err: error }, 'the geocoder gave no answer')
          throw new ApiError(502, UNAVAILABLE)
        }
      }).catch(refuseWhenFull(unavailable(UNAVAILABLE, RETRY_AFTER_SECONDS)))
    },
  }
}

const keyOf = (address: string) => address.toLowerCase().replace(/\s+/g, ' ')

/** Does not follow redirects: they could lead into our own network. Identifies this site, never the user. */
async function fetchResponse(geocoderUrl: string, address: string, publicUrl: string): Promise<unknown> {
  const url = new URL(geocoderUrl)
  const query = { q: address, format: 'jsonv2', limit: String(PLACES_MAX), 'accept-language': 'ru' }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const response = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { 'user-agent': `Pomnim (+${new URL(publicUrl).href})`, accept: 'application/json' },
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`The geocoder answered ${response.status}`)
  }
  const bytes = await readAtMost(RESPONSE_MAX_BYTES, response)
  if (!bytes) throw new Error(`The geocoder sent more than ${RESPONSE_MAX_BYTES} bytes`)
  return JSON.parse(bytes.toString()) as unknown
}

const TITLE_MAX_LENGTH = 300

/** Parses Nominatim's response, a list of `{lat, lon, display_name}`. Skips entries that are not places. */
function placesIn(result: unknown): FoundPlace[] {
  if (!Array.isArray(result)) throw new Error('The geocoder sent no list')
  return result.slice(0, PLACES_MAX).flatMap((entry: unknown) => {
    const { lat, lon, display_name: title } = (entry ?? {}) as Record<string, unknown>
    const point = pointAt(numberOf(lat), numberOf(lon))
    if (!point || typeof title !== 'string' || !title.trim()) return []
    return { title: title.trim().slice(0, TITLE_MAX_LENGTH), burial_coordinates: writeCoordinates(point) }
  })
}

function numberOf(value: unknown): number | undefined {
  return (typeof value === 'string' && value.trim() !== '') || typeof value === 'number' ? Number(value) : undefined
}

/** Other callers had every slot until the wait ran out. */
export class NoSlotError extends Error {}

/** How long a caller waits for a slot among all processes. */
const WAIT_MAX_MS = 15_000

/**
 * Resolves when the caller has a slot: slots are `pauseMs` apart, in all processes together where they share a Redis.
 * Without Redis, and while it is unavailable, each process counts alone. Rejects with `NoSlotError` after 15 seconds.
 */
export function createRateSpacer({
  name,
  pauseMs,
  redis,
}: {
  name: string
  pauseMs: number
  redis?: Redis | undefined
}) {
  const key = `turns:${name}`
  let nextAt = 0

  async function waitForOwnSlot(): Promise<void> {
    const at = Math.max(nextAt, Date.now())
    nextAt = at + pauseMs
    await pause(at - Date.now())
  }

  /** How long the slot of another process lasts; undefined when the slot is ours, or Redis is unavailable. */
  async function otherSlotMs(shared: Redis): Promise<number | undefined> {
    try {
      if ((await shared.set(key, '1', 'PX', pauseMs, 'NX')) === 'OK') return undefined
      return Math.max(1, await shared.pttl(key))
    } catch {
      return undefined
    }
  }

  return async function waitForSlot(): Promise<void> {
    await waitForOwnSlot()
    if (!redis || pauseMs === 0) return
    const deadline = Date.now() + WAIT_MAX_MS
    for (let waitMs = await otherSlotMs(redis); waitMs !== undefined; waitMs = await otherSlotMs(redis)) {
      if (Date.now() + waitMs > deadline) throw new NoSlotError(`no turn of ${name} came in time`)
      await pause(waitMs)
      nextAt = Date.now() + pauseMs
    }
  }
}
