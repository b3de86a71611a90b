import { styled } from '@mui/material/styles'
import { type PropsWithChildren, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useOrder } from './Reordering'

/** An item of a list that its owner may reorder by dragging. Its buttons do the same for keyboards. */
export function DraggableItem({ itemId, children }: PropsWithChildren<{ itemId: number }>) {
  const { ids, move } = useOrder()
  const element = useRef<HTMLLIElement>(null)
  const [isOver, setOver] = useState(false)
  const accepts = useEffectEvent((other: number) => ids.includes(other))
  const takePlaceOf = useEffectEvent((other: number) => move(other, ids.indexOf(itemId)))

  useEffect(() => {
    let end: (() => void) | undefined
    let isShown = true
    void import('./drag-item').then(({ dragItem }) => {
      if (!isShown || !element.current) return
      end = dragItem(element.current, {
        itemId,
        accepts: (other) => accepts(other),
        onOver: setOver,
        onDrop: (other) => takePlaceOf(other),
      })
    }, nothing)
    return () => {
      isShown = false
      end?.()
    }
  }, [itemId])

  return (
    <Item ref={element} data-over={isOver || undefined}>
      {children}
    </Item>
  )
}

/** If the drag-and-drop chunk does not load, the buttons remain. */
function nothing(): void {
  return undefined
}

const Item = styled('li')(({ theme }) => ({
  '&[draggable="true"]': { cursor: 'grab' },
  // Otherwise the browser would drag the picture alone.
  '& img': { pointerEvents: 'none' },
  '&[data-over]': {
    outline: `3px solid ${String(theme.vars?.palette.secondary.main)}`,
    outlineOffset: 4,
    borderRadius: theme.shape.borderRadius,
  },
}))
