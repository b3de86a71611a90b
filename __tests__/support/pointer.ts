import { createEvent, fireEvent } from '@testing-library/react'

/** Moves a pointer onto something. The PointerEvent of the tests' browser does not know what kind of pointer it is. */
export function enter(element: HTMLElement, pointerType: 'mouse' | 'touch'): void {
  const event = createEvent.pointerOver(element)
  Object.defineProperty(event, 'pointerType', { value: pointerType })
  fireEvent(element, event)
}

export function leave(element: HTMLElement): void {
  fireEvent.pointerOut(element)
}
