import { type Action, addListener } from '@reduxjs/toolkit'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useDispatch, useSelector, useStore } from 'react-redux'
import { hasConnection, onConnectionChange } from '@client/lib/connection'
import type { AppStore } from './create-app-store'
import type { AppDispatch, RootState } from './root-reducer'

export const useAppDispatch = useDispatch.withTypes<AppDispatch>()
export const useAppSelector = useSelector.withTypes<RootState>()
const useAppStore = useStore.withTypes<AppStore>()

/** Calls back after each matching action (`notify.match`), while the component is mounted. */
export function useActionListener<A extends Action>(
  matcher: (action: unknown) => action is A,
  onAction: (action: A) => void,
): void {
  const { dispatch } = useAppStore()
  const callBack = useEffectEvent(onAction)

  useEffect(() => {
    const stopListening = dispatch(addListener({ matcher, effect: (action) => callBack(action) }))
    return () => {
      stopListening()
    }
  }, [dispatch, matcher])
}

/** False while the server is known to be out of reach. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(onConnectionChange, hasConnection, () => true)
}
