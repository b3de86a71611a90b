import { useEffect, useEffectEvent, useState } from 'react'
import { cleanFilters, isSameFilters, type NameFilters } from './list-address'

export const TYPING_PAUSE_MS = 300

/**
 * What is typed into the filters. It is searched for after a pause, or at once by `search`. When the address changes
 * by other means (Back, a reset), the inputs follow it; what one is typing is never taken away by one's own search.
 */
export function useTypedFilters(searched: NameFilters, onSearch: (filters: NameFilters) => void) {
  const [typed, setTyped] = useState(searched)
  const [asked, setAsked] = useState(searched)
  const [seen, setSeen] = useState(searched)

  if (!isSameFilters(searched, seen)) {
    setSeen(searched)
    if (!isSameFilters(searched, asked)) {
      setAsked(searched)
      setTyped(searched)
    }
  }

  const wanted = cleanFilters(typed)
  const isWaiting = !isSameFilters(wanted, asked)

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
