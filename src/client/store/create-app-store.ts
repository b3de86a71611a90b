import { configureStore, type DevToolsEnhancerOptions } from '@reduxjs/toolkit'
import { api } from '@client/api/api'
import type { AskServer, RequestExtra } from '@client/api/base-query'
import { createListeners } from './listeners'
import './outdated-answers'
import { PERSISTENCE_ACTIONS, withPersistedSession } from './persistence'
import { rootReducer, type RootState } from './root-reducer'

interface StoreOptions {
  preloadedState?: Partial<RootState>
  /** Replaces the global `fetch`. */
  fetchFn?: typeof fetch
  /** How the rendering server calls its own API. */
  ask?: AskServer
  /** Absent: no DevTools. See `redaction.ts` for what they may see. */
  devTools?: DevToolsEnhancerOptions
}

/** The checks of development give no warning that they are slow: how long they take says more of the machine than of the program. */
const SLOW_CHECK_MS = Number.POSITIVE_INFINITY

/** A new store for each page load, each rendering on the server and each test. */
export function createAppStore({ preloadedState, fetchFn, ask, devTools }: StoreOptions = {}) {
  return configureStore({
    reducer: withPersistedSession(rootReducer),
    preloadedState,
    devTools: devTools ?? false,
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware({
        thunk: { extraArgument: { fetchFn, ask } satisfies RequestExtra },
        // Requests contain files and forms, which only RTK Query handles.
        serializableCheck: {
          ignoredActions: PERSISTENCE_ACTIONS,
          ignoredPaths: [api.reducerPath],
          warnAfter: SLOW_CHECK_MS,
        },
        immutableCheck: { warnAfter: SLOW_CHECK_MS },
      })
        .prepend(...createListeners())
        .concat(api.middleware),
  })
}

export type AppStore = ReturnType<typeof createAppStore>
