import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

/** Runs `start` and tells which routes the application took on, hidden ones too: 'GET /api/v1/memorial/{id}'. */
export async function routesTakenOn<T>(start: () => Promise<T>): Promise<{ started: T; routes: string[] }> {
  const routes = new Set<string>()
  // What a parameter has to look like is left out.
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) {
        routes.add(`${each} ${url.replace(/:(\w+)(?:\([^)]*\))?/g, '{$1}')}`)
      }
    })
  }
  subscribe('fastify.initialization', listen)
  try {
    return { started: await start(), routes: [...routes].filter((route) => !isImplied(route, routes)) }
  } finally {
    unsubscribe('fastify.initialization', listen)
  }
}

/** Fastify answers HEAD by itself where there is a GET. */
function isImplied(route: string, routes: Set<string>): boolean {
  return route.startsWith('HEAD ') && routes.has(route.replace('HEAD', 'GET'))
}
