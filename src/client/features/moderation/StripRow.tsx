import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { keyOf } from './decisions-slice'
import { DECIDED } from './texts'
import type { WaitingDecision } from './use-decisions'

export interface StripRowProps {
  made: WaitingDecision
  onUndo: () => void
  onFocusLost: () => void
}

/** A decision that can still be undone, with the author of the memory or the name on the page. */
export function StripRow({ made, onUndo, onFocusLost }: StripRowProps) {
  const elementId = `decision-${keyOf(made)}`
  const ids = { text: elementId, whose: `${elementId}-whose` }
  const button = useRef<HTMLButtonElement>(null)
  const loseFocus = useEffectEvent(onFocusLost)

  useLayoutEffect(() => {
    const undoButton = button.current
    return () => {
      if (document.activeElement === undoButton) loseFocus()
    }
  }, [])

  return (
    <Box component="li" sx={ROW}>
      <Box sx={WORDS}>
        <Typography id={ids.text} variant="body2">
          {DECIDED[made.decision]}
        </Typography>
        <Typography id={ids.whose} variant="body2" color="textSecondary" sx={NAME}>
          {made.whose}
        </Typography>
      </Box>
      <Button ref={button} aria-describedby={`${ids.text} ${ids.whose}`} onClick={onUndo} sx={{ ml: 'auto' }}>
        Отменить
      </Button>
    </Box>
  )
}

const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  pl: 1.5,
  py: 0.75,
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const

/** The button wraps to the next line if less than 8rem is left for the text. */
const WORDS = { flex: '1 1 8rem', minWidth: 0, overflowWrap: 'anywhere' } as const

/** Cuts a long name after two lines. */
const NAME = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
} as const
