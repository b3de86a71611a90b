import { useSyncExternalStore } from 'react'
import {
  dropUnsent,
  keyOfUnsentWords,
  onUnsentChange,
  readUnsentJson,
  type UnsentWords,
} from '@client/lib/unsent-words'
import { useWriter } from '@client/store/use-account'

/** Words that were written at a memorial without a connection, and what takes one of them back. */
export function useUnsentWords(memorialId: number) {
  const key = keyOfUnsentWords(memorialId, useWriter())
  const kept = useSyncExternalStore(
    onUnsentChange,
    () => readUnsentJson(key),
    () => '[]',
  )
  const takeBack = ({ idempotency_key }: UnsentWords) => dropUnsent(key, idempotency_key)
  return [JSON.parse(kept) as UnsentWords[], takeBack] as const
}
