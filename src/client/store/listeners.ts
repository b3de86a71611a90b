import {
  createAction,
  createListenerMiddleware,
  type ListenerEffectAPI,
  type Middleware,
  type TypedStartListening,
} from '@reduxjs/toolkit'
import type { Toast } from '@client/ui/toast-queue'
import type { AppDispatch, RootState } from './root-reducer'

/** What the listeners of one store share, besides its state. */
interface ListenerExtra {
  /** Pending requests with the account's token: after a sign-out the server revokes it when they are done. */
  pendingAuthenticatedRequests: Set<Promise<unknown>>
}

export type StartListening = TypedStartListening<RootState, AppDispatch, ListenerExtra>
export type ListenerApi = ListenerEffectAPI<RootState, AppDispatch, ListenerExtra>

const added: ((startListening: StartListening) => void)[] = []

/**
 * Adds listeners to every store, from its next action on. A feature calls this where its slice is injected, so that
 * they load with its code. `start` runs once per store: variables in its closure belong to that store.
 */
export function addListeners(start: (startListening: StartListening) => void): void {
  added.push(start)
}

/** The middleware that runs a store's listeners, including those that are added later. */
export function createListeners() {
  const { middleware, startListening } = createListenerMiddleware<RootState, AppDispatch, ListenerExtra>({
    extra: { pendingAuthenticatedRequests: new Set() },
  })
  let startedCount = 0

  const startAdded: Middleware = () => (next) => (action) => {
    for (; startedCount < added.length; startedCount++) added[startedCount]?.(startListening)
    return next(action)
  }
  return [startAdded, middleware] as const
}

/**
 * Notifies the user on any page. A listener or a thunk dispatches it, and the shell shows it as a toast:
 * `dispatch(told({ variant: 'error', text: 'Ошибка при сохранении информации.' }))`.
 * A component shows the same toasts with `useToast`.
 */
export const notify = createAction<Toast>('notices/notify')
