import { useEffect, useEffectEvent, useState } from 'react'

export const TYPING_PAUSE_MS = 300

/** What is typed is searched for after a pause, or at once by `searchNow`; a reset from elsewhere empties the field. */
export function useTypedSearch(searched: string, onSearch: (text: string) => void) {
  const [typed, setTyped] = useState(searched)
  const [asked, setAsked] = useState(searched)
  const [seen, setSeen] = useState(searched)

  if (searched !== seen) {
    setSeen(searched)
    if (searched !== asked) {
      setAsked(searched)
      setTyped(searched)
    }
  }

  const wanted = typed.trim()

  function searchNow(): void {
    if (wanted === asked) return
    setAsked(wanted)
    onSearch(wanted)
  }

  const searchAfterPause = useEffectEvent(searchNow)
  useEffect(() => {
    if (wanted === asked) return
    const pause = setTimeout(() => searchAfterPause(), TYPING_PAUSE_MS)
    return () => clearTimeout(pause)
  }, [wanted, asked])

  return { typed, setTyped, searchNow }
}
