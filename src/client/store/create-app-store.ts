import { configureStore, type DevToolsEnhancerOptions, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit'
import { api } from '@client/api/api'
import type { AskServer, RequestExtra } from '@client/api/base-query'
import { addListeners, createListeners } from './listeners'
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

const FULFILLED = `${api.reducerPath}/executeQuery/fulfilled`
const REJECTED = `${api.reducerPath}/executeQuery/rejected`

/** The fields that we read of an RTK Query action that ends or skips a query. */
interface QueryEnd {
  type: string
  meta: {
    /** Skipped: the thunk's own condition refused it. */
    condition?: boolean
    arg: {
      endpointName: string
      queryCacheKey: string
      originalArgs: unknown
      forceRefetch?: boolean
      subscribe?: boolean
    }
  }
}

type Refetch = (
  args: unknown,
  options: { forceRefetch: true; subscribe: false },
) => ThunkAction<unknown, RootState, unknown, UnknownAction>

/**
 * RTK Query skips a refetch while the same query is pending. The pending response may be from before the change that
 * required the refetch: when two uploads end one after the other, the second would stay invisible. So refetch once more
 * when the response arrives.
 */
addListeners((startListening) => {
  const outdated = new Set<string>()

  startListening({
    predicate: ({ type }) => type === FULFILLED || type === REJECTED,
    effect: (action, { dispatch }) => {
      const { type, meta } = action as QueryEnd & UnknownAction
      const { endpointName, queryCacheKey, originalArgs } = meta.arg
      if (meta.condition) {
        if (isRefetch(meta)) outdated.add(queryCacheKey)
        return
      }
      if (!outdated.delete(queryCacheKey) || type === REJECTED) return
      const endpoints = api.endpoints as Record<string, { initiate: Refetch }>
      const endpoint = endpoints[endpointName]
      if (endpoint) dispatch(endpoint.initiate(originalArgs, { forceRefetch: true, subscribe: false }))
    },
  })
})

/** Only refetches after an invalidation, not those of a mounting component, which may use the pending response. */
function isRefetch({ arg }: QueryEnd['meta']): boolean {
  return arg.forceRefetch === true && arg.subscribe === false
}
