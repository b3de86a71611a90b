import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import type { MouseEvent, ReactNode } from 'react'
import type { Decision } from '@contract/memory'

export interface CardActionsProps {
  /** The id of the element with the author's name, by which screen readers tell the buttons of cards apart. */
  describedBy: string
  onDecide: (decision: Decision) => void
  onOnlyMemorial?: () => void
  /** Actions for keepers of the page only. */
  children?: ReactNode
}

export function CardActions({ describedBy, onDecide, onOnlyMemorial, children }: CardActionsProps) {
  // Ignores the second click of a double click: by then the next memory has moved up under the pointer.
  const press = (decision: Decision) => (event: MouseEvent) => {
    if (event.detail < 2) onDecide(decision)
  }

  return (
    <Stack direction="row" useFlexGap sx={{ mt: 2, gap: 1.5, flexWrap: 'wrap' }}>
      <Button variant="contained" aria-describedby={describedBy} onClick={press('approved')}>
        Одобрить
      </Button>
      <Button variant="outlined" aria-describedby={describedBy} onClick={press('rejected')}>
        Отклонить
      </Button>
      {children}
      {onOnlyMemorial && (
        <Button
          color="inherit"
          aria-describedby={describedBy}
          onClick={onOnlyMemorial}
          sx={{ ml: { sm: 'auto' }, px: { xs: 0, sm: 2.5 } }}
        >
          Только эта страница
        </Button>
      )}
    </Stack>
  )
}
