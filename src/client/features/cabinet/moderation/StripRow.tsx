import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { Decision } from '@contract/memory'
import { DECIDED } from './texts'

export interface StripRowProps {
  memoryId: number
  decision: Decision
  onUndo: () => void
  onFocusLost: () => void
}

/** One decision that can still be taken back. */
export function StripRow({ memoryId, decision, onUndo, onFocusLost }: StripRowProps) {
  const textId = `decision-${memoryId}`
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
      <Typography id={textId} variant="body2">
        {DECIDED[decision]}
      </Typography>
      <Button ref={button} aria-describedby={textId} onClick={onUndo}>
        Отменить
      </Button>
    </Box>
  )
}

const ROW = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 1,
  pl: 1.5,
} as const
