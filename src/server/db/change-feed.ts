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

/** A cache that evicts responses which a change has invalidated. */
export interface ChangeFollower {
  /**
   * What was read so far may be stale. From now on `drop` is called for every change; while `isInSync` returns false some
   * calls may still be on their way, so nothing is served from memory.
   */
  open(isInSync: () => boolean): void
  drop(tag: string): void
}

export type ChangeFeed = ReturnType<typeof createChangeFeed>

/** Passes changes of the database to the caches in this process. db/change-log.ts reads them. */
export function createChangeFeed() {
  const followers = new Set<ChangeFollower>()
  let isInSync: (() => boolean) | undefined

  return {
    follow(follower: ChangeFollower): void {
      followers.add(follower)
      if (isInSync) follower.open(isInSync)
    },

    /** From now on all changes are passed on. */
    open(inSync: () => boolean = () => true): void {
      isInSync = inSync
      for (const follower of followers) follower.open(inSync)
    },

    /** Some changes cannot be named: anything may have changed. */
    dropAll(): void {
      if (!isInSync) return
      for (const follower of followers) follower.open(isInSync)
    },

    /** The same change may come twice. */
    drop(tag: string): void {
      for (const follower of followers) follower.drop(tag)
    },
  }
}
