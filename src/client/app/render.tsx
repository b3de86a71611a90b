import createCache, { type EmotionCache } from '@emotion/cache'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom'
import type { Memorial } from '@contract/memorial'
import type { PageSettings } from '@contract/settings'
import { api } from '@client/api/api'
import type { AskServer } from '@client/api/base-query'
import { burialApi } from '@client/api/burial-api'
import { memorialApi } from '@client/api/memorial-api'
import { readListAddress } from '@contract/list-address'
import { type AppStore, createAppStore } from '@client/store/create-app-store'
import { FragmentCacheContext } from '@client/ui/cached-fragment'
import { App } from './App'
import { createFragmentCache, type StyleOfElement } from './fragment-cache'
import { isKnownPath, loadPageAt } from './load-page'
import { type Prepared, memorialIdOf, PREPARED_PATHS, preparePage, withoutTrailingSlash } from './prepare-page'
import { previewOfMemorial, previewOfScreen } from './previews'
import { GUEST_SESSION, cachedState } from './rendered-state'
import { routes } from './routes'
import { type Preview, ServerHead } from './ServerHead'
import { STYLE_KEY, STYLE_OPTIONS } from './style-cache'
import { theme } from './theme'

const CLASS = new RegExp(`${STYLE_KEY}-([\\w-]+)`, 'g')

/** A screen as HTML. */
export interface RenderedScreen {
  kind: 'shown'
  status: 200 | 404
  /** Memorials whose words were asked for by a screen that is not theirs. */
  wordsOf?: number[]
  /** Elements for the head: title, description and the like. */
  head: string
  /** Style sheets of the elements, each with the value of its `data-emotion` attribute. */
  styles: { name: string; css: string }[]
  /** The content of #root. */
  html: string
  /** What was asked for, as JSON: the browser begins with it instead of asking again. */
  state: string
}

export type Rendering = RenderedScreen | Exclude<Prepared, { kind: 'shown' }>

/** Path and query of a screen. Undefined when it is no public screen: the program shows it in the browser. */
export type RenderScreen = (url: string) => Promise<Rendering | undefined>

export interface RendererOptions {
  settings: PageSettings
  /** The path of the picture that messengers show for a link to a memorial. */
  pictureForLinks: (memorial: Memorial) => string
  /** Answers requests of the API. */
  ask: AskServer
}

/** Makes the function that renders public screens, as a guest sees them. */
export async function createRenderer(options: RendererOptions): Promise<RenderScreen> {
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
      // RTK Query tells a store half a second later who watches its answers, and would keep the store for so long.
      store.dispatch(api.util.resetApiState())
    }
  }

  async function renderWith(store: AppStore, address: URL): Promise<Rendering | undefined> {
    const prepared = (await preparePage(store, address)) ?? unknownScreen(address)
    if (prepared?.kind !== 'shown') return prepared

    const context = await handler.query(new Request(address))
    if (context instanceof Response)
      throw new Error(`The screen at ${address.href} answered by itself: ${context.status}`)

    const styleCache = createCache(STYLE_OPTIONS)
    // Styles are kept in the cache, and not written beside each element.
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
      ...withHead(filled.html, serverHead(store, address, options)),
      styles: stylesOf(styleCache, filled.styles),
      state: JSON.stringify(cachedState(store)),
    }
  }
}

/** The theme makes its variables and style sheets anew for each page, and always the same. Its type knows nothing of either. */
function makeSheetsOnce(): void {
  const makers = theme as unknown as Record<'generateThemeVars' | 'generateStyleSheets', () => unknown>
  const [variables, sheets] = [makers.generateThemeVars(), makers.generateStyleSheets()]
  makers.generateThemeVars = () => variables
  makers.generateStyleSheets = () => sheets
}

/** A path that no route knows has a screen too, which says so. Screens of accounts are not rendered. */
function unknownScreen({ pathname }: URL): Prepared | undefined {
  return isKnownPath(pathname) ? undefined : { kind: 'shown', status: 404 }
}

/** React writes elements that belong in the head before all others, and no text of theirs can hold a tag. */
function withHead(markup: string, head: string): Pick<RenderedScreen, 'head' | 'html'> {
  const start = markup.indexOf('<div')
  return { head: markup.slice(0, start) + head, html: markup.slice(start) }
}

function serverHead(store: AppStore, address: URL, options: RendererOptions): string {
  const preview = previewAt(store, address, options)
  return preview ? renderToStaticMarkup(<ServerHead preview={preview} settings={options.settings} />) : ''
}

/** The preview of the screen that a store was prepared for; none where nothing was found. */
function previewAt(
  store: AppStore,
  { pathname, searchParams }: URL,
  { settings, pictureForLinks }: RendererOptions,
): Preview | undefined {
  const path = withoutTrailingSlash(pathname)
  const memorialId = memorialIdOf(path)
  if (memorialId === undefined) return previewOfScreen(path, readListAddress(searchParams).page)
  const { data: memorial } = memorialApi.endpoints.getMemorial.select(memorialId)(store.getState())
  const { data: burial } = burialApi.endpoints.getBurial.select(memorialId)(store.getState())
  return memorial && previewOfMemorial(memorial, burial ?? null, pictureForLinks(memorial), settings)
}

/**
 * What the screen wears, as the twin of the cache looks for it in the browser: styles of elements by their names in one sheet,
 * each global style in a sheet of its own.
 */
function stylesOf(cache: EmotionCache, used: StyleOfElement[]): RenderedScreen['styles'] {
  const globals = sheetsOf(cache).filter((sheet) => isGlobal(cache, sheet))
  const ofElements = new Map<string, string>()
  for (const { name, css } of used) ofElements.set(name, css)
  return [
    ...globals.map(({ name, css }) => ({ name: `${STYLE_KEY}-global ${name}`, css })),
    { name: [STYLE_KEY, ...ofElements.keys()].join(' '), css: [...ofElements.values()].join('') },
  ]
}

/**
 * Styles of the elements in a piece of HTML in its own order, and the animations that they name. Styles that a component only
 * hands to another one are worn by no element: they stay away, and the browser adds them when it comes to that component.
 */
function stylesOfElements(cache: EmotionCache, html: string): StyleOfElement[] {
  const used: StyleOfElement[] = []
  for (const name of new Set(Array.from(html.matchAll(CLASS), ([, name = '']) => name))) {
    // What a visitor wrote may look like a class.
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
