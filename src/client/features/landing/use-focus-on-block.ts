import { type MouseEvent, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { focusInPlace } from '@client/ui/focus'

/** The router's key of a history entry that the browser itself opened. */
const FIRST_KEY = 'default'

/**
 * Moves the focus to the block that the URL names, so that Tab and a screen reader continue from there. The shell scrolls to it
 * before this runs, except if the site is opened there: then the block did not exist yet.
 */
export function useFocusOnBlock(): void {
  const { hash, key } = useLocation()

  useEffect(() => {
    document.documentElement.style.scrollBehavior = ''
    const block = hash && document.getElementById(hash.slice(1))
    if (!block) return
    if (key === FIRST_KEY) block.scrollIntoView()
    focusInPlace(block)
  }, [hash, key])
}

/** Makes the page scroll smoothly for this one click, unless the visitor prefers reduced motion. Back scrolls at once. */
export function scrollSmoothly({ ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  const opensElsewhere = ctrlKey || metaKey || shiftKey
  if (opensElsewhere || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  document.documentElement.style.scrollBehavior = 'smooth'
}
