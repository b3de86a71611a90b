import { LRUCache } from 'lru-cache'

/** The second line of defence, should a change ever not be announced: nothing is kept for longer. */
export const CACHE_SECONDS_MAX = 60
const CLEARED_EVERY_MS = 15_000
/** How exactly the time of an answer is measured: the cache sets a timer so often. */
const TIME_RESOLUTION_MS = 100

/** Of so many tags it is known when they were dropped last: more than change while one answer is worked out. */
const DROPS_REMEMBERED = 10_000

/** Marks the moment from which an answer is worked out. */
export type Ticket = number

/** How an answer is kept. */
export interface CacheOptions {
  /** Names what the answer tells of: a change of any of them drops it. */
  tags: readonly string[]
  /** The memory that it takes, without its key. */
  bytes: number
  /** At most `CACHE_SECONDS_MAX`. */
  seconds: number
}

export type AnswerCache<T> = ReturnType<typeof createAnswerCache<T>>

interface Entry<T> {
  value: T
  tags: readonly string[]
}

/**
 * Answers that everybody may see, kept until one of their tags is dropped. Those not used for longest make room. The cache
 * is closed until `open` is called: it keeps nothing while nobody announces changes to it.
 */
export function createAnswerCache<T>({ maxBytes }: { maxBytes: number }) {
  const keysOf = new Map<string, Set<string>>()
  /**
   * Counts drops. An answer is kept only when none of its tags was dropped since its ticket: it may have been worked out from
   * older rows.
   */
  let drops: Ticket = 0
  /** When each tag was dropped last, oldest first. */
  const lastDrops = new Map<string, Ticket>()
  /** What was dropped up to here is not known any more: no answer from before it is kept. */
  let forgottenUpTo: Ticket = 0
  /** Absent while it is closed. */
  let isHearing: (() => boolean) | undefined

  const entries = new LRUCache<string, Entry<T>>({
    maxSize: maxBytes,
    ttlResolution: TIME_RESOLUTION_MS,
    dispose({ tags }, key, reason) {
      if (reason !== 'set') forget(key, tags)
    },
  })

  /** What is over leaves memory even if nobody asks for anything any more. */
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

  function clear(): void {
    forgetDrops()
    entries.clear()
    keysOf.clear()
  }

  function forgetDrops(): void {
    forgottenUpTo = ++drops
    lastDrops.clear()
  }

  function noteDrop(tag: string): void {
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
    /** What all answers take that are in memory, those that are over too. */
    bytes: (): number => entries.calculatedSize,

    get: (key: string): T | undefined => (isHearing?.() ? entries.get(key)?.value : undefined),

    /** Take it before reading the rows of an answer. */
    ticket: (): Ticket => drops,

    /** Keeps an answer that was worked out since `ticket`, unless one of its tags was dropped meanwhile. */
    set(ticket: Ticket, key: string, value: T, { tags, bytes, seconds }: CacheOptions): void {
      if (!isHearing || wasDroppedSince(ticket, tags)) return
      entries.delete(key)
      const size = Math.max(1, Math.ceil(bytes)) + Buffer.byteLength(key)
      entries.set(key, { value, tags }, { size, ttl: Math.min(seconds, CACHE_SECONDS_MAX) * 1000 })
      if (!entries.has(key)) return
      for (const tag of tags) keysOf.set(tag, (keysOf.get(tag) ?? new Set()).add(key))
      clearLater()
    },

    /** Drops every answer that tells of one of these. */
    drop(...tags: string[]): void {
      for (const tag of tags) {
        noteDrop(tag)
        for (const key of [...(keysOf.get(tag) ?? [])]) entries.delete(key)
      }
    },

    clear,

    /** From now on all changes are announced, as long as `isSure` says so. */
    open(isInSync: () => boolean = () => true): void {
      forgetDrops()
      isHearing = isInSync
    },

    /** From now on changes may be missed. */
    close(): void {
      isHearing = undefined
      clear()
    },
  }
}
