import { useSyncExternalStore } from 'react'
import {
  dropUnsent,
  keyOfUnsentWords,
  onUnsentChange,
  readUnsentJson,
  type UnsentWords,
} from '@client/lib/unsent-words'
import { useWriter } from '@client/store/use-account'

/** The memories written without a connection, and a function that discards one of them. */
export function useUnsentWords(memorialId: number) {
  const key = keyOfUnsentWords(memorialId, useWriter())
  const stored = useSyncExternalStore(
    onUnsentChange,
    () => readUnsentJson(key),
    () => '[]',
  )
  const discard = ({ idempotency_key }: UnsentWords) => dropUnsent(key, idempotency_key)
  return [JSON.parse(stored) as UnsentWords[], discard] as const
}
