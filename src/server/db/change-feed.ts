import type { Notification } from 'pg'

/** The channel on which the database's triggers announce changes (see migrations/0005-announced-changes.ts). */
const CHANNEL = 'changed'
export const LISTEN = `listen ${CHANNEL}`

/** The tag of all public lists. */
export const PUBLIC_LISTS = 'memorials'

/** The tag of a memorial and of everything that is read with it: burial, approved memories, archives. */
export function tagOfMemorial(id: number): string {
  return `memorial:${id}`
}

/** The memorial of a tag; undefined for other tags. */
export function memorialOfTag(tag: string): number | undefined {
  const id = /^memorial:(\d+)$/.exec(tag)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** Announced in addition when a page is closed to the public (see migrations/0031-announced-closings.ts). */
const CLOSED = 'closed'

/** Whether a notification announces that a page was closed to the public. */
export function tellsOfClosing({ channel, payload }: Notification): boolean {
  return channel === CHANNEL && payload === CLOSED
}

/** A cache that evicts responses which a change has invalidated. */
export interface ChangeFollower {
  /** From now on every change is announced, for as long as `isHearing` returns true. */
  open(isHearing: () => boolean): void
  /** From now on changes may be missed. */
  close(): void
  drop(tag: string): void
  /** Some changes may have been missed. `isLateOnly`: they still arrive, a little later than elsewhere. */
  clear(isLateOnly: boolean): void
}

export type ChangeFeed = ReturnType<typeof createChangeFeed>

/**
 * Passes the changes of all processes to the followers in this one. `waitForAcknowledgements` resolves when no process serves
 * the state before earlier changes any more.
 */
export function createChangeFeed(waitForAcknowledgements: () => Promise<void> = () => Promise.resolve()) {
  const followers = new Set<ChangeFollower>()
  let isHearing: (() => boolean) | undefined
  let hasListener = false

  return {
    waitForAcknowledgements,

    follow(follower: ChangeFollower): void {
      followers.add(follower)
      if (isHearing) follower.open(isHearing)
    },

    /** Called for every listening connection. The same change may arrive over several of them. */
    receive({ channel, payload }: Notification): void {
      if (channel !== CHANNEL || !payload || payload === CLOSED) return
      for (const follower of followers) follower.drop(payload)
    },

    /**
     * A connection broke, possibly with the announcement of its own change. If there is a listener, it receives that
     * change too.
     */
    missedSome(): void {
      for (const follower of followers) follower.clear(hasListener)
    },

    /** `isSure` returns at any moment whether the separate listener has received all changes so far. */
    begin(isInSync?: () => boolean): void {
      hasListener = isInSync !== undefined
      isHearing = isInSync ?? (() => true)
      for (const follower of followers) follower.open(isHearing)
    },

    end(): void {
      if (!isHearing) return
      isHearing = undefined
      for (const follower of followers) follower.close()
    },
  }
}
