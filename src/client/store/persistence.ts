import type { Reducer, Store, UnknownAction } from '@reduxjs/toolkit'
import { FLUSH, PAUSE, PERSIST, persistReducer, persistStore, PURGE, REGISTER, REHYDRATE } from 'redux-persist'
import { accountChangedElsewhere, accountLeftElsewhere, sessionRestored } from '@client/session/session-slice'
import type { RootState } from './root-reducer'
import { ACCOUNT_LEFT_KEY, ACCOUNT_TOKEN_KEY, type StoredTokens, tokenStorage } from './token-storage'

/** All use of redux-persist. Only the tokens are persisted, never the API cache. */

/** Actions of redux-persist that contain functions, which the serializability check must ignore. */
export const PERSISTENCE_ACTIONS = [FLUSH, PAUSE, PERSIST, PURGE, REGISTER, REHYDRATE]

interface StoredState {
  session: StoredTokens
}

/** A redux-persist storage for the single persisted slice. */
const sessionSliceStorage = {
  getItem: async (): Promise<StoredState> => ({ session: await tokenStorage.getItem() }),
  setItem: (key: string, { session }: StoredState) => tokenStorage.setItem(key, session),
  removeItem: () => tokenStorage.removeItem(),
}

const CONFIG = {
  key: 'session',
  storage: sessionSliceStorage,
  whitelist: ['session'] satisfies (keyof RootState)[],
  stateReconciler: addStoredTokens,
  // The storage serialises the tokens itself. `deserialize` is missing from redux-persist's types.
  serialize: false,
  deserialize: false,
}

type RootReducer = Reducer<RootState, UnknownAction, Partial<RootState>>

/** Call it once per store: redux-persist has per-store state in a closure. */
export function withPersistedSession(rootReducer: RootReducer): RootReducer {
  return persistReducer<RootState, UnknownAction>(CONFIG, rootReducer) as unknown as RootReducer
}

/**
 * Reads the stored tokens, then stores changes and follows other tabs. Call it once, after the first paint, and never
 * on the server. Returns the function that stops it.
 */
export function startPersistence(store: Store<RootState>): () => void {
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

/** A null key means that the whole storage was cleared. */
function followOtherTab(store: Store<RootState>, { key, newValue }: StorageEvent): void {
  if (key === ACCOUNT_LEFT_KEY && newValue) store.dispatch(accountLeftElsewhere())
  if (key !== ACCOUNT_TOKEN_KEY && key !== null) return
  adoptToken(key === null ? undefined : (newValue ?? undefined), store)
}

/** A page in the back-forward cache gets no events: the account may have changed before Back shows it again. */
function catchUpAfterSleep(store: Store<RootState>, { persisted }: PageTransitionEvent): void {
  if (!persisted) return
  tokenStorage.getItem().then(
    ({ accountToken }) => adoptToken(accountToken, store),
    // Forbidden storages share nothing between pages.
    () => undefined,
  )
}

function adoptToken(token: string | undefined, store: Store<RootState>): void {
  if (token !== store.getState().session.accountToken) store.dispatch(accountChangedElsewhere({ token }))
}

/** Events from before the storages were read are newer than their content. */
function addStoredTokens({ session: stored }: StoredState, _before: RootState, current: RootState): RootState {
  const { session } = current
  return {
    ...current,
    session: {
      ...session,
      ...(session.accountToken === undefined && { accountToken: stored.accountToken, accountId: stored.accountId }),
      memorialTokens: { ...stored.memorialTokens, ...session.memorialTokens },
    },
  }
}
