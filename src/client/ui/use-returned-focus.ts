import { type RefObject, useLayoutEffect, useRef } from 'react'
import { isFocusLost } from './focus'

/** A `ref` for a button that a form replaces: the button receives the focus when the form has closed. */
export function useReturnedFocus(isFormOpen: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const wasFormOpen = useRef(isFormOpen)

  useLayoutEffect(() => {
    if (wasFormOpen.current && !isFormOpen && isFocusLost()) button.current?.focus()
    wasFormOpen.current = isFormOpen
  }, [isFormOpen])

  return button
}
