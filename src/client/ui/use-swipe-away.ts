import { type PointerEvent, useRef } from 'react'

/** In px: a longer drag dismisses, a shorter one snaps back. */
const DISMISS_DISTANCE = 80
/** In px: a shorter movement is a tap. */
const TAP_DISTANCE = 6

/** Handlers for an element that is dismissed by a swipe or a click. */
export function useSwipeAway(dismiss: () => void) {
  const start = useRef<number>(undefined)
  const distance = useRef(0)

  function follow({ currentTarget, clientX }: PointerEvent<HTMLElement>): void {
    if (start.current === undefined) return
    distance.current = clientX - start.current
    currentTarget.style.transform = `translateX(${distance.current}px)`
  }

  function release({ currentTarget }: PointerEvent<HTMLElement>): void {
    start.current = undefined
    if (Math.abs(distance.current) > DISMISS_DISTANCE) dismiss()
    else currentTarget.style.transform = ''
  }

  return {
    onPointerDown({ currentTarget, clientX, pointerId }: PointerEvent<HTMLElement>) {
      start.current = clientX
      distance.current = 0
      // So that the drag continues when the pointer is faster than the element.
      currentTarget.setPointerCapture(pointerId)
    },
    onPointerMove: follow,
    onPointerUp: release,
    onPointerCancel: release,
    onClick() {
      const wasDragged = Math.abs(distance.current) > TAP_DISTANCE
      distance.current = 0
      if (!wasDragged) dismiss()
    },
  }
}
