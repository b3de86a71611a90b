import { type PointerEvent, useEffect, useRef } from 'react'

/** A pointer that only passes over something leaves it sooner. */
export const REST_MS = 150

/**
 * Handlers for things that a pointer may come to rest on, all of one group: `<li {...restOn(() => prefetch(id))}>`.
 * A finger never rests: it scrolls, or it presses.
 */
export function useRest() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => stop, [])

  return (onRest: () => void) => ({
    onPointerEnter({ pointerType }: PointerEvent) {
      stop()
      if (pointerType !== 'touch') timer.current = setTimeout(onRest, REST_MS)
    },
    onPointerLeave: stop,
  })
}
