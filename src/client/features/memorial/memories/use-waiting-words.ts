import { useEffect, useReducer, useState, useSyncExternalStore } from 'react'
import type { Memory, MemoryPage, WrittenMemory } from '@contract/memory'
import { keyOfWaitingWords, readWaitingWords, writeWaitingWords } from '@client/lib/waiting-words'
import { useWriter } from '@client/store/use-account'

/**
 * Words that the visitor has sent from this tab and that still wait for a decision. Those that are on the page by now are
 * forgotten.
 */
export function useWaitingWords(memorialId: number, published: MemoryPage | undefined) {
  const key = keyOfWaitingWords(memorialId, useWriter())
  /** Photos that were sent since the page was loaded, by the ids of their words. */
  const [photos, setPhotos] = useState<Record<number, File>>({})
  const [, readAgain] = useReducer((count: number) => count + 1, 0)
  const stored = useSyncExternalStore(
    subscribeToNothing,
    () => readWaitingWords(key),
    () => '[]',
  )
  const all = JSON.parse(stored) as Memory[]
  // Before the page is loaded nobody knows which of them wait still.
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

/** This page reads them again when it writes them, and `WordsOfMemory` when words that had no connection are sent. */
function subscribeToNothing(): () => void {
  return () => undefined
}
