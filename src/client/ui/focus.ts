import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Where the keyboard's focus goes when the page changes under it. Without this it would be lost: Tab would start again at
 * the top of the page, and a screen reader would fall silent.
 *
 * - Something appears and should be read next: `ref={focusElement}`, or `focusInPlace` where nothing should scroll.
 * - A form appears: `ref={focusFirstField}` on the element around its fields.
 * - A form closes and its button is back: `useReturnedFocus`.
 * - A button disappears together with what it deleted or retried: `ref={passFocusUp}` on it, and `FOCUS_AREA` on an element
 *   around it that stays. `ConfirmButton` does this by itself.
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

const AREA = '[tabindex="-1"]'
const TYPING_FIELDS = 'input:not([hidden]), textarea'

/** A `ref`: focuses the first field inside the element when the element appears, with the caret after any text. */
export function focusFirstField(element: HTMLElement | null): void {
  const field = element?.querySelector<HTMLInputElement | HTMLTextAreaElement>(TYPING_FIELDS)
  field?.focus()
  if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.value.length, field.value.length)
}

/**
 * A `ref` for an element that may disappear while it has the focus (or something inside it has): the focus then goes to
 * the nearest `FOCUS_AREA` around it.
 */
export function passFocusUp(element: HTMLElement | null) {
  return () => {
    if (!element?.contains(document.activeElement)) return
    focusInPlace(element.parentElement?.closest<HTMLElement>(AREA) ?? null)
  }
}

/**
 * Remembers where the focus can go when an element disappears while a dialog has the focus. Call the returned function
 * after the dialog has closed: if the element is gone, it focuses the nearest `FOCUS_AREA` that was around it and stayed.
 */
export function rememberFocusAreas(element: HTMLElement | null): () => void {
  const areas = [...document.querySelectorAll<HTMLElement>(AREA)].filter((area) => area.contains(element)).reverse()

  return () => {
    if (!element?.isConnected && isFocusLost()) focusInPlace(areas.find(({ isConnected }) => isConnected) ?? null)
  }
}

/** Props of an element that can take the focus from `passFocusUp`, but is no stop of the Tab key. */
export const FOCUS_AREA = { tabIndex: -1, sx: { outline: 'none !important' } } as const

/** A `ref` for a button that opens a form in its own place: the button takes the focus when the form has closed. */
export function useReturnedFocus(isFormOpen: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const wasFormOpen = useRef(isFormOpen)

  useLayoutEffect(() => {
    if (wasFormOpen.current && !isFormOpen && isFocusLost()) button.current?.focus()
    wasFormOpen.current = isFormOpen
  }, [isFormOpen])

  return button
}

function isFocusLost(): boolean {
  return document.activeElement === document.body
}
