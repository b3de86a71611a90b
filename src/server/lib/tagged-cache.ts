import { LRUCache } from 'lru-cache'

/** An upper bound, should a change ever go unannounced: no entry lives longer. */
export const CACHE_SECONDS_MAX = 60
const CLEARED_EVERY_MS = 15_000
/** The resolution of an entry's age: the cache sets a timer this often. */
const TIME_RESOLUTION_MS = 100

/** The last drop of this many tags is remembered: more than change while one response is computed. */
const DROPS_REMEMBERED = 10_000

/** Marks the moment at which the computation of a response starts. */
export type Ticket = number

/** How a response is cached. */
interface CacheOptions {
  /** Names what the response depends on: a change of any of them drops it. */
  tags: readonly string[]
  /** Memory in bytes, without the key. */
  bytes: number
  /** At most `CACHE_SECONDS_MAX`. */
  seconds: number
}

export type TaggedCache<T> = ReturnType<typeof createTaggedCache<T>>

interface Entry<T> {
  value: T
  tags: readonly string[]
}

/**
 * Responses that are the same for everyone, cached until one of their tags is dropped; the least recently used are evicted
 * first. The cache stays empty until `open` is called: before that, `drop` is not called for changes.
 */
export function createTaggedCache<T>({ maxBytes }: { maxBytes: number }) {
  const keysOf = new Map<string, Set<string>>()
  /**
   * Counts drops. A response is cached only if none of its tags was dropped since its ticket: otherwise it may have been
   * computed from older rows.
   */
  let drops: Ticket = 0
  /** When each tag was last dropped, oldest first. */
  const lastDrops = new Map<string, Ticket>()
  /** Drops up to this one are forgotten, so no response with an older ticket is cached. */
  let forgottenUpTo: Ticket = 0
  let isInSync: (() => boolean) | undefined

  const entries = new LRUCache<string, Entry<T>>({
    maxSize: maxBytes,
    ttlResolution: TIME_RESOLUTION_MS,
    dispose({ tags }, key, reason) {
      if (reason !== 'set') forget(key, tags)
    },
  })

  /** Frees expired entries even if no more requests come. */
  let clearance: NodeJS.Timeout | undefined

  function clearLater(): void {
    clearance ??= setTimeout(() => {
      clearance = undefined
      entries.purgeStale()
      if (entries.size > 0) clearLater()
    }, CLEARED_EVERY_MS).unref()
  }

  function forget(key: string, tags: readonly string[]): void {
    for (const tag of tags) {
      const keys = keysOf.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) keysOf.delete(tag)
    }
  }

  function recordDrop(tag: string): void {
    lastDrops.delete(tag)
    lastDrops.set(tag, ++drops)
    if (lastDrops.size <= DROPS_REMEMBERED) return
    for (const [oldest, droppedAt] of lastDrops) {
      lastDrops.delete(oldest)
      forgottenUpTo = droppedAt
      return
    }
  }

  const wasDroppedSince = (ticket: Ticket, tags: readonly string[]): boolean =>
    ticket < forgottenUpTo || tags.some((tag) => (lastDrops.get(tag) ?? 0) > ticket)

  return {
    /** The memory of all entries, including expired ones. */
    bytes: (): number => entries.calculatedSize,

    get: (key: string): T | undefined => (isInSync?.() ? entries.get(key)?.value : undefined),

    /** Take it before reading the rows of a response. */
    ticket: (): Ticket => drops,

    /** Caches a response that was computed since `ticket`, unless one of its tags was dropped in between. */
    set(ticket: Ticket, key: string, value: T, { tags, bytes, seconds }: CacheOptions): void {
      if (!isInSync?.() || wasDroppedSince(ticket, tags)) return
      entries.delete(key)
      const size = Math.max(1, Math.ceil(bytes)) + Buffer.byteLength(key)
      entries.set(key, { value, tags }, { size, ttl: Math.min(seconds, CACHE_SECONDS_MAX) * 1000 })
      if (!entries.has(key)) return
      for (const tag of tags) keysOf.set(tag, (keysOf.get(tag) ?? new Set()).add(key))
      clearLater()
    },

    /** Drops every response that depends on one of these tags. */
    drop(...tags: string[]): void {
      for (const tag of tags) {
        recordDrop(tag)
        for (const key of [...(keysOf.get(tag) ?? [])]) entries.delete(key)
      }
    },

    /** Drops everything. From now on `drop` is called for all changes, in time while `inSync` returns true. */
    open(inSync: () => boolean = () => true): void {
      forgottenUpTo = ++drops
      lastDrops.clear()
      entries.clear()
      keysOf.clear()
      isInSync = inSync
    },
  }
}
