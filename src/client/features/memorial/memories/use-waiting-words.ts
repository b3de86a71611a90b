import { useEffect, useReducer, useState, useSyncExternalStore } from 'react'
import type { Memory, MemoryPage, WrittenMemory } from '@contract/memory'
import { keyOfWaitingWords, readWaitingWords, writeWaitingWords } from '@client/lib/waiting-words'
import { useWriter } from '@client/store/use-account'

/** The memories sent from this tab that still await a decision. Those that are published by now are removed. */
export function useWaitingWords(memorialId: number, published: MemoryPage | undefined) {
  const key = keyOfWaitingWords(memorialId, useWriter())
  /** Photos sent since the page was loaded, by the ids of their memories. */
  const [photos, setPhotos] = useState<Record<number, File>>({})
  const [, readAgain] = useReducer((count: number) => count + 1, 0)
  const stored = useSyncExternalStore(
    subscribeToNothing,
    () => readWaitingWords(key),
    () => '[]',
  )
  const all = JSON.parse(stored) as Memory[]
  // Until the page is loaded, it is unknown which of them are still pending.
  const waiting = published ? all.filter(({ id }) => !published.result.some((memory) => memory.id === id)) : []
  const isOneDecided = published !== undefined && waiting.length < all.length

  useEffect(() => {
    if (isOneDecided) writeWaitingWords(key, waiting)
  })

  function add({ status, ...memory }: WrittenMemory, photo: File | null): void {
    if (status !== 'pending') return
    if (photo) setPhotos({ ...photos, [memory.id]: photo })
    writeWaitingWords(key, [...waiting, memory])
    readAgain()
  }

  return { waiting, photos, add }
}

/** This hook rereads the storage after it writes, and `WordsOfMemory` rerenders when unsent memories are sent. */
function subscribeToNothing(): () => void {
  return () => undefined
}
