import type { FastifyRequest } from 'fastify'

/** Declares that a guest's response may be cached (see plugins/caching.ts), and which changes drop it. */
export interface CacheRule {
  /** What the response depends on, as tags of db/change-feed.ts. Called with a valid request. */
  tags: (request: Pick<FastifyRequest, 'params' | 'query'>) => string[]
  seconds: number
}

declare module 'fastify' {
  interface FastifyContextConfig {
    cache?: CacheRule
  }
}
