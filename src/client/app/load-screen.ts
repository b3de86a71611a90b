import { matchRoutes, type RouteObject } from 'react-router-dom'
import { routes } from './routes'

/** Loads the lazy parts of the screen at a path into its route, so that it can be shown without waiting. */
export async function loadScreenAt(pathname: string): Promise<void> {
  const matches = matchRoutes(routes, pathname) ?? []
  await Promise.all(matches.map(({ route }) => loadRoute(route)))
}

async function loadRoute(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== 'function') return
  const parts = await route.lazy()
  Object.assign(route, parts, { lazy: undefined })
}
