import { useSyncExternalStore } from 'react'
import { type DraftKey, readDraft } from '@client/lib/draft'

/** Whether there is a draft with this key. Read at each rendering in the browser, never on the server. */
export function useHasDraft(draftKey: DraftKey): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => readDraft(draftKey) !== undefined,
    () => false,
  )
}

/** Storages have no event for changes by the same tab. */
function subscribeToNothing(): () => void {
  return () => undefined
}
