import { ID_MAX } from '@contract/limits'
import { EDITION_PARAMETER, LEGAL_NAMES } from '@contract/legal'
import { readListAddress, writeListAddress } from '@contract/list-address'
import { paths } from '@contract/paths'
import { pagesOfWords, WORDS_PARAMETER } from '@contract/words-address'

const FIXED = new Set<string>(Object.values(paths).filter((path) => typeof path === 'string'))
const LISTS = new Set<string>([paths.memorials, paths.heroes])
const LEGAL = new Set<string>(LEGAL_NAMES.map((name) => `/${name}`))
const OF_MEMORIAL = /^\/memorials\/(\d+)(\/(?:access|open))?$/
const RESET_PASSWORD = /^\/reset-password(?:\/[^/]+)?$/
/** Names under which the links of letters carry what opens an account or a page. */
const SECRET_PARAMETERS = ['token', 'key']

/** Stands for all paths where there is no screen: their HTML is the same. */
export const UNKNOWN_PATH = '/404'

/** What the application has at a path. */
export type Screen = { kind: 'none' } | { kind: 'screen' } | { kind: 'memorial'; id: number }

/** Where there is none, the application shows its "not found" screen, with status 404. */
export function screenAt(path: string): Screen {
  const bare = withoutTrailingSlash(path)
  const memorialId = OF_MEMORIAL.exec(bare)?.[1]
  if (memorialId) return isPossibleId(memorialId) ? { kind: 'memorial', id: Number(memorialId) } : { kind: 'none' }
  return { kind: FIXED.has(bare) || RESET_PASSWORD.test(bare) ? 'screen' : 'none' }
}

/**
 * What the HTML of an address is made of, and nothing else: addresses whose HTML is the same have one key. Of lists, words of a
 * memorial and editions of legal pages what is read of their parameters; all paths without a screen are one.
 */
export function renderedUrl(url: string): string {
  const [pathname = '/', query = ''] = url.split('?', 2)
  const path = knownPath(withoutTrailingSlash(pathname))
  if (isUnknown(path)) return UNKNOWN_PATH
  const used = query ? parametersOf(path, new URLSearchParams(query)).toString() : ''
  return used ? `${path}?${used}` : path
}

/** Whether the program, which reads letters of any case and what is escaped, finds no screen there either. */
function isUnknown(path: string): boolean {
  try {
    return screenAt(decodeURIComponent(path).toLowerCase()).kind === 'none'
  } catch {
    // Escaped as no text is.
    return false
  }
}

function knownPath(path: string): string {
  const [, id, further = ''] = OF_MEMORIAL.exec(path) ?? []
  return id === undefined ? path : `/memorials/${Number(id)}${further}`
}

function parametersOf(path: string, given: URLSearchParams): URLSearchParams {
  if (LISTS.has(path)) return writeListAddress(readListAddress(given))
  const used = new URLSearchParams()
  const edition = LEGAL.has(path) && given.get(EDITION_PARAMETER)
  if (edition) used.set(EDITION_PARAMETER, edition)
  const words = OF_MEMORIAL.test(path) ? pagesOfWords(given) : 1
  if (words > 1) used.set(WORDS_PARAMETER, String(words))
  return used
}

/** Whether an address is that of a memorial's page, and not of what lies under it. */
export function isOnlyMemorial(url: string): boolean {
  const [path = ''] = url.split('?', 1)
  const [, id, further] = OF_MEMORIAL.exec(withoutTrailingSlash(path)) ?? []
  return id !== undefined && further === undefined
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
