import createCache, { type EmotionCache } from '@emotion/cache'
import { LRUCache } from 'lru-cache'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom'
import type { Memorial } from '@contract/memorial'
import type { PageSettings } from '@contract/settings'
import { api } from '@client/api/api'
import type { AskServer } from '@client/api/base-query'
import { burialApi } from '@client/api/burial-api'
import { memorialApi } from '@client/api/memorial-api'
import { readListParameters } from '@contract/list-parameters'
import { type AppStore, createAppStore } from '@client/store/create-app-store'
import { type FragmentCache, FragmentCacheContext } from '@client/ui/cached-fragment'
import { App } from '../app/App'
import { cachedState, GUEST_SESSION, isKnownPath, loadPageAt, STYLE_KEY, STYLE_OPTIONS } from './hydration'
import { memorialIdOf, type Prepared, PREPARED_PATHS, preparePage, withoutTrailingSlash } from './prepare-page'
import { type Preview, previewOfMemorial, previewOfPage, ServerHead } from './ServerHead'
import { routes } from '../app/routes'
import { theme } from '../app/theme'

const CLASS = new RegExp(`${STYLE_KEY}-([\\w-]+)`, 'g')

/** A page as HTML. */
interface RenderedPage {
  kind: 'shown'
  status: 200 | 404
  /** Memorials whose memories a page of another route shows. */
  wordsOf?: number[]
  /** Elements for the head: title, description and the like. */
  head: string
  /** Style sheets of the elements, each with the value of its `data-emotion` attribute. */
  styles: { name: string; css: string }[]
  /** The content of #root. */
  html: string
  /** The loaded data as JSON: the browser starts from it instead of requesting it again. */
  state: string
}

export type Rendering = RenderedPage | Exclude<Prepared, { kind: 'shown' }>

/** Path and query of a page. Undefined when it is not public: the browser renders it. */
export type RenderPage = (url: string) => Promise<Rendering | undefined>

export interface RendererOptions {
  settings: PageSettings
  /** The path of the link preview picture of a memorial. */
  pictureForLinks: (memorial: Memorial) => string
  /** Serves API requests. */
  ask: AskServer
}

/** Creates the function that renders public pages, as a guest sees them. */
export async function createRenderer(options: RendererOptions): Promise<RenderPage> {
  const { settings, ask } = options
  makeSheetsOnce()
  await Promise.all(PREPARED_PATHS.map(loadPageAt))
  const handler = createStaticHandler(routes)
  const beginFragments = createFragmentCache()

  return async (url) => {
    const store = createAppStore({ ask, preloadedState: { session: GUEST_SESSION } })
    try {
      return await renderWith(store, new URL(url, 'http://server'))
    } finally {
      // RTK Query notifies a store of its subscriptions half a second later, and would retain the store until then.
      store.dispatch(api.util.resetApiState())
    }
  }

  async function renderWith(store: AppStore, url: URL): Promise<Rendering | undefined> {
    const prepared = (await preparePage(store, url)) ?? unknownPage(url)
    if (prepared?.kind !== 'shown') return prepared

    const context = await handler.query(new Request(url))
    if (context instanceof Response) throw new Error(`The screen at ${url.href} answered by itself: ${context.status}`)

    const styleCache = createCache(STYLE_OPTIONS)
    // Styles are collected in the cache, not written next to each element.
    styleCache.compat = true
    const fragments = beginFragments()
    const markup = renderToString(
      <FragmentCacheContext value={fragments}>
        <App store={store} settings={settings} styleCache={styleCache}>
          <StaticRouterProvider
            router={createStaticRouter(handler.dataRoutes, context)}
            context={context}
            hydrate={false}
          />
        </App>
      </FragmentCacheContext>,
    )
    const filled = fragments.render(markup, (html) => stylesOfElements(styleCache, html))
    return {
      kind: 'shown',
      status: prepared.status,
      wordsOf: prepared.wordsOf,
      ...withHead(filled.html, serverHead(store, url, options)),
      styles: stylesOf(styleCache, filled.styles),
      state: JSON.stringify(cachedState(store)),
    }
  }
}

/** The theme generates the same variables and style sheets again for each page. Its type declares neither method. */
function makeSheetsOnce(): void {
  const makers = theme as unknown as Record<'generateThemeVars' | 'generateStyleSheets', () => unknown>
  const [variables, sheets] = [makers.generateThemeVars(), makers.generateStyleSheets()]
  makers.generateThemeVars = () => variables
  makers.generateStyleSheets = () => sheets
}

/** A path without a route has a page too, which says so. Account pages are not rendered. */
function unknownPage({ pathname }: URL): Prepared | undefined {
  return isKnownPath(pathname) ? undefined : { kind: 'shown', status: 404 }
}

/** React writes elements that belong in the head before all others, and their text cannot contain a tag. */
function withHead(markup: string, head: string): Pick<RenderedPage, 'head' | 'html'> {
  const start = markup.indexOf('<div')
  return { head: markup.slice(0, start) + head, html: markup.slice(start) }
}

function serverHead(store: AppStore, url: URL, options: RendererOptions): string {
  const preview = previewAt(store, url, options)
  return preview ? renderToStaticMarkup(<ServerHead preview={preview} settings={options.settings} />) : ''
}

/** The preview of the page that a store was prepared for; none when nothing was found. */
function previewAt(
  store: AppStore,
  { pathname, searchParams }: URL,
  { settings, pictureForLinks }: RendererOptions,
): Preview | undefined {
  const path = withoutTrailingSlash(pathname)
  const memorialId = memorialIdOf(path)
  if (memorialId === undefined) return previewOfPage(path, readListParameters(searchParams).page)
  const { data: memorial } = memorialApi.endpoints.getMemorial.select(memorialId)(store.getState())
  const { data: burial } = burialApi.endpoints.getBurial.select(memorialId)(store.getState())
  return memorial && previewOfMemorial(memorial, burial ?? null, pictureForLinks(memorial), settings)
}

/**
 * The styles of the page, in the form that the browser's style cache looks for: element styles by name in one sheet, each
 * global style in a sheet of its own.
 */
function stylesOf(cache: EmotionCache, used: StyleOfElement[]): RenderedPage['styles'] {
  const globals = sheetsOf(cache).filter((sheet) => isGlobal(cache, sheet))
  const ofElements = new Map<string, string>()
  for (const { name, css } of used) ofElements.set(name, css)
  return [
    ...globals.map(({ name, css }) => ({ name: `${STYLE_KEY}-global ${name}`, css })),
    { name: [STYLE_KEY, ...ofElements.keys()].join(' '), css: [...ofElements.values()].join('') },
  ]
}

/**
 * The styles of the elements in an HTML fragment, in its own order, and the animations that they name. Styles that a
 * component only passes to another one are not used by an element: they are omitted, and the browser adds them when it
 * renders that component.
 */
function stylesOfElements(cache: EmotionCache, html: string): StyleOfElement[] {
  const used: StyleOfElement[] = []
  for (const name of new Set(Array.from(html.matchAll(CLASS), ([, name = '']) => name))) {
    // User content may look like a class.
    const sheet = Object.hasOwn(cache.inserted, name) && { name, css: String(cache.inserted[name]) }
    if (sheet && !isGlobal(cache, sheet)) used.push(sheet)
  }
  const animations = sheetsOf(cache).filter(
    (sheet) => isAnimation(sheet) && used.some(({ css }) => css.includes(sheet.name)),
  )
  return [...used, ...animations]
}

function sheetsOf({ inserted }: EmotionCache): StyleOfElement[] {
  return Object.entries(inserted).map(([name, css]) => ({ name, css: String(css) }))
}

function isGlobal({ registered }: EmotionCache, sheet: StyleOfElement): boolean {
  return !(`${STYLE_KEY}-${sheet.name}` in registered) && !isAnimation(sheet)
}

function isAnimation({ name }: StyleOfElement): boolean {
  return name.startsWith('animation-')
}

/** One per class of an element; animations have one too. */
export interface StyleOfElement {
  name: string
  css: string
}

interface Fragment {
  html: string
  styles: StyleOfElement[]
}

/** Room for the cards of some thousand memorials. */
const CACHE_MAX_BYTES = 8 * 1024 ** 2
/** The approximate size of a fragment besides its HTML: styles are shared. */
const FRAGMENT_OVERHEAD_BYTES = 500

const TAG = 'cached-fragment'
const START = `<${TAG} n="`
const END = `</${TAG}>`

/** The fragments of one page that is being rendered. */
interface RenderedFragments extends FragmentCache {
  /**
   * Inserts cached fragments into the markup, and caches the new ones. `stylesOf` finds the styles that a fragment of this
   * rendering uses. They are returned with the markup, in an order that does not depend on which fragments were cached: the
   * same page is the same text each time, and a browser that has it need not download it again.
   */
  render(markup: string, stylesOf: (html: string) => StyleOfElement[]): { html: string; styles: StyleOfElement[] }
}

/** Caches fragments of pages between renderings. The least recently used are evicted. */
export function createFragmentCache(): () => RenderedFragments {
  const cache = new LRUCache<string, Fragment>({
    maxSize: CACHE_MAX_BYTES,
    sizeCalculation: ({ html }, key) => 2 * (html.length + key.length) + FRAGMENT_OVERHEAD_BYTES,
  })

  return () => {
    const placed: { key: string; fragment: Fragment | undefined }[] = []

    return {
      place(key: string, content: ReactNode) {
        const fragment = cache.get(key)
        const n = placed.push({ key, fragment }) - 1
        return createElement(TAG, { n }, fragment ? undefined : content)
      },

      render(markup, stylesOf) {
        const stylesOfFragments: StyleOfElement[] = []
        let around = ''
        let html = ''
        let end = 0
        for (let start = markup.indexOf(START); start >= 0; start = markup.indexOf(START, end)) {
          around += markup.slice(end, start)
          html += markup.slice(end, start)
          const contentStart = markup.indexOf('>', start) + 1
          const contentEnd = markup.indexOf(END, contentStart)
          const { key, fragment } = placed[parseInt(markup.slice(start + START.length, contentStart))] ?? lostFragment()
          const content = fragment ?? newFragment(copyOf(markup.slice(contentStart, contentEnd)), stylesOf)
          if (!fragment) cache.set(key, content)
          stylesOfFragments.push(...content.styles)
          html += content.html
          end = contentEnd + END.length
        }
        const rest = markup.slice(end)
        return { html: html + rest, styles: [...stylesOf(around + rest), ...stylesOfFragments] }
      },
    }
  }
}

function newFragment(html: string, stylesOf: (html: string) => StyleOfElement[]): Fragment {
  if (html.includes(START)) throw new Error('A cached fragment holds another one.')
  return { html, styles: stylesOf(html) }
}

/** A substring may retain its whole source: that of a fragment would retain the markup of the whole page. */
function copyOf(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text))
}

function lostFragment(): never {
  throw new Error('The markup holds a fragment that was not placed in it.')
}
