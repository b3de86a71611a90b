import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useFocusHandedUp } from './use-focus-handed-up'

export interface LoadFailedProps {
  children: string
  /** Asks once more; without it there is nothing to press. */
  onRetry?: () => void
}

/** Says that something could not be fetched. Gone while it is asked for anew, it leaves the focus to the place it stood in. */
export function LoadFailed({ children, onRetry }: LoadFailedProps) {
  const button = useFocusHandedUp<HTMLButtonElement>()
  return (
    <Alert
      severity="error"
      variant="outlined"
      action={
        onRetry && (
          <Button ref={button} color="inherit" onClick={onRetry}>
            Повторить
          </Button>
        )
      }
      sx={ALERT}
    >
      {children}
    </Alert>
  )
}

/** On a phone the button goes under the text. */
const ALERT = {
  alignItems: 'center',
  flexWrap: 'wrap',
  '& .MuiAlert-message': { flex: '1 1 220px', fontSize: '1.0625rem' },
  '& .MuiAlert-action': { pt: 0, ml: 'auto', mr: 0 },
} as const
