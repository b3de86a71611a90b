import { type PointerEvent, useRef } from 'react'

/** So far (px) a pointer must carry something aside for it to leave; less, and it returns. */
const LEAVE_DISTANCE = 80
/** A hand that taps trembles this much (px) without meaning to drag. */
const TREMBLE_DISTANCE = 6

/** Handlers for something that leaves when it is dragged aside or clicked. */
export function useDragAway(leave: () => void) {
  const start = useRef<number>(undefined)
  const distance = useRef(0)

  function follow({ currentTarget, clientX }: PointerEvent<HTMLElement>): void {
    if (start.current === undefined) return
    distance.current = clientX - start.current
    currentTarget.style.transform = `translateX(${distance.current}px)`
  }

  function release({ currentTarget }: PointerEvent<HTMLElement>): void {
    start.current = undefined
    if (Math.abs(distance.current) > LEAVE_DISTANCE) leave()
    else currentTarget.style.transform = ''
  }

  return {
    onPointerDown({ currentTarget, clientX, pointerId }: PointerEvent<HTMLElement>) {
      start.current = clientX
      distance.current = 0
      // The drag goes on when the pointer is faster than what it drags.
      currentTarget.setPointerCapture(pointerId)
    },
    onPointerMove: follow,
    onPointerUp: release,
    onPointerCancel: release,
    onClick() {
      const wasDragged = Math.abs(distance.current) > TREMBLE_DISTANCE
      distance.current = 0
      if (!wasDragged) leave()
    },
  }
}
