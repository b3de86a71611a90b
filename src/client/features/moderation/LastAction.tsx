import Box from '@mui/material/Box'
import { visuallyHidden } from '@client/ui/styles'
import type { AnyDecision } from './decisions-slice'
import { waitingInAll } from './texts'
import type { Happened } from './use-decisions'

export interface LastActionProps {
  about: AnyDecision['about']
  happened: Happened | undefined
  /** How many items of the list are still pending. */
  remaining: number
}

/** Announces to screen readers the last action in a list, and how many items remain. */
export function LastAction({ about, happened, remaining }: LastActionProps) {
  return (
    <Box role="status" sx={visuallyHidden}>
      {happened?.about === about && `${happened.text}. ${waitingInAll(remaining)}.`}
    </Box>
  )
}
