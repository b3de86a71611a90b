import { combineReducers, configureStore, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit'
import { api } from '@client/api/api'
import { uploadReducer } from '@client/api/upload-slice'
import { sessionReducer } from '@client/session/session-slice'
import { decisionsReducer } from './decisions-slice'
import { createListeners } from './listeners'
import { PERSISTENCE_ACTIONS, persistedSession } from './persistence'
import { redactAction, redactState } from './redaction'
import type { UploadSources } from './upload-queue'

const DEVTOOLS = {
  name: 'Помним',
  actionSanitizer: redactAction,
  stateSanitizer: redactState,
}

/** The checks of development are worth a word of their slowness only from here. */
const SLOW_CHECK_MS = 200

/** A store of its own for each page load, each rendering on the server and each test. */
export function createAppStore({ preloadedState }: { preloadedState?: Partial<RootState> } = {}) {
  const uploadSources: UploadSources = new Map()
  return configureStore({
    reducer: createRootReducer(),
    preloadedState,
    devTools: DEVTOOLS,
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware({
        thunk: { extraArgument: { uploadSources } },
        // Requests hold files and forms: they are RTK Query's business.
        serializableCheck: {
          ignoredActions: PERSISTENCE_ACTIONS,
          ignoredPaths: [api.reducerPath],
          warnAfter: SLOW_CHECK_MS,
        },
        immutableCheck: { warnAfter: SLOW_CHECK_MS },
      })
        .prepend(createListeners(uploadSources).middleware)
        .concat(api.middleware),
  })
}

/** Made anew for each store: redux-persist keeps the storage's side of it in a closure. */
function createRootReducer() {
  return combineReducers({
    session: persistedSession(sessionReducer),
    decisions: decisionsReducer,
    uploads: uploadReducer,
    [api.reducerPath]: api.reducer,
  })
}

export type AppStore = ReturnType<typeof createAppStore>
export type RootState = ReturnType<ReturnType<typeof createRootReducer>>
export type AppDispatch = AppStore['dispatch']
export type AppThunk = ThunkAction<void, RootState, { uploadSources: UploadSources }, UnknownAction>
