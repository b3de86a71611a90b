import { styled } from '@mui/material/styles'
import type { MouseEvent } from 'react'
import { TARGET_SIZE } from '@client/ui/target-size'
import { useOrder } from './Reordering'

export interface OrderButtonsProps {
  itemId: number
  name: string
}

/** Move an item by one position. There are hundreds of them on a page, so they are plain buttons of the browser. */
export function OrderButtons({ itemId, name }: OrderButtonsProps) {
  const { ids, move } = useOrder()
  const index = ids.indexOf(itemId)
  const moveBy = (by: number) => (event: MouseEvent<HTMLElement>) => move(itemId, index + by, event.currentTarget)

  if (ids.length < 2) return null
  return (
    <Pair>
      <button type="button" aria-label={`Раньше: ${name}`} aria-disabled={index === 0} onClick={moveBy(-1)}>
        Раньше
      </button>
      <button type="button" aria-label={`Позже: ${name}`} aria-disabled={index === ids.length - 1} onClick={moveBy(1)}>
        Позже
      </button>
    </Pair>
  )
}

const Pair = styled('div')(({ theme }) => ({
  display: 'flex',
  // Aligned with the text above.
  marginInlineStart: theme.spacing(-1),
  '& > button': {
    ...theme.typography.button,
    minWidth: TARGET_SIZE,
    minHeight: TARGET_SIZE,
    padding: theme.spacing(0, 1),
    border: 0,
    borderRadius: theme.shape.borderRadius,
    background: 'none',
    color: theme.vars?.palette.text.secondary,
    fontSize: theme.typography.pxToRem(15),
    [theme.breakpoints.down('sm')]: { 'html[data-letters] &': { fontSize: 'min(1.0625rem, 7vw)' } },
    cursor: 'pointer',
    '&:hover': { backgroundColor: theme.vars?.palette.action.hover },
    // Not `disabled`: the pressed button must not lose the focus.
    '&[aria-disabled="true"]': { color: theme.vars?.palette.text.disabled, background: 'none', cursor: 'default' },
  },
}))
