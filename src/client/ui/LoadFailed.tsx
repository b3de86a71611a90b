import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { passFocusUp } from './focus'

export interface LoadFailedProps {
  children: string
  /** Fetches it again. Without it there is no button. */
  onRetry?: () => void
}

/** Says that something could not be fetched. */
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

/** Of an alert with a button: on a phone it goes under the text, which has its icon beside its first line. */
export const ALERT_WITH_BUTTON = {
  alignItems: 'flex-start',
  flexWrap: 'wrap',
  '.MuiAlert-root + &': { mt: 2 },
  '& .MuiAlert-message': { flex: '1 1 min(220px, 100% - 36px)', fontSize: '1.0625rem' },
  '& .MuiAlert-action': { alignSelf: 'center', pt: 0, ml: 'auto', mr: 0 },
} as const
