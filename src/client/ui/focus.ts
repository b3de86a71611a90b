import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Where the keyboard focus goes when the page changes under it. Otherwise it would be lost: Tab would start again at
 * the top of the page, and a screen reader would fall silent.
 *
 * - Something appears and should be read next: `ref={focusElement}`, or `focusInPlace` where nothing should scroll.
 * - A form appears or closes, or was rejected: see form/Form.tsx, which the first load of the site does not need.
 * - A button disappears together with what it deleted or retried: `ref={passFocusUp}` on it, and `FOCUS_AREA` on an element
 *   around it that stays. Where the area itself goes with the last thing in it, `passFocusUp` is its `ref` too.
 *   `ConfirmButton` does this by itself.
 *
 * All refs here are stable functions, so React calls each once per element.
 */

/** Focuses an element and scrolls to it. As a `ref`: when the element appears. */
export function focusElement(element: HTMLElement | null): void {
  element?.focus()
}

/** Focuses an element without scrolling. As a `ref`: when the element appears. */
export function focusInPlace(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}

/**
 * A `ref` for an element that may disappear while it or its content has the focus: the focus then moves to the nearest
 * `FOCUS_AREA` around it.
 */
export function passFocusUp(element: HTMLElement | null) {
  return () => {
    if (!element?.contains(document.activeElement)) return
    focusInPlace(element.parentElement?.closest<HTMLElement>(FOCUS_AREA_SELECTOR) ?? null)
  }
}

export const FOCUS_AREA_SELECTOR = '[tabindex="-1"]'

/** Props of an element that can receive the focus from `passFocusUp`, but is not in the tab order. */
export const FOCUS_AREA = { tabIndex: -1, sx: { outline: 'none !important' } } as const

/** Whether the focused element has disappeared. */
export function isFocusLost(): boolean {
  return document.activeElement === document.body
}

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
