/** A `ref` for what takes the focus when it appears. Stable, so React calls it then and not again. */
export function focusOnce(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}
