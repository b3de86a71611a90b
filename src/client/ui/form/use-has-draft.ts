import { useSyncExternalStore } from 'react'
import { type DraftKey, readDraft } from '@client/lib/draft'

/** Whether the tab keeps unsent texts under a key. Looked up at each rendering in the browser, never on the server. */
export function useHasDraft(draftKey: DraftKey): boolean {
  return useSyncExternalStore(
    neverTold,
    () => readDraft(draftKey) !== undefined,
    () => false,
  )
}

/** A tab's own storage tells nobody of its changes. */
function neverTold(): () => void {
  return () => undefined
}
