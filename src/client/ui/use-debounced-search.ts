import { useEffect, useEffectEvent, useState } from 'react'

const TYPING_PAUSE_MS = 300

interface DebouncedSearch<T> {
  /** The current search, from the URL. */
  searched: T
  /** Turns the input into a search: trims it, for example. */
  clean: (typed: T) => T
  isSame: (one: T, other: T) => boolean
  onSearch: (wanted: T) => void
}

/**
 * The inputs of a search, debounced: the search starts after a pause in typing, or at once by `search`. When the URL
 * changes for another reason (Back, a reset), the inputs follow it. A search never changes what is being typed.
 */
export function useDebouncedSearch<T>({ searched, clean, isSame, onSearch }: DebouncedSearch<T>) {
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

  // Only typing restarts the pause.
  useEffect(() => {
    if (!isWaiting) return
    const pause = setTimeout(() => searchAfterPause(), TYPING_PAUSE_MS)
    return () => clearTimeout(pause)
  }, [typed, isWaiting])

  return { typed, setTyped, search }
}
