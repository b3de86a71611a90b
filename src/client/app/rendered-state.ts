import { MISSING_MEMORIAL_ID, RENDERED_STATE_ELEMENT_ID } from '@contract/settings'
import { NO_SESSION } from '@client/session/session-slice'
import type { AppStore } from '@client/store/create-app-store'
import { api } from '@client/api/api'
import type { RootState } from '@client/store/root-reducer'

type ApiState = RootState[typeof api.reducerPath]
type RenderedState = Pick<ApiState, 'queries' | 'provided'>

/** How every rendered page begins. */
export const GUEST_SESSION = { ...NO_SESSION, isGuestAssumed: true }

const ALWAYS_THE_SAME = { requestId: 'rendered', startedTimeStamp: 0, fulfilledTimeStamp: 0 }

/** The answers that a store got, with the tags that make them stale. */
export function cachedState(store: AppStore): RenderedState {
  const { queries, provided } = store.getState()[api.reducerPath]
  const { tags, keys } = provided
  // What differs from rendering to rendering would make the same page another one to a browser that keeps it.
  const asked = Object.entries(queries).map(([key, query]) => [key, query && { ...query, ...ALWAYS_THE_SAME }])
  return {
    queries: inOrder(Object.fromEntries(asked) as ApiState['queries']),
    provided: { tags: inOrder(tags), keys: inOrder(keys) },
  }
}

/** By name, where they stood in the order in which answers came. */
function inOrder<Named extends object>(named: Named): Named {
  return Object.fromEntries(Object.entries(named).sort(([one], [other]) => (one < other ? -1 : 1))) as Named
}

/** The state of a new store that begins with the answers in the page; undefined when the page carries none. */
export function readRenderedState(): Partial<RootState> | undefined {
  const json = document.getElementById(RENDERED_STATE_ELEMENT_ID)?.textContent
  if (!json) return undefined
  const rendered = JSON.parse(ofThisMemorial(json)) as RenderedState
  // Whoever reads a page for minutes before the program starts is to find it as it was.
  const now = Date.now()
  for (const query of Object.values(rendered.queries)) {
    if (query && 'fulfilledTimeStamp' in query) query.fulfilledTimeStamp = now
  }
  return { [api.reducerPath]: rendered as ApiState, session: GUEST_SESSION }
}

/** All missing memorials have the same page: what it says of its id is true of the one in the address. */
function ofThisMemorial(json: string): string {
  const id = /^\/memorials\/([1-9]\d*)/.exec(location.pathname)?.[1]
  // No text of a visitor holds a quotation mark that is not escaped.
  const isShared = id !== undefined && json.includes(`"getMemorial(${MISSING_MEMORIAL_ID})"`)
  return isShared ? json.replaceAll(String(MISSING_MEMORIAL_ID), id) : json
}
