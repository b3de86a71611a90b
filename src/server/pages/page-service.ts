import { LRUCache } from 'lru-cache'
import type { Rendering, RenderPage } from '@client/ssr/render'
import { ALBUM_PARAMETER, photosIn, WHOLE_ALBUM } from '@contract/archive-kinds'
import { EDITION_PARAMETER, LEGAL_NAMES } from '@contract/legal'
import { ALBUM_FIRST_PHOTOS, ID_MAX } from '@contract/limits'
import { readListParameters, writeListParameters } from '@contract/list-parameters'
import { MEMORY_PAGES_PARAMETER, memoryPagesIn, paths } from '@contract/paths'
import { MISSING_MEMORIAL_ID, RENDERED_STATE_ELEMENT_ID } from '@contract/settings'
import { isOpenToAll, type MemorialFacts } from '../access/repository'
import { type ChangeFeed, memorialOfTag, PUBLIC_LISTS, tagOfMemorial } from '../db/change-feed'
import { CACHE_SECONDS_MAX, createTaggedCache } from '../lib/tagged-cache'
import { DatabaseAway } from '../db/errors'
import { createSemaphore, QueueFullError } from '../lib/semaphore'
import { escapeHtml } from '../lib/escape'
import type { FillTemplate, Page } from './page'
import { NotRenderedError, RENDERED_AT_ONCE } from './render-threads'

const FIXED = new Set<string>(Object.values(paths).filter((path) => typeof path === 'string'))
const LISTS = new Set<string>([paths.memorials, paths.heroes])
const LEGAL = new Set<string>(LEGAL_NAMES.map((name) => `/${name}`))
const OF_MEMORIAL = /^\/memorials\/(\d+)(\/(?:access|open))?$/
const RESET_PASSWORD = /^\/reset-password(?:\/[^/]+)?$/
/** Query parameters of links in letters that give access to an account or a page. */
const SECRET_PARAMETERS = ['token', 'key']

/** Stands for all paths without a route: their HTML is the same. */
const UNKNOWN_PATH = '/404'

/** What the application shows at a path. */
type PageRoute = { kind: 'none' } | { kind: 'page' } | { kind: 'memorial'; id: number }

/** Without a route, the application shows its "not found" page, with status 404. */
function routeAt(path: string): PageRoute {
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
  if (OF_MEMORIAL.test(path) && photosIn(given) > ALBUM_FIRST_PHOTOS) used.set(ALBUM_PARAMETER, WHOLE_ALBUM)
  return used
}

/** Whether a URL is that of a memorial's page, not of one below it. */
function isOnlyMemorial(url: string): boolean {
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

export type { RenderPage }

/** Room for some hundred pages. */
const CACHE_MAX_BYTES = 24 * 1024 ** 2
/** The size of a page with its compressed copies, relative to its HTML. */
const WITH_COPIES = 1.3
/**
 * Pages to look up when the same HTML is rendered again, for their compressed copies. Short-lived: nothing that was closed
 * or deleted may stay in memory.
 */
const FORMER = { max: 64, ttl: 2 * CACHE_SECONDS_MAX * 1000, ttlAutopurge: true }
/** A request beyond this queue gets an empty page, which the browser renders. */
const RENDERINGS = { atOnce: RENDERED_AT_ONCE, waiting: 20 }

/** Stands for all missing memorials: their HTML is the same, and the browser puts in the id from the URL. */
const MISSING_MEMORIAL = paths.memorial(MISSING_MEMORIAL_ID)
/** Cached although their status is 404. */
const MISSING: string[] = [UNKNOWN_PATH, MISSING_MEMORIAL]

const NEEDS_SCRIPT = 'Чтобы открыть эту страницу, включите, пожалуйста, JavaScript в настройках браузера и обновите её.'

/** Lists do not depend on burials, so a changed burial does not drop the lists that are searched by place. */
const ASKS_FOR_PLACE = /[?&]place=/
const BY_PLACE_SECONDS = 5

/** What decides whether a guest may read a memorial; undefined when there is none. */
type FindMemorial = (id: number) => Promise<MemorialFacts | undefined>

/** The response to a page request. */
type PageReply = ShownPage | { movedTo: string }

export interface ShownPage {
  status: 200 | 404 | 503
  page: Page
  /** Otherwise the page is an empty shell, which the browser renders. */
  isRendered: boolean
}

/** The page at a URL: rendered if it is the same for everyone, empty for account pages and closed memorials. */
export function createPageService(parts: {
  findMemorial: FindMemorial
  changes: Pick<ChangeFeed, 'follow'>
  fill: FillTemplate
  siteName: string
  /** Without it all pages are empty, and the browser renders them. */
  renderPage: RenderPage | undefined
}) {
  const { findMemorial, changes, fill, siteName, renderPage } = parts
  const cache = createTaggedCache<ShownPage>({ maxBytes: CACHE_MAX_BYTES })
  // Triggers (`announce_*` in db/migrations) log what changed, db/change-log.ts reads it and drops the pages with that tag.
  // After CACHE_SECONDS_MAX a page expires anyway.
  changes.follow(cache)
  /** By ETag. */
  const former = new LRUCache<string, Page>(FORMER)
  const runLimited = createSemaphore(RENDERINGS.atOnce, RENDERINGS.waiting)
  const underWay = new Map<string, Promise<PageReply>>()
  let isInSync: () => boolean = () => false
  changes.follow({
    open(inSync) {
      isInSync = inSync
      underWay.clear()
    },
    drop: shareNoRenderingOf,
  })
  /** Reveals nothing about the page it stands for. */
  const shell = fill({
    head: `<title data-server>${escapeHtml(siteName)}</title><meta name="robots" content="noindex">`,
    html: `<noscript><p class="no-script">${NEEDS_SCRIPT}</p></noscript>`,
  })

  const unrendered = fill({ head: `<title data-server>${escapeHtml(siteName)}</title>` })

  async function work(url: string): Promise<PageReply> {
    const ticket = cache.ticket()
    const rendering = await renderPage?.(url)
    switch (rendering?.kind) {
      case 'shown': {
        const page = asBefore(fill(contentOf(rendering)))
        const response: ShownPage = { status: rendering.status, page, isRendered: true }
        if (response.status === 200 || MISSING.includes(url))
          cache.set(ticket, url, response, { ...cacheOptionsOf(url, rendering), bytes: WITH_COPIES * page.bytes })
        return response
      }
      case 'moved':
        return { movedTo: rendering.to }
      case 'closed':
        return emptyPage(200)
      case 'failed':
        return emptyPage(503)
      case undefined:
        return emptyPage(await statusOf(findMemorial, url))
    }
  }

  /** Pages that need no rendering of their own: missing and closed memorials. */
  async function pageWithoutRendering(url: string): Promise<PageReply | undefined> {
    const route = routeAt(pathOf(url))
    if (!renderPage || route.kind !== 'memorial' || !isOnlyMemorial(url) || url === MISSING_MEMORIAL) return undefined
    const memorial = await unlessAway(findMemorial(route.id))
    if (memorial === AWAY) return undefined
    if (memorial) return isOpenToAll(memorial) ? undefined : emptyPage(200)
    const missing = await pageOf(MISSING_MEMORIAL)
    return 'page' in missing && missing.status !== 200 ? missing : emptyPage(404)
  }

  function emptyPage(status: ShownPage['status']): ShownPage {
    return { status, page: shell, isRendered: false }
  }

  /** The former page with the same HTML, if there is one: it is compressed already. */
  function asBefore(page: Page): Page {
    const known = former.get(page.etag)
    former.set(page.etag, known ?? page)
    return known ?? page
  }

  /** Requests from now on do not share a rendering that may have started before a change. */
  function shareNoRenderingOf(tag: string): void {
    const changed = memorialOfTag(tag)
    for (const url of [...underWay.keys()]) {
      const route = routeAt(pathOf(url))
      // Lists and other pages show data of any memorial.
      if (route.kind !== 'memorial' || route.id === changed) underWay.delete(url)
    }
  }

  function emptyUnlessRendered(error: unknown): ShownPage {
    if (!(error instanceof QueueFullError || error instanceof NotRenderedError)) throw error
    return { status: 200, page: unrendered, isRendered: false }
  }

  async function pageOf(url: string): Promise<PageReply> {
    const missing = MISSING.includes(url) ? cache.get(url) : undefined
    if (missing) return missing
    // Concurrent visitors share one rendering.
    const shared = isInSync() ? underWay.get(url) : undefined
    if (shared) return shared
    const begun: Promise<PageReply> = make(url)
      .catch(emptyUnlessRendered)
      .finally(() => {
        if (underWay.get(url) === begun) underWay.delete(url)
      })
    underWay.set(url, begun)
    return begun
  }

  async function make(url: string): Promise<PageReply> {
    return (await pageWithoutRendering(url)) ?? runLimited(() => work(url))
  }

  return {
    /** The cached page at a URL, if any. Not for unknown paths: before routing, these include files and other routes. */
    cachedPageAt(url: string): ShownPage | undefined {
      const key = renderedUrl(url)
      return key === UNKNOWN_PATH ? undefined : cache.get(key)
    },

    pageAt: (givenUrl: string): Promise<PageReply> => pageOf(renderedUrl(givenUrl)),
  }
}

/** What a rendered page depends on, and how long it is cached at most. */
function cacheOptionsOf(url: string, { wordsOf = [] }: { wordsOf?: number[] }): { tags: string[]; seconds: number } {
  const route = routeAt(pathOf(url))
  if (route.kind === 'memorial') return { tags: [tagOfMemorial(route.id)], seconds: CACHE_SECONDS_MAX }
  const tags = [PUBLIC_LISTS, ...wordsOf.map(tagOfMemorial)]
  return { tags, seconds: ASKS_FOR_PLACE.test(url) ? BY_PLACE_SECONDS : CACHE_SECONDS_MAX }
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? url
}

function contentOf({ head, styles, html, state }: Extract<Rendering, { kind: 'shown' }>) {
  return { head, styles, html, state: { id: RENDERED_STATE_ELEMENT_ID, json: state } }
}

/**
 * An empty page is the same whatever its status, and the browser shows what it finds; the status is for search engines,
 * which forget a URL that is 404 and retry one that is 503.
 */
async function statusOf(findMemorial: FindMemorial, url: string): Promise<200 | 404 | 503> {
  const route = routeAt(pathOf(url))
  if (route.kind !== 'memorial') return route.kind === 'page' ? 200 : 404
  const memorial = await unlessAway(findMemorial(route.id))
  if (memorial === AWAY) return 503
  return memorial ? 200 : 404
}

const AWAY = Symbol('the database is unavailable')

function unlessAway<T>(asked: Promise<T>): Promise<T | typeof AWAY> {
  return asked.catch((error: unknown) => {
    if (error instanceof DatabaseAway) return AWAY
    throw error
  })
}
