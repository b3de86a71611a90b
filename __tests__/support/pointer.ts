import { createEvent, fireEvent } from '@testing-library/react'

/** Moves a pointer onto an element. The PointerEvent of jsdom has no pointer type. */
export function enter(element: HTMLElement, pointerType: 'mouse' | 'touch'): void {
  const event = createEvent.pointerOver(element)
  Object.defineProperty(event, 'pointerType', { value: pointerType })
  fireEvent(element, event)
}

export function leave(element: HTMLElement): void {
  fireEvent.pointerOut(element)
}
