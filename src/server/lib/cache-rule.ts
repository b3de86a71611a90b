import type { FastifyRequest } from 'fastify'

/** Says that what a guest is answered may be kept (see plugins/caching.ts), and until what changes. */
export interface CacheRule {
  /** What the answer tells of, by the tags of db/change-feed.ts. Called with a valid request. */
  tags: (request: Pick<FastifyRequest, 'params' | 'query'>) => string[]
  seconds: number
}

/**
 * Works out what a guest is answered from what is in memory, without waiting: the JSON of a 200, or undefined where it has to be
 * worked out as all others. Called with a query that is valid by the schema of the route.
 */
export type AnswerAtOnce<Query = never> = (query: Query) => string | undefined

declare module 'fastify' {
  interface FastifyContextConfig {
    cache?: CacheRule
    /** Of a route that has `keep`, no parameters in its path, and a schema of its query. */
    atOnce?: AnswerAtOnce
  }
}
