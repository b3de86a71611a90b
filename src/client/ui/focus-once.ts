/** A `ref` for what takes the focus when it appears, and comes into view. Stable, so React calls it then and not again. */
export function focusOnce(element: HTMLElement | null): void {
  element?.focus()
}

/** The same for what appears where one is looking: nothing moves. */
export function focusInPlace(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}
