import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { type AnyDecision, keyOf } from './decisions-slice'
import { StripRow } from './StripRow'
import type { WaitingDecision } from './use-decisions'

/** More rows would cover the list. */
const SHOWN_AT_ONCE = 3

export interface DecisionStripProps {
  /** Oldest first. */
  waiting: WaitingDecision[]
  onUndo: (decision: AnyDecision) => void
  /** Called when the row of a decision disappears while its button has the focus. */
  onFocusLost: (decision: AnyDecision) => void
}

/**
 * The decisions that can still be undone, at the bottom of the window. The oldest is on top. It disappears first, and the
 * buttons below it do not move.
 */
export function DecisionStrip({ waiting, onUndo, onFocusLost }: DecisionStripProps) {
  const shown = waiting.slice(-SHOWN_AT_ONCE)
  const hiddenCount = waiting.length - shown.length

  if (waiting.length === 0) return null
  return (
    <Box sx={PLACE}>
      <Paper component="ul" variant="outlined" aria-label="Решения, которые можно отменить" sx={STRIP}>
        {hiddenCount > 0 && (
          <Typography component="li" variant="body2" color="textSecondary" sx={{ px: 1.5, py: 0.5 }}>
            {`И ещё: ${hiddenCount}`}
          </Typography>
        )}
        {shown.map((made) => (
          <StripRow key={keyOf(made)} made={made} onUndo={() => onUndo(made)} onFocusLost={() => onFocusLost(made)} />
        ))}
      </Paper>
    </Box>
  )
}

const PLACE = { position: 'sticky', bottom: 16, zIndex: 'snackbar', mt: 3, display: 'flex', justifyContent: 'center' }

const STRIP = {
  width: '100%',
  maxWidth: 480,
  m: 0,
  p: 0.5,
  listStyle: 'none',
  boxShadow: '0 8px 24px rgb(0 0 0 / 14%)',
} as const
