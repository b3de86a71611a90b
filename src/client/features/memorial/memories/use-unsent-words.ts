import { useSyncExternalStore } from 'react'
import {
  dropUnsent,
  keyOfUnsentWords,
  onUnsentChange,
  readUnsentJson,
  type UnsentWords,
} from '@client/lib/unsent-words'
import { useAccount } from '@client/store/use-account'

/** Words that were written at a memorial without a connection, and what takes one of them back. */
export function useUnsentWords(memorialId: number) {
  const key = keyOfUnsentWords(memorialId, useAccount().user?.id ?? 'guest')
  const kept = useSyncExternalStore(
    onUnsentChange,
    () => readUnsentJson(key),
    () => '[]',
  )
  const takeBack = ({ idempotency_key }: UnsentWords) => dropUnsent(key, idempotency_key)
  return [JSON.parse(kept) as UnsentWords[], takeBack] as const
}
