import createCache, { type EmotionCache, type Options, type StylisPlugin } from '@emotion/cache'
import { matchRoutes, type RouteObject } from 'react-router-dom'
import { isMemorialId } from '@contract/paths'
import {
  MISSING_MEMORIAL_ID,
  type PageSettings,
  RENDERED_STATE_ELEMENT_ID,
  SETTINGS_ELEMENT_ID,
} from '@contract/settings'
import { api } from '@client/api/api'
import { NO_SESSION } from '@client/session/session-slice'
import type { AppStore } from '@client/store/create-app-store'
import type { RootState } from '@client/store/root-reducer'
import { type LazyPage, routes } from '../app/routes'

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
  // The last route matches what no other does.
  if (route === undefined || route.path === '*') return false
  return params?.memorialId === undefined || isMemorialId(params.memorialId)
}

type ApiState = RootState[typeof api.reducerPath]
type RenderedState = Pick<ApiState, 'queries' | 'provided'>

/** The session state of every rendered page. */
export const GUEST_SESSION = { ...NO_SESSION, isGuestAssumed: true }

const ALWAYS_THE_SAME = { requestId: 'rendered', startedTimeStamp: 0, fulfilledTimeStamp: 0 }

/** The responses of a store, with the tags that invalidate them. */
export function cachedState(store: AppStore): RenderedState {
  const { queries, provided } = store.getState()[api.reducerPath]
  const { tags, keys } = provided
  // Values that differ between renderings would make the same page a new one for a browser that has it cached.
  const asked = Object.entries(queries).map(([key, query]) => [key, query && { ...query, ...ALWAYS_THE_SAME }])
  return {
    queries: inOrder(Object.fromEntries(asked) as ApiState['queries']),
    provided: { tags: tagsInOrder(tags), keys: inOrder(keys) },
  }
}

/** By type and id the keys of the responses, of which several may have the same tag. */
function tagsInOrder(tags: ApiState['provided']['tags']): ApiState['provided']['tags'] {
  const byType = Object.entries(tags).map(([type, byId]) => {
    const sorted = Object.entries(byId).map(([id, keys]) => [id, [...keys].sort()] as const)
    return [type, inOrder(Object.fromEntries(sorted))] as const
  })
  return inOrder(Object.fromEntries(byType)) as ApiState['provided']['tags']
}

/** Sorted by name, since the original order is that of the responses. */
function inOrder<Named extends object>(named: Named): Named {
  return Object.fromEntries(Object.entries(named).sort(([one], [other]) => (one < other ? -1 : 1))) as Named
}

/** The state of a new store, from the responses embedded in the page; undefined when the page embeds none. */
export function readRenderedState(): Partial<RootState> | undefined {
  const json = document.getElementById(RENDERED_STATE_ELEMENT_ID)?.textContent
  if (!json) return undefined
  const rendered = JSON.parse(ofThisMemorial(json)) as RenderedState
  // A reader who spends minutes on a page before hydration should find it unchanged.
  const now = Date.now()
  for (const query of Object.values(rendered.queries)) {
    if (query && 'fulfilledTimeStamp' in query) query.fulfilledTimeStamp = now
  }
  return { [api.reducerPath]: rendered as ApiState, session: GUEST_SESSION }
}

/** All missing memorials share one page: its id is replaced with the one in the URL. */
function ofThisMemorial(json: string): string {
  const id = /^\/memorials\/([1-9]\d*)/.exec(location.pathname)?.[1]
  // User content holds no unescaped quotation mark.
  const isShared = id !== undefined && json.includes(`"getMemorial(${MISSING_MEMORIAL_ID})"`)
  return isShared ? json.replaceAll(String(MISSING_MEMORIAL_ID), id) : json
}

/** The settings that the server embedded in the page. A page without them is a broken installation. */
export function readSettings(): PageSettings {
  const json = document.getElementById(SETTINGS_ELEMENT_ID)?.textContent
  if (!json) throw new Error(`The page holds no settings: <script id="${SETTINGS_ELEMENT_ID}"> is missing or empty`)
  return JSON.parse(json) as PageSettings
}

/** The prefix of all class names. */
export const STYLE_KEY = 'css'

/** What browsers in our list support only with a prefix. All other prefixes would make up a quarter of the styles. */
const PREFIXED_ONLY = new Set(['user-select', 'print-color-adjust'])

const prefixWhatNeedsIt: StylisPlugin = (element) => {
  if (element.type === 'decl' && PREFIXED_ONLY.has(String(element.props))) {
    element.return = `-webkit-${element.value}${element.value}`
  }
}

/** How styles become CSS: the same on the server and in the browser. */
export const STYLE_OPTIONS: Options = { key: STYLE_KEY, stylisPlugins: [prefixWhatNeedsIt] }

/** `prepend` puts its style elements before our CSS files. */
export function createStyleCache(): EmotionCache {
  nameRenderedStyles()
  return createCache({ ...STYLE_OPTIONS, prepend: true })
}

/**
 * Emotion looks for the names of server-rendered styles in an attribute. All of them are in the style sheet too, so the
 * server omits the attribute: twice is too much for the first packets of a response.
 */
function nameRenderedStyles(): void {
  for (const element of document.querySelectorAll<HTMLElement>(`style[data-emotion="${STYLE_KEY}"]:not([data-s])`)) {
    element.dataset.emotion = [STYLE_KEY, ...namesOfStyles(element.textContent)].join(' ')
  }
}

/** The names of the classes and animations in a sheet, as in the style cache. */
export function namesOfStyles(css: string): string[] {
  const names = Array.from(css.matchAll(STYLE_NAME), ([, className, animation]) => className ?? animation ?? '')
  return [...new Set(names)]
}

const STYLE_NAME = new RegExp(`\\.${STYLE_KEY}-([\\w-]+)|@keyframes ([\\w-]+)`, 'g')
