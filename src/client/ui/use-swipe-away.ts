import { type PointerEvent, useRef } from 'react'

/** In px: dragged further than this it is dismissed, less far it returns to its place. */
const DISMISS_DISTANCE = 80
/** In px: a tap may move this far and is still no drag. */
const TAP_DISTANCE = 6

/** Handlers for an element that is dismissed when it is dragged aside or clicked. */
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
      // So that the drag goes on when the pointer is faster than the element.
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
