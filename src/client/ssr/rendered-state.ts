import {
  MISSING_MEMORIAL_ID,
  type PageSettings,
  RENDERED_STATE_ELEMENT_ID,
  SETTINGS_ELEMENT_ID,
} from '@contract/settings'
import { NO_SESSION } from '@client/session/session-slice'
import type { AppStore } from '@client/store/create-app-store'
import { api } from '@client/api/api'
import type { RootState } from '@client/store/root-reducer'

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
    provided: { tags: inOrder(tags), keys: inOrder(keys) },
  }
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
