import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * A `ref` of what may go while the focus is inside it, because something else takes its place: the focus then goes to
 * the nearest place around it that takes one. Else it would be lost, and Tab begin with the page anew.
 */
export function useFocusHandedUp<T extends HTMLElement>(): RefObject<T | null> {
  const ref = useRef<T>(null)

  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      element.parentElement?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
    }
  }, [])

  return ref
}
