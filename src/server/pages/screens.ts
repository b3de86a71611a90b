import { ID_MAX } from '@contract/limits'
import { EDITION_PARAMETER, LEGAL_NAMES } from '@contract/legal'
import { LIST_FILTERS } from '@contract/memorial-terms'
import { screens } from '@contract/paths'

const FIXED = new Set<string>(Object.values(screens).filter((path) => typeof path === 'string'))
const LISTS = new Set<string>([screens.memorials, screens.heroes])
const LEGAL = new Set<string>(LEGAL_NAMES.map((name) => `/${name}`))
const LIST_PARAMETERS = [...LIST_FILTERS, 'sort_by', 'sort_order', 'page']
/** How many pages of words of memory are shown. */
const MEMORIAL_PARAMETERS = ['words']
const OF_MEMORIAL = /^\/memorials\/(\d+)(?:\/(?:access|open))?$/
const RESET_PASSWORD = /^\/reset-password(?:\/[^/]+)?$/
/** Names under which the links of letters carry what opens an account or a page. */
const SECRET_PARAMETERS = ['token', 'key']

/** What the application has at a path. */
export type Screen = { kind: 'none' } | { kind: 'screen' } | { kind: 'memorial'; id: number }

/** Where there is none, the application shows its "not found" screen, with status 404. */
export function screenAt(path: string): Screen {
  const bare = withoutTrailingSlash(path)
  const memorialId = OF_MEMORIAL.exec(bare)?.[1]
  if (memorialId) return isPossibleId(memorialId) ? { kind: 'memorial', id: Number(memorialId) } : { kind: 'none' }
  return { kind: FIXED.has(bare) || RESET_PASSWORD.test(bare) ? 'screen' : 'none' }
}

/** The part of an address that the HTML of its screen depends on: the path, and some parameters of lists, memorials and legal pages. */
export function renderedUrl(url: string): string {
  const [pathname = '/', query = ''] = url.split('?', 2)
  const path = withoutTrailingSlash(pathname)
  if (!query) return path
  const given = new URLSearchParams(query)
  const used = new URLSearchParams()
  for (const name of parametersOf(path)) {
    const value = given.get(name)
    if (value) used.set(name, value)
  }
  return used.size > 0 ? `${path}?${used.toString()}` : path
}

function parametersOf(path: string): readonly string[] {
  if (LISTS.has(path)) return LIST_PARAMETERS
  if (LEGAL.has(path)) return [EDITION_PARAMETER]
  return OF_MEMORIAL.test(path) ? MEMORIAL_PARAMETERS : []
}

/** Whether an address by itself opens something: no browser is to keep it, or to tell another site of it. */
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
