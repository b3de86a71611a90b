import Box from '@mui/material/Box'
import { visuallyHidden } from '@client/ui/visually-hidden'
import type { AnyDecision } from './decisions-slice'
import { waitingInAll } from './texts'
import type { Happened } from './use-decisions'

export interface LastActionProps {
  about: AnyDecision['about']
  happened: Happened | undefined
  /** How many of the list still wait. */
  remaining: number
}

/** Tells screen readers what was done last in a list, and what remains in it. */
export function LastAction({ about, happened, remaining }: LastActionProps) {
  return (
    <Box role="status" sx={visuallyHidden}>
      {happened?.about === about && `${happened.text}. ${waitingInAll(remaining)}.`}
    </Box>
  )
}
