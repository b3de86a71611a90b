import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/** Moves the focus into a new page, so that Tab and a screen reader continue from there and not from the old link. */
export function useFocusOnNewPage(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const focusIsInside = main.current?.contains(document.activeElement)
    if (!focusIsInside) main.current?.focus({ preventScroll: true })
  }, [pathname, main])
}
