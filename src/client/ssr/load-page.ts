import { matchRoutes, type RouteObject } from 'react-router-dom'
import { isMemorialId } from '../app/NotFoundPage'
import { ANY_PATH, type LazyPage, routes } from '../app/routes'

/**
 * Loads the lazy components of the route at a path, so that it can be shown without waiting. Rejects when they fail to
 * load: the rendered page must stay as it is until they do.
 */
export async function loadPageAt(pathname: string): Promise<void> {
  const matches = matchRoutes(routes, pathname) ?? []
  await Promise.all(matches.map(({ route }) => loadRoute(route)))
}

async function loadRoute(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== 'function') return
  const { load } = route.lazy as typeof route.lazy & LazyPage
  Object.assign(route, { Component: await load(), lazy: undefined })
}

/** Whether a path has a route of its own, including account pages. */
export function isKnownPath(pathname: string): boolean {
  const { route, params } = matchRoutes(routes, pathname)?.at(-1) ?? {}
  if (route === undefined || route.path === ANY_PATH) return false
  return params?.memorialId === undefined || isMemorialId(params.memorialId)
}
