import { ID_MAX } from '@contract/limits'
import { EDITION_PARAMETER, LEGAL_NAMES } from '@contract/legal'
import { readListParameters, writeListParameters } from '@contract/list-parameters'
import { paths } from '@contract/paths'
import { MEMORY_PAGES_PARAMETER, memoryPagesIn } from '@contract/memory-pages'

const FIXED = new Set<string>(Object.values(paths).filter((path) => typeof path === 'string'))
const LISTS = new Set<string>([paths.memorials, paths.heroes])
const LEGAL = new Set<string>(LEGAL_NAMES.map((name) => `/${name}`))
const OF_MEMORIAL = /^\/memorials\/(\d+)(\/(?:access|open))?$/
const RESET_PASSWORD = /^\/reset-password(?:\/[^/]+)?$/
/** Query parameters of links in letters that give access to an account or a page. */
const SECRET_PARAMETERS = ['token', 'key']

/** Stands for all paths without a route: their HTML is the same. */
export const UNKNOWN_PATH = '/404'

/** What the application shows at a path. */
export type PageRoute = { kind: 'none' } | { kind: 'page' } | { kind: 'memorial'; id: number }

/** Without a route, the application shows its "not found" page, with status 404. */
export function routeAt(path: string): PageRoute {
  const bare = withoutTrailingSlash(path)
  const memorialId = OF_MEMORIAL.exec(bare)?.[1]
  if (memorialId) return isPossibleId(memorialId) ? { kind: 'memorial', id: Number(memorialId) } : { kind: 'none' }
  return { kind: FIXED.has(bare) || RESET_PASSWORD.test(bare) ? 'page' : 'none' }
}

/**
 * The key of a URL's HTML: URLs with the same HTML share one key. For lists, the memories of a memorial and editions of
 * legal pages it holds the parameters that they read; all paths without a route share one.
 */
export function renderedUrl(url: string): string {
  const [pathname = '/', query = ''] = url.split('?', 2)
  const path = knownPath(withoutTrailingSlash(pathname))
  if (isUnknown(path)) return UNKNOWN_PATH
  const used = query ? parametersOf(path, new URLSearchParams(query)).toString() : ''
  return used ? `${path}?${used}` : path
}

/** Whether the browser's router, which ignores case and decodes escapes, finds no route there either. */
function isUnknown(path: string): boolean {
  try {
    return routeAt(decodeURIComponent(path).toLowerCase()).kind === 'none'
  } catch {
    // A malformed escape.
    return false
  }
}

function knownPath(path: string): string {
  const [, id, further = ''] = OF_MEMORIAL.exec(path) ?? []
  return id === undefined ? path : `/memorials/${Number(id)}${further}`
}

function parametersOf(path: string, given: URLSearchParams): URLSearchParams {
  if (LISTS.has(path)) return writeListParameters(readListParameters(given))
  const used = new URLSearchParams()
  const edition = LEGAL.has(path) && given.get(EDITION_PARAMETER)
  if (edition) used.set(EDITION_PARAMETER, edition)
  const words = OF_MEMORIAL.test(path) ? memoryPagesIn(given) : 1
  if (words > 1) used.set(MEMORY_PAGES_PARAMETER, String(words))
  return used
}

/** Whether a URL is that of a memorial's page, not of one below it. */
export function isOnlyMemorial(url: string): boolean {
  const [path = ''] = url.split('?', 1)
  const [, id, further] = OF_MEMORIAL.exec(withoutTrailingSlash(path)) ?? []
  return id !== undefined && further === undefined
}

/** Whether a URL itself grants access: browsers must not cache it, or send it to another site as a referrer. */
export function holdsSecret(url: string): boolean {
  const [path = '/', query = ''] = url.split('?', 2)
  if (RESET_PASSWORD.test(withoutTrailingSlash(path))) return true
  return query !== '' && SECRET_PARAMETERS.some((name) => new URLSearchParams(query).has(name))
}

function isPossibleId(digits: string): boolean {
  const id = Number(digits)
  return id >= 1 && id <= ID_MAX
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/$/, '') : path
}
