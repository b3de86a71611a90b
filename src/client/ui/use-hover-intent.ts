import { type PointerEvent, useEffect, useRef } from 'react'

/** A pointer that only passes over an element leaves it sooner. */
const HOVER_MS = 150

/**
 * Handlers for elements that may be hovered deliberately: `<li {...onHover(() => prefetch(id))}>`. Touches do not
 * count: a finger scrolls or presses.
 */
export function useHoverIntent() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => stop, [])

  return (onIntent: () => void) => ({
    onPointerEnter({ pointerType }: PointerEvent) {
      stop()
      if (pointerType !== 'touch') timer.current = setTimeout(onIntent, HOVER_MS)
    },
    onPointerLeave: stop,
  })
}
