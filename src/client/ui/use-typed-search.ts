import { useEffect, useEffectEvent, useState } from 'react'

const TYPING_PAUSE_MS = 300

export interface TypedSearch<T> {
  /** What is searched for now, as the address tells. */
  searched: T
  /** What of the typed is searched for. */
  clean: (typed: T) => T
  isSame: (one: T, other: T) => boolean
  onSearch: (wanted: T) => void
}

/**
 * What is typed into a search. It is searched for after a pause, or at once by `search`. When the address changes by other
 * means (Back, a reset), the inputs follow it; what one is typing is never taken away by one's own search.
 */
export function useTypedSearch<T>({ searched, clean, isSame, onSearch }: TypedSearch<T>) {
  const [typed, setTyped] = useState(searched)
  const [asked, setAsked] = useState(searched)
  const [seen, setSeen] = useState(searched)

  if (!isSame(searched, seen)) {
    setSeen(searched)
    if (!isSame(searched, asked)) {
      setAsked(searched)
      setTyped(searched)
    }
  }

  const wanted = clean(typed)
  const isWaiting = !isSame(wanted, asked)

  function search(): void {
    if (!isWaiting) return
    setAsked(wanted)
    onSearch(wanted)
  }

  const searchAfterPause = useEffectEvent(search)

  // The pause starts anew with each letter, and with nothing else.
  useEffect(() => {
    if (!isWaiting) return
    const pause = setTimeout(() => searchAfterPause(), TYPING_PAUSE_MS)
    return () => clearTimeout(pause)
  }, [typed, isWaiting])

  return { typed, setTyped, search }
}
