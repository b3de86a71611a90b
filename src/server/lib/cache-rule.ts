import type { FastifyRequest } from 'fastify'

/** Declares that a guest's response may be cached (see plugins/caching.ts), and which changes drop it. */
export interface CacheRule {
  /** What the response depends on, as tags of db/change-feed.ts. Called with a valid request. */
  tags: (request: Pick<FastifyRequest, 'params' | 'query'>) => string[]
  seconds: number
}

/**
 * Answers a guest from memory, without waiting: the JSON of a 200, or undefined where the request has to take the ordinary
 * path. Called with a query that is valid by the schema of the route.
 */
export type AnswerAtOnce<Query = never> = (query: Query) => string | undefined

declare module 'fastify' {
  interface FastifyContextConfig {
    cache?: CacheRule
    /** For a route with `cache`, no parameters in its path, and a schema for its query. */
    atOnce?: AnswerAtOnce
  }
}
