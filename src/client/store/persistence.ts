import type { Reducer, UnknownAction } from '@reduxjs/toolkit'
import { FLUSH, PAUSE, PERSIST, persistReducer, persistStore, PURGE, REGISTER, REHYDRATE } from 'redux-persist'
import { accountChangedElsewhere, sessionRestored, type SessionState } from '@client/session/session-slice'
import type { AppStore } from './create-app-store'
import { ACCOUNT_TOKEN_KEY, type StoredTokens, tokenStorage } from './token-storage'

/** All that touches redux-persist. Only the tokens are kept, never the API cache. */

/** Actions of redux-persist that carry functions, which no check for serializability should mind. */
export const PERSISTENCE_ACTIONS = [FLUSH, PAUSE, PERSIST, PURGE, REGISTER, REHYDRATE]

const CONFIG = {
  key: 'session',
  storage: tokenStorage,
  whitelist: ['accountToken', 'pinTokens'] satisfies (keyof SessionState)[],
  stateReconciler: addStoredTokens,
  // The engine takes the tokens apart itself. `deserialize` is missing from redux-persist's types.
  serialize: false,
  deserialize: false,
}

export function persistedSession(reducer: Reducer<SessionState>): Reducer<SessionState> {
  return persistReducer<SessionState, UnknownAction>(CONFIG, reducer) as unknown as Reducer<SessionState>
}

/**
 * Reads the stored tokens, keeps them up to date from then on and follows other tabs. Called once, after the first
 * paint, and never on the server. Returns what ends it.
 */
export function startPersistence(store: AppStore): () => void {
  const persistor = persistStore(store, null, () => store.dispatch(sessionRestored()))
  const flush = () => void persistor.flush()
  const follow = (event: StorageEvent) => followOtherTab(store, event)
  const catchUp = (event: PageTransitionEvent) => catchUpAfterSleep(store, event)

  window.addEventListener('storage', follow)
  window.addEventListener('pageshow', catchUp)
  window.addEventListener('pagehide', flush)
  return () => {
    persistor.pause()
    window.removeEventListener('storage', follow)
    window.removeEventListener('pageshow', catchUp)
    window.removeEventListener('pagehide', flush)
  }
}

/** A key of null means that the whole storage was cleared. */
function followOtherTab(store: AppStore, { key, newValue }: StorageEvent): void {
  if (key !== ACCOUNT_TOKEN_KEY && key !== null) return
  speakWith(key === null ? undefined : (newValue ?? undefined), store)
}

/** A page in the back-forward cache hears of nothing: when Back shows it again, the account may have left meanwhile. */
function catchUpAfterSleep(store: AppStore, { persisted }: PageTransitionEvent): void {
  if (!persisted) return
  tokenStorage.getItem().then(
    ({ accountToken }) => speakWith(accountToken, store),
    // Forbidden storages share nothing between pages.
    () => undefined,
  )
}

function speakWith(token: string | undefined, store: AppStore): void {
  if (token !== store.getState().session.accountToken) store.dispatch(accountChangedElsewhere({ token }))
}

/** What happened before the storages were read is newer than they are. */
function addStoredTokens(stored: StoredTokens, _before: SessionState, current: SessionState): SessionState {
  return {
    ...current,
    accountToken: current.accountToken ?? stored.accountToken,
    pinTokens: { ...stored.pinTokens, ...current.pinTokens },
  }
}
