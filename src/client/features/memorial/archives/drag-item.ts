import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'

export interface DragOptions {
  itemId: number
  /** Whether another item may be dropped here: only one of the same archive. */
  accepts: (itemId: number) => boolean
  onOver: (isOver: boolean) => void
  onDrop: (itemId: number) => void
}

/** Makes an item draggable by mouse or finger, and a drop target for others. Returns the cleanup. */
export function dragItem(element: HTMLElement, { itemId, accepts, onOver, onDrop }: DragOptions): () => void {
  return combine(
    // While a form is open in the item, the same movement selects text.
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
