import { parse } from 'node:querystring'

/**
 * The keys of cached responses: path and query of a URL, with only the parameters that the route reads, in a fixed
 * order. Any other parameter creates no new entry.
 */
export interface CachedUrls {
  /** `names`: the query parameters that the route reads. */
  add(route: string, names: readonly string[]): void
  /** Undefined where nothing is cached. */
  keyOf(address: string): string | undefined
}

export function createCachedUrls(): CachedUrls {
  const fixed = new Map<string, readonly string[]>()
  const withParameters: { path: RegExp; names: readonly string[] }[] = []

  const namesAt = (path: string) => fixed.get(path) ?? withParameters.find((route) => route.path.test(path))?.names

  return {
    add(given, names) {
      const route = withoutTrailingSlash(given)
      if (!route.includes(':')) fixed.set(route, names)
      else withParameters.push({ path: new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`), names })
    },

    keyOf(address) {
      const queryAt = address.indexOf('?')
      if (queryAt < 0) return address
      const path = withoutTrailingSlash(address.slice(0, queryAt))
      const names = namesAt(path)
      if (!names) return undefined
      const given = parse(address.slice(queryAt + 1))
      const used = names.flatMap((name) => {
        const value = given[name]
        return value === undefined ? [] : [value].flat().map((each) => `${name}=${encodeURIComponent(each)}`)
      })
      return used.length > 0 ? `${path}?${used.join('&')}` : path
    },
  }
}

function withoutTrailingSlash(path: string): string {
  return path.replace(/\/$/, '')
}
