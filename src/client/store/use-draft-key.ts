import { useState, useSyncExternalStore } from 'react'
import { type DraftKey, type DraftKind, keyOfDraft, readDraft } from '@client/lib/draft'
import { useWriter } from './use-account'

/** What identifies a draft: its kind, and the ids of its subject. */
export type DraftOf = [kind: DraftKind, ...about: number[]]

/**
 * The key of the visitor's own draft. It does not change while the form is open, even when the session ends. Undefined
 * without a draft.
 */
export function useDraftKey(draftOf: DraftOf): DraftKey
export function useDraftKey(draftOf: DraftOf | undefined): DraftKey | undefined
export function useDraftKey(draftOf: DraftOf | undefined): DraftKey | undefined {
  const writer = useWriter()
  const [key] = useState(() => {
    if (!draftOf) return undefined
    const [kind, ...about] = draftOf
    return keyOfDraft(kind, ...about, writer)
  })
  return key
}

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
