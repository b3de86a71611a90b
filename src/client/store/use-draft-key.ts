import { useState } from 'react'
import { type DraftKey, type DraftKind, keyOfDraft } from '@client/lib/draft'
import { useWriter } from './use-account'

/** What a draft is called: its kind, and the ids of what it is about. */
export type DraftOf = [kind: DraftKind, ...about: number[]]

/**
 * The key of the visitor's own draft. It stays that of whoever opened the form, also when their session ends meanwhile.
 * Undefined where no draft is kept.
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
