import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { passFocusUp } from './focus'

export interface LoadFailedProps {
  children: string
  /** Fetches again. Without it there is no button. */
  onRetry?: () => void
}

/** The message for a failed fetch. */
export function LoadFailed({ children, onRetry }: LoadFailedProps) {
  return (
    <Alert
      severity="error"
      variant="outlined"
      action={
        onRetry && (
          <Button ref={passFocusUp} color="inherit" onClick={onRetry}>
            Повторить
          </Button>
        )
      }
      sx={ALERT_WITH_BUTTON}
    >
      {children}
    </Alert>
  )
}

/**
 * For an alert with a button: on a phone the button wraps below the text, and the icon stays next to the first line.
 */
export const ALERT_WITH_BUTTON = {
  alignItems: 'flex-start',
  flexWrap: 'wrap',
  '.MuiAlert-root + &': { mt: 2 },
  '& .MuiAlert-message': { flex: '1 1 min(220px, 100% - 36px)', fontSize: '1.0625rem' },
  '& .MuiAlert-action': { alignSelf: 'center', pt: 0, ml: 'auto', mr: 0 },
} as const
