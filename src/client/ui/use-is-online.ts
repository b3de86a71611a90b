import { useSyncExternalStore } from 'react'
import { hasConnection, onConnectionChange } from '@client/lib/connection'

/** False while the server is known to be out of reach. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(onConnectionChange, hasConnection, () => true)
}
