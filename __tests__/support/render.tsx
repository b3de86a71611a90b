import { clearAllListeners } from '@reduxjs/toolkit'
import { cleanup, render } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom'
import type { PageSettings } from '@contract/settings'
import type { User } from '@contract/user'
import { api } from '@client/api/api'
import { App } from '@client/app/App'
import { routes as ownRoutes } from '@client/app/routes'
import { type AppStore, createAppStore } from '@client/store/create-app-store'
import { startPersistence } from '@client/store/persistence'
import { DEVTOOLS } from '@client/store/redaction'
import { ACCOUNT_TOKEN_KEY, MEMORIAL_TOKEN_KEY_PREFIX } from '@client/store/token-storage'
import { someSettings } from './factories'
import { serveMe } from './server'
import { createUnstyledCache } from './worker/unstyled'

export interface Circumstances {
  /** The account of the browser's token; the server knows it. Absent: a guest. */
  as?: User
  /** The token itself. Alone, without `as`, a token for which the test arranges everything else. */
  token?: string
  /** Memorial tokens by memorial id. */
  memorialTokens?: Record<number, string>
  /** Navigation state of the URL. */
  state?: unknown
  settings?: Partial<PageSettings>
  /** The first page is painted before the stored tokens are read, as in a fast browser. */
  readsTokensLate?: boolean
  /** URLs visited before, oldest first, for Back. */
  history?: string[]
  /** In place of the application's own. */
  routes?: RouteObject[]
}

const FIRST_PAINT_MS = 100

/** Opens the whole application at a URL (path, query and hash), as a browser with these tokens would. */
export function openAt(path: string, circumstances: Circumstances = {}) {
  const {
    as,
    token = as && `token-of-${as.email}`,
    memorialTokens = {},
    state,
    settings,
    readsTokensLate = false,
    history = [],
    routes = ownRoutes,
  } = circumstances
  if (as) serveMe(as)
  storeTokens(token, memorialTokens)

  const store = createAppStore({ devTools: DEVTOOLS })
  endings.push(() => endStore(store))
  const router = createMemoryRouter(routes, {
    initialEntries: [...history, { ...addressOf(path), state }],
    initialIndex: history.length,
  })
  const view = render(
    <App store={store} settings={someSettings(settings)} styleCache={createUnstyledCache()}>
      <RouterProvider router={router} />
    </App>,
  )
  if (readsTokensLate) setTimeout(() => endings.push(startPersistence(store)), FIRST_PAINT_MS)
  else endings.push(startPersistence(store))

  return {
    ...view,
    // Without style sheets there is no `pointer-events` to check.
    user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }),
    store,
    /** The current path and query. */
    address: () => router.state.location.pathname + router.state.location.search,
    router,
  }
}

const endings: (() => void)[] = []

/** Ends what a page would do later by itself, such as a retry, in another test. */
function endStore({ dispatch }: AppStore): void {
  dispatch(clearAllListeners())
  dispatch(api.util.resetApiState())
}

afterEach(() => {
  // Unmounts first: what ends a store would update components again.
  cleanup()
  for (const end of endings.splice(0)) end()
})

function storeTokens(token: string | undefined, memorialTokens: Record<number, string>): void {
  if (token) localStorage.setItem(ACCOUNT_TOKEN_KEY, token)
  for (const [id, memorialToken] of Object.entries(memorialTokens))
    sessionStorage.setItem(MEMORIAL_TOKEN_KEY_PREFIX + id, memorialToken)
}

function addressOf(path: string) {
  const { pathname, search, hash } = new URL(path, 'http://localhost')
  return { pathname, search, hash }
}
