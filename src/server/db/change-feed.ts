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

/** The memorial that a tag is about; undefined for other tags. */
export function memorialOfTag(tag: string): number | undefined {
  const id = /^memorial:(\d+)$/.exec(tag)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** Announced too when a page leaves the public (see migrations/0031-announced-closings.ts). */
const CLOSED = 'closed'

/** Whether a page has left the public by what is announced. */
export function tellsOfClosing({ channel, payload }: Notification): boolean {
  return channel === CHANNEL && payload === CLOSED
}

/** Something that keeps answers, and drops those that a change made wrong. */
export interface ChangeFollower {
  /** From now on every change is announced, as long as `isHearing` says so. */
  open(isHearing: () => boolean): void
  /** From now on changes may be missed. */
  close(): void
  drop(tag: string): void
  /** Some changes may have been missed. `isLateOnly`: they are heard of all the same, a little later than elsewhere. */
  clear(isLateOnly: boolean): void
}

export type ChangeFeed = ReturnType<typeof createChangeFeed>

/**
 * Passes the changes that any process made to the followers in this one. `untilHeardByAll` resolves when no process shows any
 * more what was changed before.
 */
export function createChangeFeed(untilHeardByAll: () => Promise<void> = () => Promise.resolve()) {
  const followers = new Set<ChangeFollower>()
  let isHearing: (() => boolean) | undefined
  let hasListener = false

  return {
    untilHeardByAll,

    follow(follower: ChangeFollower): void {
      followers.add(follower)
      if (isHearing) follower.open(isHearing)
    },

    /** For every connection that listens. The same change may come over several of them. */
    receive({ channel, payload }: Notification): void {
      if (channel !== CHANNEL || !payload || payload === CLOSED) return
      for (const follower of followers) follower.drop(payload)
    },

    /**
     * A connection broke, and with it perhaps the announcement of a change that it made. Where there is a listener it hears of that
     * change too.
     */
    missedSome(): void {
      for (const follower of followers) follower.clear(hasListener)
    },

    /** `isSure` tells at any moment whether a listener of its own has heard of all changes until then. */
    begin(isSure?: () => boolean): void {
      hasListener = isSure !== undefined
      isHearing = isSure ?? (() => true)
      for (const follower of followers) follower.open(isHearing)
    },

    end(): void {
      if (!isHearing) return
      isHearing = undefined
      for (const follower of followers) follower.close()
    },
  }
}
