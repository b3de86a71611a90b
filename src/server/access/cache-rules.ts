import type { FastifyRequest } from 'fastify'
import { PUBLIC_LISTS, tagOfMemorial } from '../db/change-feed'
import { CACHE_SECONDS_MAX } from '../lib/tagged-cache'

const LIST_SECONDS = 5

/** For the public lists of memorials. */
export const cachedAsList = { cache: { tags: () => [PUBLIC_LISTS], seconds: LIST_SECONDS } satisfies CacheRule }

/** For what never changes while the process runs. */
export const cachedAsFixed = { cache: { tags: () => [], seconds: CACHE_SECONDS_MAX } satisfies CacheRule }

/** For numbers whose changes are not announced. */
export const MOMENT_SECONDS = 1
export const cachedBrieflyWithMemorial = (name: string): { cache: CacheRule } =>
  cachedWithMemorial(name, MOMENT_SECONDS)

/** For the data of one memorial. `name` is the path or query parameter that holds its id. */
export function cachedWithMemorial(name: string, seconds = CACHE_SECONDS_MAX): { cache: CacheRule } {
  const idIn = ({ params, query }: Parameters<CacheRule['tags']>[0]) =>
    (({ ...(query as object), ...(params as object) }) as Record<string, number>)[name] as number
  return { cache: { tags: (request) => [tagOfMemorial(idIn(request))], seconds } }
}

/** Declares that a guest's response may be cached (see plugins/caching.ts), and which changes drop it. */
interface CacheRule {
  /** What the response depends on, as tags of db/change-feed.ts. Called with a valid request. */
  tags: (request: Pick<FastifyRequest, 'params' | 'query'>) => string[]
  seconds: number
}

declare module 'fastify' {
  interface FastifyContextConfig {
    cache?: CacheRule
  }
}
