import { styled } from '@mui/material/styles'
import { type PropsWithChildren, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useOrder } from './Reordering'

/** An item of a list whose order its owner may change by dragging. Its buttons do the same for keyboards. */
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

/** Where its program does not load, there are the buttons. */
function nothing(): void {
  return undefined
}

const Item = styled('li')(({ theme }) => ({
  '&[draggable="true"]': { cursor: 'grab' },
  // Else a picture would be dragged by itself.
  '& img': { pointerEvents: 'none' },
  '&[data-over]': {
    outline: `3px solid ${String(theme.vars?.palette.secondary.main)}`,
    outlineOffset: 4,
    borderRadius: theme.shape.borderRadius,
  },
}))
