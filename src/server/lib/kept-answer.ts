import type { FastifyRequest } from 'fastify'

/** Says that what a guest is answered may be kept (see plugins/caching.ts), and until what changes. */
export interface KeepRule {
  /** What the answer tells of, by the tags of db/change-feed.ts. Called with a valid request. */
  tags: (request: Pick<FastifyRequest, 'params' | 'query'>) => string[]
  seconds: number
}

declare module 'fastify' {
  interface FastifyContextConfig {
    keep?: KeepRule
  }
}
