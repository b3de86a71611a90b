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

/** Something that keeps answers, and drops those that a change made wrong. */
export interface ChangeFollower {
  /** From now on every change is announced. */
  open(): void
  /** From now on changes may be missed. */
  close(): void
  drop(tag: string): void
  /** Some changes may have been missed. */
  clear(): void
}

export type ChangeFeed = ReturnType<typeof createChangeFeed>

/** Passes the changes that any process made to the followers in this one. */
export function createChangeFeed() {
  const followers = new Set<ChangeFollower>()
  let isComplete = false

  return {
    follow(follower: ChangeFollower): void {
      followers.add(follower)
      if (isComplete) follower.open()
    },

    /** For every connection that listens. The same change may come over several of them. */
    receive({ channel, payload }: Notification): void {
      if (channel !== CHANNEL || !payload) return
      for (const follower of followers) follower.drop(payload)
    },

    /** A connection broke, and with it perhaps the announcement of a change that it made. */
    missedSome(): void {
      for (const follower of followers) follower.clear()
    },

    begin(): void {
      isComplete = true
      for (const follower of followers) follower.open()
    },

    end(): void {
      if (!isComplete) return
      isComplete = false
      for (const follower of followers) follower.close()
    },
  }
}
