import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { DECIDED } from './texts'
import type { WaitingDecision } from './use-decisions'

export interface StripRowProps {
  made: WaitingDecision
  onUndo: () => void
  onFocusLost: () => void
}

/** One decision that can still be taken back, and whose words it is about. */
export function StripRow({ made: { memoryId, decision, author }, onUndo, onFocusLost }: StripRowProps) {
  const ids = { text: `decision-${memoryId}`, author: `decision-${memoryId}-author` }
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
          {DECIDED[decision]}
        </Typography>
        <Typography id={ids.author} variant="body2" color="textSecondary" sx={AUTHOR}>
          {author}
        </Typography>
      </Box>
      <Button ref={button} aria-describedby={`${ids.text} ${ids.author}`} onClick={onUndo} sx={{ ml: 'auto' }}>
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

/** Where large text leaves less than this beside the button, the button goes below. */
const WORDS = { flex: '1 1 8rem', minWidth: 0, overflowWrap: 'anywhere' } as const

/** A name may be longer than the strip has room for. */
const AUTHOR = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
} as const
