import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'

export interface DragOptions {
  itemId: number
  /** Whether another item may be dropped here: it is of the same archive. */
  accepts: (itemId: number) => boolean
  onOver: (isOver: boolean) => void
  onDrop: (itemId: number) => void
}

/** Lets an item be dragged by a mouse or a finger, and others be dropped on it. Returns what ends that. */
export function dragItem(element: HTMLElement, { itemId, accepts, onOver, onDrop }: DragOptions): () => void {
  return combine(
    // Where a form is open in it, a text is selected by the same movement.
    draggable({ element, getInitialData: () => ({ itemId }), canDrag: () => !element.querySelector('form') }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data.itemId !== itemId && accepts(source.data.itemId as number),
      onDragEnter: () => onOver(true),
      onDragLeave: () => onOver(false),
      onDrop: ({ source }) => {
        onOver(false)
        onDrop(source.data.itemId as number)
      },
    }),
  )
}
